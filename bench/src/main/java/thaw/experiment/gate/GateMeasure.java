package thaw.experiment.gate;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Metric;

/** The measures that a gate compares. */
public enum GateMeasure {
  CPU("cpu", "CPU time", Metric.CPU, 5, false),
  CLASSES("classes", "loaded classes", Metric.LOADED_CLASSES, 1, true),
  MEMORY("memory", "max memory", Metric.MAX_MEMORY, 5, false),
  /** All files of the deployment package, unpacked. */
  PACKAGE_SIZE("packageSize", "package size", null, 1, true),
  /** The time from the start to the response: other programs of the machine are in it. */
  WALL("wall", "start to response", Metric.TOTAL, 10, false),
  /** The share of starts that failed; it grows by so many of 100 starts, and not by a factor. */
  FAILURES("failures", "failed starts", null, 5, true);

  private final String key;
  private final String label;
  private final @Nullable Metric metric;
  private final double usualPercent;
  private final boolean counted;

  GateMeasure(
      String key, String label, @Nullable Metric metric, double usualPercent, boolean counted) {
    this.key = key;
    this.label = label;
    this.metric = metric;
    this.usualPercent = usualPercent;
    this.counted = counted;
  }

  /** Returns the name in options and in {@code budget.yaml}. */
  public String key() {
    return key;
  }

  /** Differences of at most this are none: memory is counted in whole MiB. */
  double resolution() {
    return this == MEMORY ? 1 : 0;
  }

  /** Returns the name for people. */
  public String label() {
    return label;
  }

  /**
   * Returns the metric of a sample that it compares; empty for the package size and for failed
   * starts, which are not figures of one sample.
   */
  public Optional<Metric> metric() {
    return Optional.ofNullable(metric);
  }

  /** Returns the percentage by which it may grow where nobody says it. */
  double usualPercent() {
    return usualPercent;
  }

  /** Returns whether it is nearly the same in each start, so that an increase needs no estimate. */
  public boolean isCounted() {
    return counted;
  }

  /** Returns the measure with that name; empty for a name that none has. */
  public static Optional<GateMeasure> of(String key) {
    return Stream.of(values()).filter(measure -> measure.key.equalsIgnoreCase(key)).findFirst();
  }

  /** All names, for a remedy. */
  public static String keys() {
    return String.join(", ", Stream.of(values()).map(GateMeasure::key).toList());
  }
}
