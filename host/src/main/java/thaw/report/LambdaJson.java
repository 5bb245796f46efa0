package thaw.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import thaw.experiment.Comparison;
import thaw.lambda.DeployedFunction;
import thaw.lambda.LambdaResult;
import thaw.lambda.PhaseFigures;

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
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private LambdaJson() {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(LambdaResult result, Path file) {
    try {
      AtomicFile.write(
          file,
          MAPPER.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsString(tree(result))
              + "\n");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values has no JSON", e);
    }
  }

  static ObjectNode tree(LambdaResult result) {
    ObjectNode root = SummaryJson.tree(result.experiment());
    DeployedFunction function = result.function();
    ObjectNode lambda =
        root.putObject("lambda")
            .put("arn", function.arn())
            .put("endpoint", result.endpoint().orElse(null))
            .put("version", function.version())
            .put("runtime", function.runtime())
            .put("handler", function.handler())
            .put("memoryMiB", function.memoryMiB())
            .put("architecture", function.architecture())
            .put("codeSha256", function.codeSha256())
            .put("snapStart", function.snapStart())
            .put("logFormat", function.logFormat());
    ArrayNode phases = lambda.putArray("phases");
    for (PhaseFigures each : result.phases()) {
      ObjectNode phase = phases.addObject();
      phase.put("phase", each.phase().label());
      phase.put("key", each.phase().key());
      phase.put("unit", each.phase().unit());
      phase.set("local", SummaryJson.distribution(each.local().orElse(null)));
      phase.set("lambda", SummaryJson.distribution(each.lambda().orElse(null)));
      phase.put("ratio", each.comparison().map(Comparison::medianRatio).orElse(null));
      phase.put("pValue", each.comparison().map(Comparison::pValue).orElse(null));
    }
    return root;
  }
}
