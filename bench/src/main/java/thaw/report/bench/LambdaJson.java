package thaw.report.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.lambda.DeployedFunction;
import thaw.lambda.LambdaResult;
import thaw.lambda.PhaseFigures;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;

/**
 * {@code summary.json} of cold starts of a deployed function: that of {@link SummaryJson}, whose
 * variants are the sides {@code local} and {@code lambda}, with one more member.
 *
 * <pre>{@code
 * "lambda": {"arn", "endpoint", "version", "runtime", "handler", "memoryMiB", "architecture", "codeSha256", "snapStart", "logFormat",
 *  "phases": [{"phase", "key", "unit", "local": null or {"count", "min", "p50", ...}, "lambda": ...,
 *              "ratio": null or Lambda's median / the local one, "pValue"}]}
 * }</pre>
 */
public final class LambdaJson {
  private LambdaJson() {}

  private record Lambda(
      String arn,
      Optional<String> endpoint,
      String version,
      String runtime,
      String handler,
      int memoryMiB,
      String architecture,
      String codeSha256,
      boolean snapStart,
      String logFormat,
      List<Phase> phases) {
    static Lambda of(LambdaResult result) {
      DeployedFunction function = result.function();
      return new Lambda(
          function.arn(),
          result.endpoint(),
          function.version(),
          function.runtime(),
          function.handler(),
          function.memoryMiB(),
          function.architecture(),
          function.codeSha256(),
          function.snapStart(),
          function.logFormat(),
          result.phases().stream().map(Phase::of).toList());
    }
  }

  private record Phase(
      String phase,
      String key,
      String unit,
      Optional<Distribution> local,
      Optional<Distribution> lambda,
      Optional<Double> ratio,
      Optional<Double> pValue) {
    static Phase of(PhaseFigures each) {
      return new Phase(
          each.phase().label(),
          each.phase().key(),
          each.phase().unit(),
          each.local(),
          each.lambda(),
          each.comparison().map(Comparison::medianRatio),
          each.comparison().map(Comparison::pValue));
    }
  }

  /** Replaces the file in one step, and creates its folder. */
  public static void write(LambdaResult result, Path file) {
    ObjectNode root = SummaryJson.tree(result.experiment());
    root.set("lambda", SummaryJson.MAPPER.valueToTree(Lambda.of(result)));
    AtomicFile.write(file, JsonLayout.lines(SummaryJson.MAPPER, root));
  }
}
