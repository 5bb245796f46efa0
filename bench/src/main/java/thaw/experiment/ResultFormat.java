package thaw.experiment;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.experiment.sampling.SampleFormat;
import thaw.json.Json;
import thaw.json.JsonViews;

/**
 * Cold starts as lines of {@code results.jsonl}. Every line says which plan it belongs to.
 *
 * @param plan digest of all that makes samples comparable
 * @param starts how each of what is measured starts, by the name that its samples have
 * @param wanted samples, those of all names together
 */
public record ResultFormat(String plan, Map<String, String> starts, long wanted)
    implements SampleFormat<Sample> {
  private static final ObjectMapper MAPPER =
      Json.written()
          .addModule(
              new JsonViews().with(Instant.class, String.class, Instant::toString, Instant::parse))
          .build();

  public ResultFormat {
    starts = Map.copyOf(starts);
  }

  static ResultFormat of(Plan plan) {
    Map<String, String> starts = new HashMap<>();
    plan.variants().forEach(variant -> starts.put(variant.name(), variant.spec().start().words()));
    return new ResultFormat(
        plan.fingerprint(), starts, (long) plan.variants().size() * plan.runs());
  }

  @Override
  public List<ObjectNode> head() {
    return List.of();
  }

  @Override
  public Optional<List<ObjectNode>> resumed(List<ObjectNode> lines) {
    boolean same = lines.stream().allMatch(line -> line.path("plan").asText().equals(plan));
    return same && lines.size() < wanted ? Optional.of(lines) : Optional.empty();
  }

  /** Those of this plan; none if any line is of another one. */
  List<Sample> ofPlan(List<ObjectNode> lines) {
    return lines.stream().allMatch(line -> line.path("plan").asText().equals(plan))
        ? samples(lines)
        : List.of();
  }

  @Override
  public List<Sample> samples(List<ObjectNode> lines) {
    return lines.stream().map(line -> MAPPER.convertValue(line, ResultLine.class).read()).toList();
  }

  @Override
  public ObjectNode line(Sample sample) {
    return MAPPER.valueToTree(
        new ResultLine(
            sample.name(),
            sample.number(),
            starts.get(sample.name()),
            sample.startedAt(),
            plan,
            sample.status(),
            sample.failure(),
            rounded(sample.remote()),
            sample.place(),
            sample.warmMillis().stream().map(ResultFormat::micros).toList(),
            rounded(sample.values())));
  }

  private static Sample.@Nullable Remote rounded(Sample.@Nullable Remote remote) {
    return remote == null
        ? null
        : new Sample.Remote(
            remote.requestId(),
            remote.version(),
            micros(remote.roundTripMillis()),
            remote.reports());
  }

  private static Map<String, @Nullable Object> rounded(Map<Metric, Double> values) {
    Map<String, @Nullable Object> rounded = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      if (!metric.isOfPods() || values.containsKey(metric)) {
        rounded.put(metric.key(), rounded(metric, values.get(metric)));
      }
    }
    return rounded;
  }

  private static @Nullable Object rounded(Metric metric, @Nullable Double value) {
    if (value == null) {
      return null;
    }
    if (metric.unit().equals("ms")) {
      return micros(value);
    }
    return Math.round(value);
  }

  /** Rounds milliseconds to the microsecond. */
  private static double micros(double millis) {
    return Math.round(millis * 1000) / 1000.0;
  }

  /**
   * One line.
   *
   * @param warmMillis absent where nothing was invoked again
   * @param metrics by their keys; null where the host cannot give one
   */
  private record ResultLine(
      String name,
      int sample,
      @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String start,
      Instant startedAt,
      String plan,
      @Nullable Integer status,
      @JsonInclude(JsonInclude.Include.ALWAYS) Sample.@Nullable Failure failure,
      Sample.@Nullable Remote remote,
      Sample.@Nullable Place place,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<Double> warmMillis,
      @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> metrics) {
    private Sample read() {
      Map<Metric, Double> values = new EnumMap<>(Metric.class);
      for (Metric metric : Metric.values()) {
        if (metrics.get(metric.key()) instanceof Number value) {
          values.put(metric, value.doubleValue());
        }
      }
      List<Double> warm = warmMillis == null ? List.of() : warmMillis;
      return new Sample(name, sample, startedAt, values, status, failure, remote, place, warm);
    }
  }
}
