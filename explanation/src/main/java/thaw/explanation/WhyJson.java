package thaw.explanation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonAppend;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.HandlerLine;
import thaw.attribution.Explanation.OwnerShare;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.warmup.WarmUp;
import thaw.attribution.warmup.WarmWork;
import thaw.json.Json;
import thaw.json.JsonViews;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.EarlierResult;
import thaw.presentation.text.JsonLayout;
import thaw.remedy.Family;

/**
 * {@code why.json}: an explained cold start for other programs, and for a later comparison.
 *
 * <pre>{@code
 * {"format": "thaw-why-1",
 *  "subject": {"function", "handler", "memoryMiB", "jdk", "runs", "recordedAt",
 *    "hasSources", "hasPom", "isRequest"},
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
 *  "findings": [{"id", "title", "evidence", "place", "predictedMillis": [low, high], "lowIf",
 *                "remedy", "remedies": [{"id", "kind": "safe|reviewed|different"}]}],
 *  "timeline": [{"lane", "name", "startMillis", "millis"}],
 *  "notes": [],
 *  "warmUp": {"load", "c1Only", "stretches": [{"first", "last", "requests", "p50Millis", ...}],
 *    "points", "classes", "firstUses", "remedies", "notes"}}
 * }</pre>
 *
 * {@code warmUp} is there of functions on managed instances. {@code lowIf} says when a finding
 * gains the least; it is empty where only the measurement is uncertain. {@code remedies} are those
 * of {@code thaw fix} that can answer a finding of this function. Milliseconds, with three
 * decimals. The profile is in files of its own. Members may be added, none of these goes away.
 */
public final class WhyJson {
  /** Each cause, method and class on a line of its own, whatever is in it. */
  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 4;

  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 2;

  private static final String FORMAT = "format";
  private static final String VERSION = "thaw-why-1";

  private WhyJson() {}

  /**
   * @param families those of {@code thaw fix} that answer a finding; for writing only
   */
  private static ObjectMapper mapper(Function<Finding, List<Family>> families) {
    ObjectMapper mapper =
        Json.tolerant(PhaseName.class, Cause.class)
            .addMixIn(Explanation.class, OfExplanation.class)
            .addMixIn(Explanation.Total.class, OfExplained.class)
            .addMixIn(Explanation.Phase.class, OfExplained.class)
            .addMixIn(Explanation.MethodTime.class, OfMethodTime.class)
            .addMixIn(Explanation.Initialiser.class, OfInitialiser.class)
            .addMixIn(PhaseName.class, OfLabelled.class)
            .addMixIn(Cause.class, OfLabelled.class)
            .addMixIn(WarmWork.class, OfLabelled.class)
            .addModule(
                new JsonViews()
                    .rounded(new Millis())
                    .with(Instant.class, String.class, Instant::toString, WhyJson::instant)
                    .with(CauseShare.class, CauseView.class, CauseView::of, CauseView::share)
                    .with(HandlerLine.class, LineView.class, LineView::of, LineView::line)
                    .with(
                        Finding.class,
                        FindingView.class,
                        each -> FindingView.of(each, families.apply(each)),
                        FindingView::finding))
            .build();
    mapper.setConfig(mapper.getSerializationConfig().withAttribute(FORMAT, VERSION));
    return mapper;
  }

  @JsonAppend(prepend = true, attrs = @JsonAppend.Attr(FORMAT))
  @JsonPropertyOrder({
    "subject",
    "total",
    "phases",
    "classes",
    "methods",
    "movable",
    "handlerLines",
    "initialisers",
    "findings",
    "timeline",
    "notes"
  })
  private interface OfExplanation {
    @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
    List<ProfileSample> profile();
  }

  private interface OfExplained {
    @JsonSerialize(using = Ratio.class)
    double explainedRatio();
  }

  private interface OfMethodTime {
    @JsonProperty("name")
    String method();
  }

  private interface OfInitialiser {
    @JsonProperty("class")
    String className();
  }

  private interface OfLabelled {
    @JsonValue
    String label();
  }

