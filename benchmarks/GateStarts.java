import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import thaw.experiment.gate.GateMeasure;
import thaw.experiment.gate.GateRule;
import thaw.experiment.gate.GateVerdict.Outcome;

/** The starts of one variant that {@code thaw bench} has recorded, in their order, by measure. */
record GateStarts(Map<GateMeasure, double[]> values, int count) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * By the variants' names; failed starts are left out.
   *
   * @param folder that {@code thaw bench} has written
   */
  static Map<String, GateStarts> read(Path folder) throws IOException {
    Map<String, List<JsonNode>> samples = new LinkedHashMap<>();
    for (String line : Files.readAllLines(folder.resolve("results.jsonl"))) {
      JsonNode sample = JSON.readTree(line);
      if (sample.path("failure").isNull()) {
        samples.computeIfAbsent(sample.path("name").asText(), _ -> new ArrayList<>()).add(sample);
      }
    }
    Map<String, GateStarts> read = new LinkedHashMap<>();
    samples.forEach((name, all) -> read.put(name, of(all)));
    return read;
  }

  private static GateStarts of(List<JsonNode> samples) {
    Map<GateMeasure, double[]> values = new EnumMap<>(GateMeasure.class);
    for (GateMeasure measure : GateMeasure.values()) {
      measure
          .metric()
          .filter(metric -> samples.stream().allMatch(each -> each.path(metric.key()).isNumber()))
          .ifPresent(metric ->
              values.put(measure, samples.stream().mapToDouble(each -> each.path(metric.key()).asDouble()).toArray()));
    }
    return new GateStarts(values, samples.size());
  }

  /** Those with these numbers; a number may come more than once. */
  GateStarts picked(int[] numbers) {
    Map<GateMeasure, double[]> some = new EnumMap<>(GateMeasure.class);
    values.forEach((measure, all) -> some.put(measure, IntStream.of(numbers).mapToDouble(each -> all[each]).toArray()));
    return new GateStarts(some, numbers.length);
  }

  /**
   * Whether the gate says that something has grown since these.
   *
   * @param planted factor of the CPU time afterwards. A slow-down is one of the CPU alone: more classes
   *     would be found always
   */
  boolean isOver(GateStarts after, GateRule rule, double miss, double planted) {
    for (GateMeasure measure : rule.gating()) {
      double[] old = values.get(measure);
      double[] now = after.values.get(measure);
      if (old == null || now == null) {
        continue;
      }
      double factor = measure == GateMeasure.CPU ? planted : 1;
      double[] grown = IntStream.range(0, now.length).mapToDouble(each -> now[each] * factor).toArray();
      if (rule.outcome(measure, old, grown, miss) == Outcome.OVER) {
        return true;
      }
    }
    return false;
  }
}
