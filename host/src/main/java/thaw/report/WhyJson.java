package thaw.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.ClassGroup;
import thaw.attribution.Explanation.Classes;
import thaw.attribution.Explanation.OwnerShare;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.Explanation.Subject;
import thaw.attribution.Explanation.Total;
import thaw.attribution.Finding;
import thaw.remedy.Family;

/**
 * {@code why.json}: an explained cold start for other programs, and for a later comparison.
 *
 * <pre>{@code
 * {"subject": {"function", "handler", "memoryMiB", "jdk", "runs", "recordedAt"},
 *  "total": {"wallMillis", "cpuMillis", "explainedRatio"},
 *  "phases": [{"name", "wallMillis", "cpuMillis", "explainedRatio",
 *    "causes": [{"name", "millis", "kind", "samples", "owners": [{"library", "millis"}],
 *                "requesters": [{"library", "millis"}], "firstParty": [{"method", "millis"}]}]}],
 *  "classes": {"loaded", "byPackage": [{"name", "classes", "archived", "millis"}], "byLibrary": [],
 *              "list": [{"name", "library", "phase", "archived", "atMillis"}]},
 *  "methods": [{"name", "library", "inclusiveMillis", "selfMillis", "initMillis"}],
 *  "movable": [{"method", "place", "millis", "why"}],
 *  "handlerLines": [{"place", "predictedMillis": [low, high]}],
 *  "initialisers": [{"class", "staticMillis", "constructorMillis"}],
 *  "findings": [{"id", "title", "evidence", "place", "predictedMillis": [low, high], "remedy",
 *                "remedies": [{"id", "kind": "safe|reviewed|different"}]}],
 *  "timeline": [{"lane", "name", "startMillis", "millis"}],
 *  "notes": []}
 * }</pre>
 *
 * {@code remedies} are those of {@code thaw fix} that answer a finding. Milliseconds, with three
 * decimals. The profile is in files of its own. Members may be added, none of these goes away.
 */
public final class WhyJson {
  /** Each cause, method and class on a line of its own, whatever is in it. */
  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 4;

  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 2;

  private WhyJson() {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(Explanation explanation, Path file) {
    AtomicFile.write(file, text(explanation));
  }

  /**
   * What {@link #write} wrote, without its profile.
   *
   * @throws thaw.problem.UserMistake when the file is none of these
   */
  public static Explanation read(Path file) {
    return WhyJsonReader.read(file);
  }

  static String text(Explanation explanation) {
    return JsonLayout.text(
        tree(explanation), DEEPEST_MEMBER_ON_ITS_LINE, DEEPEST_ELEMENT_ON_ITS_LINE);
  }

  static ObjectNode tree(Explanation explanation) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.set("subject", subject(explanation.subject()));
    root.set("total", total(explanation.total()));
    ArrayNode phases = root.putArray("phases");
    explanation.phases().forEach(phase -> phases.add(phase(phase)));
    root.set("classes", classes(explanation.classes()));
    ArrayNode methods = root.putArray("methods");
    explanation
        .methods()
        .forEach(method ->
            methods
                .addObject()
                .put("name", method.method())
                .put("library", method.library())
                .put("inclusiveMillis", millis(method.inclusiveMillis()))
                .put("selfMillis", millis(method.selfMillis()))
                .put("initMillis", millis(method.initMillis())));
    ArrayNode movable = root.putArray("movable");
    explanation
        .movable()
        .forEach(each ->
            movable
                .addObject()
                .put("method", each.method())
                .put("place", each.place())
                .put("millis", millis(each.millis()))
                .put("why", each.why()));
    ArrayNode lines = root.putArray("handlerLines");
    explanation
        .handlerLines()
        .forEach(line ->
            lines
                .addObject()
                .put("place", line.place())
                .putArray("predictedMillis")
                .add(millis(line.lowMillis()))
                .add(millis(line.highMillis())));
    ArrayNode initialisers = root.putArray("initialisers");
    explanation
        .initialisers()
        .forEach(each ->
            initialisers
                .addObject()
                .put("class", each.className())
                .put("staticMillis", millis(each.staticMillis()))
                .put("constructorMillis", millis(each.constructorMillis())));
    ArrayNode findings = root.putArray("findings");
    explanation.findings().forEach(finding -> findings.add(finding(finding)));
    ArrayNode timeline = root.putArray("timeline");
    explanation
        .timeline()
        .forEach(span ->
            timeline
                .addObject()
                .put("lane", span.lane())
                .put("name", span.name())
                .put("startMillis", millis(span.startMillis()))
                .put("millis", millis(span.millis())));
    explanation.notes().forEach(root.putArray("notes")::add);
    return root;
  }

