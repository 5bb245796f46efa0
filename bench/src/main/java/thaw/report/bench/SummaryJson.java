package thaw.report.bench;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import thaw.experiment.VariantSetting;
import thaw.experiment.Warning;
import thaw.json.JsonViews;
import thaw.model.FittedModel;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;

/**
 * {@code summary.json}: an experiment's result for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-bench-1", "title", "host": {"kernel", "cpuModel", "cpus", "memoryMiB", "cgroup", "missingGuarantees": []},
 *  "method": [], "warnings": [{"message", "evidence", "remedy"}],
 *  "variants": [
 *   {"name", "description", "codeSha256", "jdk", "memoryMiB", "start", "samples", "failures",
 *    "statuses": {"200": 9, "404": 1},
 *    "initMillis": {"count", "min", "p50", "p90", "p99", "max", "mean",
 *                   "medianLow", "medianHigh", "medianCoverage"},
 *    ... one member for each Metric, null where it was not measured; those of pods only where there are pods ...
 *    "comparison": null or {"medianRatio", "pValue", "verdict"},
 *    "failureKinds": [{"type", "message", "count"}]}],
 *  "budget": null or {"file", "over", "verdicts": [
 *   {"variant", "figure", "quantile", "unit", "limit", "measured", "low", "high", "coverage",
 *    "samples", "outcome"}]},
 *  "asLambda": absent, or {"measured", "machine", "published", "own", "confidence",
 *   "withoutSource": {"told", "inside"}, "expected": [
 *   {"variant", "phase", "localMillis", "lambdaMillis", "lowMillis", "highMillis"}],
 *   "untold": []}}
 * }</pre>
 *
 * {@code samples} counts all, failed ones too; {@code count} those that a metric rests on. Members
 * may be added, none of these goes away.
 */
public final class SummaryJson {
  private static final String FORMAT = "thaw-bench-1";

  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addMixIn(Distribution.class, OfDistribution.class)
          .addMixIn(FailureGroup.class, OfFailureGroup.class)
          .addModule(new Jdk8Module())
          .addModule(
              new JsonViews()
                  .written(VariantResult.class, Variant.class, Variant::of)
                  .written(Comparison.class, Compared.class, Compared::of)
                  .written(BudgetResult.class, Budget.class, Budget::of)
                  .written(BudgetVerdict.class, Judged.class, Judged::of))
          .build();

  private SummaryJson() {}

  private record Document(
      String format,
      String title,
      Host host,
      List<String> method,
      List<Warning> warnings,
      List<VariantResult> variants,
      Optional<BudgetResult> budget) {
    static Document of(ExperimentResult result) {
      return new Document(
          FORMAT,
          result.title(),
          result.host(),
          result.method(),
          result.warnings(),
          result.variants(),
          result.budget());
    }
  }

  private interface OfDistribution {
    @JsonProperty
    double medianCoverage();
  }

  @JsonIncludeProperties({"type", "message", "count"})
  @JsonPropertyOrder({"type", "message", "count"})
  private interface OfFailureGroup {}

  private record Variant(
      String name,
      String description,
      String codeSha256,
      String jdk,
      Optional<Integer> memoryMiB,
      String start,
      int samples,
      long failures,
      Map<Integer, Integer> statuses,
      @JsonAnyGetter Map<String, @Nullable Distribution> figures,
      @Nullable Comparison comparison,
      List<FailureGroup> failureKinds) {
    static Variant of(VariantResult variant) {
      Map<String, @Nullable Distribution> figures = new LinkedHashMap<>();
      for (Metric metric : Metric.values()) {
        if (!metric.isOfPods() || variant.distributions().containsKey(metric)) {
          figures.put(metric.key(), variant.distributions().get(metric));
        }
      }
      return new Variant(
          variant.name(),
          variant.description(),
          variant.codeSha256(),
          variant.jdk(),
          variant.setting().map(VariantSetting::memoryMiB),
          variant.start(),
          variant.samples().size(),
          variant.failures(),
          variant.statuses(),
          figures,
          variant.againstBaseline(),
          FailureGroup.of(variant));
    }
  }

  private record Compared(double medianRatio, double pValue, String verdict) {
    static Compared of(Comparison comparison) {
      return new Compared(
          comparison.medianRatio(), comparison.pValue(), ComparisonVerdict.of(comparison).words());
    }
  }

  private record Budget(String file, boolean over, List<BudgetVerdict> verdicts) {
    static Budget of(BudgetResult budget) {
      return new Budget(budget.file(), budget.isOver(), budget.verdicts());
    }
  }

  private record Judged(
      String variant,
      String figure,
      Optional<Double> quantile,
      String unit,
      double limit,
      OptionalDouble measured,
      OptionalDouble low,
      OptionalDouble high,
      double coverage,
      int samples,
      String outcome) {
    static Judged of(BudgetVerdict verdict) {
      BudgetLimit limit = verdict.limit();
      return new Judged(
          verdict.variant(),
          limit.figure().key(),
          limit.quantile(),
          limit.figure().unit(),
          limit.limit(),
          verdict.measured(),
          verdict.low(),
          verdict.high(),
          verdict.coverage(),
          verdict.samples(),
          verdict.outcome().words());
    }
  }

  /** Replaces the file in one step, and creates its folder. */
  public static void write(ExperimentResult result, Path file) {
    write(result, Optional.empty(), file);
  }

  /**
   * @param lambda what tells the figures that AWS Lambda is expected to show, where it was asked
   *     for
   */
  public static void write(ExperimentResult result, Optional<FittedModel> lambda, Path file) {
    ObjectNode root = tree(result);
    lambda.ifPresent(model -> root.set("asLambda", AsLambda.json(result, model)));
    AtomicFile.write(file, JsonLayout.lines(MAPPER, root));
  }

  static ObjectNode tree(ExperimentResult result) {
    return MAPPER.valueToTree(Document.of(result));
  }
}
