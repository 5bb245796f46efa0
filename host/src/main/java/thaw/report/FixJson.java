package thaw.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import thaw.fix.ByHand;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.stats.ShiftInterval;

/**
 * {@code fix.json}: what {@code thaw fix} has proven, for other programs.
 *
 * <pre>{@code
 * {"function", "confirmed",
 *  "base": {"totalMillis": {"p50"}, "cpuMillis": {"p50"}, "samples"},
 *  "result": {the same, "ratio"},
 *  "steps": [{"id", "kind": "safe|reviewed|different", "finding", "what",
 *             "predictedMillis": [low, high],
 *             "measuredMillis": [low, median, high] or null where it was never started,
 *             "measuredCpuMillis": likewise,
 *             "leftOutMillis": what the kept set loses without it, likewise; of the last run,
 *             "kept", "reason", "files": []}],
 *  "byHand": [{"finding", "place", "gainMillis", "what"}]}
 * }</pre>
 *
 * {@code ratio} is that of the medians of the whole cold start; of fresh samples of one run where
 * {@code confirmed} is true. Members may be added, none of these goes away.
 */
public final class FixJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private FixJson() {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(String function, FixResult result, Path file) {
    AtomicFile.write(file, text(function, result));
  }

  static String text(String function, FixResult result) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("function", function);
    root.put("confirmed", result.confirmed());
    root.set("base", figures(result.base()));
    root.set("result", figures(result.result()).put("ratio", result.ratio()));
    ArrayNode steps = root.putArray("steps");
    result.steps().forEach(step -> step(steps.addObject(), step));
    root.set("byHand", ByHand.json(result.byHand()));
    try {
      return MAPPER.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values has no JSON", e);
    }
  }

  private static ObjectNode figures(FixResult.Figures figures) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.putObject("totalMillis").put("p50", figures.totalMillis());
    node.putObject("cpuMillis").put("p50", figures.cpuMillis());
    return node.put("samples", figures.samples());
  }

  private static void step(ObjectNode node, Step step) {
    node.put("id", step.remedy().id());
    node.put("kind", step.remedy().kind().label());
    node.put("finding", step.remedy().finding().orElse(null));
    node.put("what", step.remedy().what());
    node.putArray("predictedMillis")
        .add(step.remedy().predicted().lowMillis())
        .add(step.remedy().predicted().highMillis());
    node.set("measuredMillis", step.gain().map(FixJson::interval).orElse(null));
    node.set("measuredCpuMillis", step.cpuGain().map(FixJson::interval).orElse(null));
    node.set("leftOutMillis", step.leftOut().map(FixJson::interval).orElse(null));
    node.put("kept", step.kept());
    node.put("reason", step.reason());
    ArrayNode files = node.putArray("files");
    step.remedy().change().files().forEach(file -> files.add(file.toString()));
  }

  private static ArrayNode interval(ShiftInterval gain) {
    return JsonNodeFactory.instance.arrayNode().add(gain.low()).add(gain.median()).add(gain.high());
  }
}
