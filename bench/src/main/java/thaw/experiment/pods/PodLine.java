package thaw.experiment.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import thaw.experiment.Metric;
import thaw.experiment.ResultFormat;
import thaw.experiment.Sample;
import thaw.json.Json;
import thaw.problem.UserMistake;

/**
 * Writes a pod's cold start into its log, and reads it there: a line of {@code results.jsonl}
 * behind the name of its format. Other lines may be before and behind it.
 */
public final class PodLine {
  private static final String START = "{\"format\":\"thaw-pod-start-1\",";
  private static final ResultFormat FORMAT = new ResultFormat("pod", Map.of(), 1);

  private static final String CAUSE = "thaw: ";
  private static final String REMEDY = "Remedy: ";

  /** The metrics whose sum is {@link Metric#POD_TOTAL}. */
  private static final List<Metric> PHASES =
      List.of(
          Metric.POD_SCHEDULED,
          Metric.POD_CREATED,
          Metric.POD_STARTED,
          Metric.POD_READY,
          Metric.POD_ANSWERED);

  private PodLine() {}

  public static String of(Sample sample) {
    return START + FORMAT.line(sample).toString().substring(1);
  }

  /**
   * Reads a sample from a pod's log; returns empty where the log has no such line, or one that was
   * cut short.
   *
   * @param log of the pod
   * @param name of the variant that it was
   */
  public static Optional<Sample> read(String log, String name, int number) {
    return log.lines()
        .filter(line -> line.startsWith(START))
        .findFirst()
        .flatMap(line -> {
          try {
            JsonNode read = Json.MAPPER.readTree(line);
            return FORMAT.samples(List.of(((ObjectNode) read).without("format"))).stream()
                .findFirst()
                .map(sample -> sample.withName(name).withNumber(number));
          } catch (IOException e) {
            return Optional.empty(); // it is made again
          }
        });
  }

  /**
   * Returns the mistake that the pod has told in place of a start, and that every other pod would
   * tell.
   */
  public static Optional<UserMistake> mistake(String log) {
    List<String> lines = log.lines().toList();
    for (int i = 0; i + 1 < lines.size(); i++) {
      if (lines.get(i).startsWith(CAUSE) && lines.get(i + 1).startsWith(REMEDY)) {
        return Optional.of(
            new UserMistake(
                "in the pod: " + lines.get(i).substring(CAUSE.length()),
                lines.get(i + 1).substring(REMEDY.length())));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the sample with the node where it was taken, and with how the pod came to be.
   *
   * @param before phases that the pod itself cannot see; those that nobody has seen are missing
   */
  public static Sample on(String node, Map<Metric, Double> before, Sample sample) {
    Map<Metric, Double> values = new EnumMap<>(sample.values());
    values.putAll(before);
    if (values.keySet().containsAll(PHASES)) {
      values.put(
          Metric.POD_TOTAL,
          PHASES.stream().mapToDouble(phase -> Objects.requireNonNull(values.get(phase))).sum());
    }
    Sample.Place place = sample.place();
    return sample.withValues(values).withPlace(place == null ? null : place.on(node));
  }
}
