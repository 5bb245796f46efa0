package thaw.report.why;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.ClassGroup;
import thaw.attribution.Explanation.LoadedClass;
import thaw.attribution.Explanation.MethodTime;
import thaw.attribution.PhaseName;
import thaw.report.text.Text;
import thaw.report.why.WhyMatrix.Line;

/**
 * What the script of {@code why.html} works with: tables as rows of plain values, names that repeat
 * as indices, the profile as {@link FrameTreeJson} writes it.
 */
final class WhyData {
  /** The longest: the others took less than a sample each, and {@code why.json} has them all. */
  static final int MOST_METHODS = 3_000;

  private final Explanation explanation;
  private final WhyMatrix matrix;
  private final ObjectNode root = JsonNodeFactory.instance.objectNode();

  private WhyData(Explanation explanation) {
    this.explanation = explanation;
    this.matrix = new WhyMatrix(explanation);
  }

  static JsonNode of(Explanation explanation) {
    WhyData data = new WhyData(explanation);
    data.causes();
    data.details();
    data.methods();
    data.groups("packages", explanation.classes().byPackage());
    data.groups("libraries", explanation.classes().byLibrary());
    data.classes();
    FrameTreeJson.write(explanation.profile(), data.root.putObject("flame"));
    return data.root;
  }

  private void causes() {
    ArrayNode phases = root.putArray("phases");
    matrix.phases().forEach(phase -> phases.add(phase.name().label()));
    ArrayNode counted = root.putArray("counted");
    matrix.phases().forEach(phase -> counted.add(WhyMatrix.counts(phase.name())));
    ArrayNode causes = root.putArray("causes");
    for (Cause cause : Cause.values()) {
      causes.addArray().add(cause.label()).add(cause.kind().ordinal());
    }
    ArrayNode kinds = root.putArray("kinds");
    for (Cause.Kind kind : Cause.Kind.values()) {
      kinds.addArray().add(KindText.label(kind)).add(KindText.style(kind));
    }
  }

  /** Whose each cause is, who asked for it, and which method of the function was the reason. */
  private void details() {
    ObjectNode details = root.putObject("details");
    for (Cause cause : matrix.causes()) {
      ObjectNode node = details.putObject(Integer.toString(cause.ordinal()));
      lines(node.putArray("owners"), matrix.lines(cause, CauseShare::owners));
      lines(node.putArray("requesters"), matrix.lines(cause, CauseShare::requesters));
      lines(node.putArray("firstParty"), matrix.lines(cause, CauseShare::firstParty));
    }
  }

  private static void lines(ArrayNode array, List<Line> lines) {
    for (Line line : lines) {
      ArrayNode row = array.addArray().add(Text.clean(line.name()));
      for (double cell : line.cells()) {
        row.add(WhyJson.millis(cell));
      }
    }
  }

  private void methods() {
    ArrayNode methods = root.putArray("methods");
    explanation.methods().stream()
        .sorted(Comparator.comparingDouble(MethodTime::inclusiveMillis).reversed())
        .limit(MOST_METHODS)
        .forEach(method ->
            methods
                .addArray()
                .add(Text.clean(method.method()))
                .add(Text.clean(method.library()))
                .add(WhyJson.millis(method.inclusiveMillis()))
                .add(WhyJson.millis(method.selfMillis()))
                .add(WhyJson.millis(method.initMillis()))
                .add(WhyJson.millis(method.inclusiveMillis() - method.initMillis())));
  }

  private void groups(String name, List<ClassGroup> groups) {
    ArrayNode rows = root.putArray(name);
    groups.forEach(group ->
        rows.addArray()
            .add(Text.clean(group.name()))
            .add(group.classes())
            .add(group.archived())
            .add(WhyJson.millis(group.millis())));
  }

  private void classes() {
    Map<String, Integer> libraries = new LinkedHashMap<>();
    ArrayNode rows = root.putArray("classes");
    for (LoadedClass each : explanation.classes().list()) {
      Integer library =
          libraries.computeIfAbsent(Text.clean(each.library()), _ -> libraries.size());
      rows.addArray()
          .add(Text.clean(each.name()))
          .add(library)
          .add(each.phase().ordinal())
          .add(each.archived() ? 1 : 0)
          .add(WhyJson.millis(each.atMillis()));
    }
    ArrayNode names = root.putArray("classLibraries");
    libraries.keySet().forEach(names::add);
    ArrayNode phases = root.putArray("allPhases");
    for (PhaseName phase : PhaseName.values()) {
      phases.add(phase.label());
    }
  }
}
