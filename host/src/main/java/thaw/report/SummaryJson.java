package thaw.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import thaw.experiment.BudgetLimit;
import thaw.experiment.BudgetResult;
import thaw.experiment.BudgetVerdict;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.stats.MedianInterval;

/**
 * {@code summary.json}: an experiment's result for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-bench-1", "title", "host": {"kernel", "cpuModel", "cpus", "memoryMiB", "cgroup", "missingGuarantees": []},
 *  "method": [], "warnings": [{"message", "evidence", "remedy"}],
 *  "variants": [
 *   {"name", "description", "codeSha256", "jdk", "start", "samples", "failures", "statuses": {"200": 9, "404": 1},
 *    "initMillis": {"count", "min", "p50", "p90", "p99", "max", "mean",
 *                   "medianLow", "medianHigh", "medianCoverage"},
 *    ... one member for each Metric, null where it was not measured ...
 *    "comparison": null or {"medianRatio", "pValue", "verdict"},
 *    "failureKinds": [{"type", "message", "count"}]}],
 *  "budget": null or {"file", "over", "verdicts": [
 *   {"variant", "figure", "quantile", "unit", "limit", "measured", "low", "high", "coverage",
 *    "samples", "outcome"}]}}
 * }</pre>
 *
 * {@code samples} counts all, failed ones too; {@code count} those that a metric rests on. Members
 * may be added, none of these goes away.
 */
public final class SummaryJson {
  private static final String FORMAT = "thaw-bench-1";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SummaryJson() {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(ExperimentResult result, Path file) {
    AtomicFile.write(file, text(result));
  }

  private static String text(ExperimentResult result) {
    try {
      return MAPPER.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsString(tree(result))
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values has no JSON", e);
    }
  }

  static ObjectNode tree(ExperimentResult result) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("format", FORMAT).put("title", result.title());
    root.set("host", host(result.host()));
    ArrayNode method = root.putArray("method");
    result.method().forEach(method::add);
    ArrayNode warnings = root.putArray("warnings");
    result
        .warnings()
        .forEach(warning ->
            warnings
                .addObject()
                .put("message", warning.message())
                .put("evidence", warning.evidence())
                .put("remedy", warning.remedy()));
    ArrayNode variants = root.putArray("variants");
    result.variants().forEach(variant -> variants.add(variant(variant)));
    root.set("budget", result.budget().map(SummaryJson::budget).orElse(null));
    return root;
  }

  private static ObjectNode host(Host host) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("kernel", host.kernel())
            .put("cpuModel", host.cpuModel())
            .put("cpus", host.cpus())
            .put("memoryMiB", host.memoryMiB())
            .put("cgroup", host.cgroup());
    ArrayNode missing = node.putArray("missingGuarantees");
    host.missingGuarantees().forEach(missing::add);
    return node;
  }

  private static ObjectNode variant(VariantResult variant) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", variant.name())
            .put("description", variant.description())
            .put("codeSha256", variant.codeSha256())
            .put("jdk", variant.jdk())
            .put("start", variant.start())
            .put("samples", variant.samples().size())
            .put("failures", variant.failures());
    ObjectNode statuses = node.putObject("statuses");
    variant.statuses().forEach((status, count) -> statuses.put("" + status, count));
    for (Metric metric : Metric.values()) {
      node.set(metric.key(), distribution(variant.distributions().get(metric)));
    }
    node.set("comparison", comparison(variant.againstBaseline()));
    ArrayNode failures = node.putArray("failureKinds");
    for (FailureGroup group : FailureGroup.of(variant)) {
      failures
          .addObject()
          .put("type", group.type())
          .put("message", group.message())
          .put("count", group.count());
    }
    return node;
  }

  private static ObjectNode budget(BudgetResult budget) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("file", budget.file()).put("over", budget.isOver());
    ArrayNode verdicts = node.putArray("verdicts");
    for (BudgetVerdict verdict : budget.verdicts()) {
      BudgetLimit limit = verdict.limit();
      ObjectNode each = verdicts.addObject();
      each.put("variant", verdict.variant());
      each.put("figure", limit.figure().key());
      each.put("quantile", limit.quantile().orElse(null));
      each.put("unit", limit.figure().unit());
      each.put("limit", limit.limit());
      put(each, "measured", verdict.measured());
      put(each, "low", verdict.low());
      put(each, "high", verdict.high());
      each.put("coverage", verdict.coverage());
      each.put("samples", verdict.samples());
      each.put("outcome", verdict.outcome().words());
    }
    return node;
  }

  private static void put(ObjectNode node, String name, OptionalDouble value) {
    if (value.isPresent()) {
      node.put(name, value.getAsDouble());
    } else {
      node.putNull(name);
    }
  }

  static @Nullable ObjectNode distribution(@Nullable Distribution distribution) {
    if (distribution == null) {
      return null;
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("count", distribution.count())
        .put("min", distribution.min())
        .put("p50", distribution.p50())
        .put("p90", distribution.p90())
        .put("p99", distribution.p99())
        .put("max", distribution.max())
        .put("mean", distribution.mean())
        .put("medianLow", distribution.medianLow())
        .put("medianHigh", distribution.medianHigh())
        .put("medianCoverage", MedianInterval.coverage(distribution.count()));
  }

  private static @Nullable ObjectNode comparison(@Nullable Comparison comparison) {
    if (comparison == null) {
      return null;
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("medianRatio", comparison.medianRatio())
        .put("pValue", comparison.pValue())
        .put("verdict", Verdict.of(comparison).words());
  }
}