  private static ObjectNode subject(Subject subject) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("function", subject.function())
        .put("handler", subject.handler())
        .put("memoryMiB", subject.memoryMiB())
        .put("jdk", subject.jdk())
        .put("runs", subject.runs())
        .put("recordedAt", subject.recordedAt().toString());
  }

  private static ObjectNode total(Total total) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("wallMillis", millis(total.wallMillis()))
        .put("cpuMillis", millis(total.cpuMillis()))
        .put("explainedRatio", ratio(total.explainedRatio()));
  }

  private static ObjectNode phase(Phase phase) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", phase.name().label())
            .put("wallMillis", millis(phase.wallMillis()))
            .put("cpuMillis", millis(phase.cpuMillis()))
            .put("explainedRatio", ratio(phase.explainedRatio()));
    ArrayNode causes = node.putArray("causes");
    for (CauseShare cause : phase.causes()) {
      ObjectNode row =
          causes
              .addObject()
              .put("name", cause.cause().label())
              .put("millis", millis(cause.millis()))
              .put("kind", KindText.label(cause.cause().kind()))
              .put("samples", cause.samples());
      shares(row.putArray("owners"), "library", cause.owners());
      shares(row.putArray("requesters"), "library", cause.requesters());
      shares(row.putArray("firstParty"), "method", cause.firstParty());
    }
    return node;
  }

  private static void shares(ArrayNode array, String key, List<OwnerShare> shares) {
    shares.forEach(
        share -> array.addObject().put(key, share.library()).put("millis", millis(share.millis())));
  }

  private static ObjectNode classes(Classes classes) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("loaded", classes.loaded());
    groups(node.putArray("byPackage"), classes.byPackage());
    groups(node.putArray("byLibrary"), classes.byLibrary());
    ArrayNode list = node.putArray("list");
    classes
        .list()
        .forEach(each ->
            list.addObject()
                .put("name", each.name())
                .put("library", each.library())
                .put("phase", each.phase().label())
                .put("archived", each.archived())
                .put("atMillis", millis(each.atMillis())));
    return node;
  }

  private static void groups(ArrayNode array, List<ClassGroup> groups) {
    groups.forEach(group ->
        array
            .addObject()
            .put("name", group.name())
            .put("classes", group.classes())
            .put("archived", group.archived())
            .put("millis", millis(group.millis())));
  }

  private static ObjectNode finding(Finding finding) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", finding.id())
            .put("title", finding.title())
            .put("evidence", finding.evidence())
            .put("place", finding.place());
    node.putArray("predictedMillis")
        .add(millis(finding.lowMillis()))
        .add(millis(finding.highMillis()));
    node.put("remedy", finding.remedy());
    ArrayNode remedies = node.putArray("remedies");
    Family.answering(finding.id())
        .forEach(family ->
            remedies.addObject().put("id", family.id()).put("kind", family.kind().label()));
    return node;
  }

  static double millis(double millis) {
    return Math.round(millis * 1_000) / 1_000.0;
  }

  private static double ratio(double ratio) {
    return Math.round(ratio * 1_000_000) / 1_000_000.0;
  }
}
