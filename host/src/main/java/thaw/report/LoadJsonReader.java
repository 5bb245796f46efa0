package thaw.report;

import static thaw.report.EarlierResult.list;
import static thaw.report.EarlierResult.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import thaw.load.ColdStart;
import thaw.load.Distribution;
import thaw.load.Failure;
import thaw.load.GeneratorUse;
import thaw.load.HostUse;
import thaw.load.LayerTax;
import thaw.load.LoadPlan;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.stats.MedianInterval;

/** Reads {@link LoadJson} back; quantiles and totals are computed anew from the histograms. */
final class LoadJsonReader {
  private LoadJsonReader() {}

  static LoadJson.Content read(Path file) {
    EarlierResult earlier = new EarlierResult(file, "load.json", "thaw load", "");
    try {
      return content(earlier.read());
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw earlier.mistake(String.valueOf(e.getMessage()));
    }
  }

  private static LoadJson.Content content(JsonNode root) {
    String format = root.path("format").asText();
    if (!format.equals(LoadJson.FORMAT)) {
      throw new IllegalArgumentException(
          format.isEmpty() ? "it has no format" : "its format is " + format);
    }
    return new LoadJson.Content(
        list(root.path("runs"), LoadJsonReader::run),
        list(root.path("taxes"), LoadJsonReader::tax));
  }

  private static LoadResult run(JsonNode node) {
    return new LoadResult(
        new LoadPlan(
            text(node, "name"),
            text(node, "target"),
            LoadSchedules.read(node.path("schedule")),
            duration(node, "timeoutMillis")),
        Instant.parse(text(node, "begun")),
        node.path("complete").asBoolean(),
        node.path("scheduled").asLong(),
        list(node.path("seconds"), LoadJsonReader::second),
        failures(node.path("failures")),
        list(node.path("coldStarts"), LoadJsonReader::cold),
        node.path("waits").asLong(),
        use(node.path("generator")),
        list(node.path("reasons"), JsonNode::asText));
  }

  private static LoadSecond second(JsonNode node) {
    return new LoadSecond(
        node.path("index").asInt(),
        node.path("scheduled").asLong(),
        node.path("sent").asLong(),
        node.path("answered").asLong(),
        node.path("failed").asLong(),
        node.has("environments")
            ? OptionalInt.of(node.path("environments").asInt())
            : OptionalInt.empty(),
        distribution(node.path("lag")),
        distribution(node.path("send")),
        distribution(node.path("service")),
        distribution(node.path("response")),
        distribution(node.path("failedResponse")));
  }

  private static Distribution distribution(JsonNode node) {
    if (!node.path("count").isIntegralNumber()) {
      throw new IllegalArgumentException("a second has no distribution");
    }
    return node.path("count").asLong() == 0
        ? Distribution.ofNanos()
        : Distribution.decoded(text(node, "histogram"));
  }

  private static Map<Failure, Long> failures(JsonNode array) {
    Map<Failure, Long> failures = new LinkedHashMap<>();
    array.forEach(node ->
        failures.put(
            new Failure(Failure.Kind.valueOf(text(node, "kind")), text(node, "text")),
            node.path("count").asLong()));
    return failures;
  }

  private static ColdStart cold(JsonNode node) {
    return new ColdStart(
        ColdStart.Kind.valueOf(text(node, "kind")),
        node.path("dueMillis").asDouble(),
        node.path("responseMillis").asDouble());
  }

  private static GeneratorUse use(JsonNode node) {
    return new GeneratorUse(
        duration(node, "wallMillis"),
        duration(node, "busiestThreadMillis"),
        duration(node, "processMillis"),
        duration(node, "collectionMillis"),
        new HostUse(duration(node, "hostBusyMillis"), duration(node, "hostCpuMillis")));
  }

  private static LayerTax tax(JsonNode node) {
    List<Double> at = new ArrayList<>();
    for (double share : LayerTax.SHARES) {
      at.add(node.path("atMillis").path(LoadFigures.quantile(share)).asDouble(Double.NaN));
    }
    JsonNode median = node.path("median");
    return new LayerTax(
        text(node, "name"),
        text(node, "with"),
        text(node, "without"),
        at,
        median.isObject()
            ? Optional.of(
                new MedianInterval(
                    median.path("lowMillis").asDouble(),
                    median.path("highMillis").asDouble(),
                    median.path("coverage").asDouble()))
            : Optional.empty());
  }

  private static Duration duration(JsonNode node, String member) {
    return Duration.ofNanos(Math.round(node.path(member).asDouble() * LoadJson.NANOS_PER_MILLI));
  }
}
