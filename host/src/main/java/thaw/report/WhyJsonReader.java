package thaw.report;

import static thaw.report.EarlierResult.list;
import static thaw.report.EarlierResult.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.stream.Stream;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.ClassGroup;
import thaw.attribution.Explanation.Classes;
import thaw.attribution.Explanation.Initialiser;
import thaw.attribution.Explanation.LoadedClass;
import thaw.attribution.Explanation.MethodTime;
import thaw.attribution.Explanation.Movable;
import thaw.attribution.Explanation.OwnerShare;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.Explanation.Span;
import thaw.attribution.Explanation.Subject;
import thaw.attribution.Explanation.Total;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;

/**
 * Reads {@link WhyJson} back. What is not in a file is empty, except for the total and the phases,
 * without which the file is something else.
 */
final class WhyJsonReader {
  private final EarlierResult earlier;

  private WhyJsonReader(EarlierResult earlier) {
    this.earlier = earlier;
  }

  static Explanation read(Path file) {
    EarlierResult earlier = new EarlierResult(file, "why.json", "thaw why", ", or record anew");
    return new WhyJsonReader(earlier).explanation(earlier.read());
  }

  private Explanation explanation(JsonNode root) {
    if (!root.at("/total/wallMillis").isNumber() || !root.path("phases").isArray()) {
      throw earlier.mistake("it has no total.wallMillis or no phases");
    }
    JsonNode total = root.path("total");
    JsonNode classes = root.path("classes");
    return new Explanation(
        subject(root.path("subject")),
        new Total(
            number(total, "wallMillis"),
            number(total, "cpuMillis"),
            number(total, "explainedRatio")),
        list(root.path("phases"), this::phase),
        new Classes(
            classes.path("loaded").asInt(),
            list(classes.path("byPackage"), WhyJsonReader::group),
            list(classes.path("byLibrary"), WhyJsonReader::group),
            list(classes.path("list"), this::loadedClass)),
        list(root.path("methods"), WhyJsonReader::method),
        list(root.path("movable"), WhyJsonReader::movable),
        list(root.path("initialisers"), WhyJsonReader::initialiser),
        list(root.path("findings"), WhyJsonReader::finding),
        list(root.path("timeline"), WhyJsonReader::span),
        List.of(),
        list(root.path("handlerLines"), WhyJsonReader::handlerLine),
        list(root.path("notes"), note -> note.asText()));
  }

  private Subject subject(JsonNode node) {
    try {
      return new Subject(
          text(node, "function"),
          text(node, "handler"),
          node.path("memoryMiB").asInt(),
          text(node, "jdk"),
          node.path("runs").asInt(),
          Instant.parse(node.path("recordedAt").asText("1970-01-01T00:00:00Z")));
    } catch (DateTimeParseException e) {
      throw earlier.mistake("subject.recordedAt is not an instant: " + e.getParsedString());
    }
  }

  private Phase phase(JsonNode node) {
    return new Phase(
        phaseName(text(node, "name")),
        number(node, "wallMillis"),
        number(node, "cpuMillis"),
        number(node, "explainedRatio"),
        list(node.path("causes"), this::cause));
  }

  private CauseShare cause(JsonNode node) {
    String name = text(node, "name");
    Cause cause =
        Stream.of(Cause.values())
            .filter(each -> each.label().equals(name))
            .findFirst()
            .orElseThrow(
                () -> earlier.mistake("this version does not know the cause '" + name + "'"));
    return new CauseShare(
        cause,
        number(node, "millis"),
        node.path("samples").asInt(),
        list(node.path("owners"), owner -> share(owner, "library")),
        list(node.path("requesters"), requester -> share(requester, "library")),
        list(node.path("firstParty"), method -> share(method, "method")));
  }

  private PhaseName phaseName(String label) {
    return Stream.of(PhaseName.values())
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow(() -> earlier.mistake("this version does not know the phase '" + label + "'"));
  }

  private LoadedClass loadedClass(JsonNode node) {
    return new LoadedClass(
        text(node, "name"),
        text(node, "library"),
        phaseName(text(node, "phase")),
        node.path("archived").asBoolean(),
        number(node, "atMillis"));
  }

  private static OwnerShare share(JsonNode node, String key) {
    return new OwnerShare(text(node, key), number(node, "millis"));
  }

  private static ClassGroup group(JsonNode node) {
    return new ClassGroup(
        text(node, "name"),
        node.path("classes").asInt(),
        node.path("archived").asInt(),
        number(node, "millis"));
  }

  private static MethodTime method(JsonNode node) {
    return new MethodTime(
        text(node, "name"),
        text(node, "library"),
        number(node, "inclusiveMillis"),
        number(node, "selfMillis"),
        number(node, "initMillis"));
  }

  private static Movable movable(JsonNode node) {
    return new Movable(
        text(node, "method"), text(node, "place"), number(node, "millis"), text(node, "why"));
  }

  private static Explanation.HandlerLine handlerLine(JsonNode node) {
    return new Explanation.HandlerLine(
        text(node, "place"),
        node.at("/predictedMillis/0").asDouble(),
        node.at("/predictedMillis/1").asDouble());
  }

  private static Initialiser initialiser(JsonNode node) {
    return new Initialiser(
        text(node, "class"), number(node, "staticMillis"), number(node, "constructorMillis"));
  }

  private static Finding finding(JsonNode node) {
    return new Finding(
        text(node, "id"),
        text(node, "title"),
        text(node, "evidence"),
        text(node, "place"),
        node.at("/predictedMillis/0").asDouble(),
        node.at("/predictedMillis/1").asDouble(),
        text(node, "remedy"));
  }

  private static Span span(JsonNode node) {
    return new Span(
        text(node, "lane"),
        text(node, "name"),
        number(node, "startMillis"),
        number(node, "millis"));
  }

  private static double number(JsonNode node, String member) {
    return node.path(member).asDouble();
  }
}