  private record CauseView(
      Cause name,
      double millis,
      String kind,
      int samples,
      List<OwnerShare> owners,
      List<OwnerShare> requesters,
      List<MethodShare> firstParty) {
    record MethodShare(String method, double millis) {}

    static CauseView of(CauseShare share) {
      return new CauseView(
          share.cause(),
          share.millis(),
          KindText.label(share.cause().kind()),
          share.samples(),
          share.owners(),
          share.requesters(),
          share.firstParty().stream()
              .map(each -> new MethodShare(each.library(), each.millis()))
              .toList());
    }

    CauseShare share() {
      return new CauseShare(
          name,
          millis,
          samples,
          owners,
          requesters,
          firstParty.stream().map(each -> new OwnerShare(each.method, each.millis)).toList());
    }
  }

  private record LineView(String place, List<Double> predictedMillis) {
    static LineView of(HandlerLine line) {
      return new LineView(line.place(), List.of(line.lowMillis(), line.highMillis()));
    }

    HandlerLine line() {
      return new HandlerLine(place, at(predictedMillis, 0), at(predictedMillis, 1));
    }
  }

  private record FindingView(
      String id,
      String title,
      String evidence,
      String place,
      List<Double> predictedMillis,
      @Nullable String lowIf,
      String remedy,
      List<RemedyView> remedies) {
    record RemedyView(String id, String kind) {}

    static FindingView of(Finding finding, List<Family> families) {
      return new FindingView(
          finding.id(),
          finding.title(),
          finding.evidence(),
          finding.place(),
          List.of(finding.lowMillis(), finding.highMillis()),
          finding.lowIf(),
          finding.remedy(),
          families.stream()
              .map(family -> new RemedyView(family.id(), family.kind().label()))
              .toList());
    }

    Finding finding() {
      return new Finding(
          id,
          title,
          evidence,
          place,
          at(predictedMillis, 0),
          at(predictedMillis, 1),
          remedy,
          lowIf == null ? "" : lowIf);
    }
  }

  private static double at(List<Double> millis, int index) {
    return index < millis.size() ? millis.get(index) : 0;
  }

  private static Instant instant(String text) {
    return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
  }

  private static final class Millis extends JsonViews.Rounded {
    private static final long serialVersionUID = 1;

    Millis() {
      super(1_000);
    }
  }

  private static final class Ratio extends JsonViews.Rounded {
    private static final long serialVersionUID = 1;

    Ratio() {
      super(1_000_000);
    }
  }

  /** Replaces the file in one step, and creates its folder. */
  public static void write(Explanation explanation, Path file) {
    write(explanation, Optional.empty(), file);
  }

  /**
   * The same, with what is told only of some functions.
   *
   * @param warmUp the first requests of a function on managed instances
   */
  static void write(Explanation explanation, Optional<WarmUp> warmUp, Path file) {
    AtomicFile.write(file, text(explanation, warmUp));
  }

  static String text(Explanation explanation) {
    return text(explanation, Optional.empty());
  }

  private static String text(Explanation explanation, Optional<WarmUp> warmUp) {
    ObjectMapper mapper = mapper(each -> Family.answering(explanation, each));
    if (warmUp.isEmpty()) {
      return JsonLayout.text(
          mapper, explanation, DEEPEST_MEMBER_ON_ITS_LINE, DEEPEST_ELEMENT_ON_ITS_LINE);
    }
    ObjectNode root = mapper.valueToTree(explanation);
    root.set("warmUp", mapper.valueToTree(warmUp.get()));
    return JsonLayout.text(mapper, root, DEEPEST_MEMBER_ON_ITS_LINE, DEEPEST_ELEMENT_ON_ITS_LINE);
  }

  /**
   * Reads what {@link #write} wrote, without its profile. What is not in a file is empty, except
   * for the total and the phases, without which the file is something else.
   *
   * @throws thaw.problem.UserMistake when the file is none of these
   */
  public static Explanation read(Path file) {
    EarlierResult earlier =
        EarlierResult.toCompare(file, "why.json", "thaw why", ", or record anew");
    if (!(earlier.read() instanceof ObjectNode root)
        || !root.at("/total/wallMillis").isNumber()
        || !root.path("phases").isArray()) {
      throw earlier.mistake("it has no total.wallMillis or no phases");
    }
    root.withObjectProperty("subject");
    root.withObjectProperty("classes");
    return earlier.bound(mapper(_ -> List.of()), root, Explanation.class);
  }

  static double millis(double millis) {
    return Math.round(millis * 1_000) / 1_000.0;
  }
}
