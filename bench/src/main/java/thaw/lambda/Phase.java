package thaw.lambda;

import java.util.Map;
import java.util.OptionalDouble;
import thaw.experiment.Metric;
import thaw.experiment.Sample;

/** The parts of a cold start that are compared here and on AWS. */
public enum Phase {
  /** REPORT's {@code Init Duration}. */
  INIT("init", "initMillis", "ms"),
  /** REPORT's {@code Restore Duration}. */
  RESTORE("restore", "restoreMillis", "ms"),
  /** REPORT's {@code Duration}. */
  FIRST_INVOCATION("first invocation", "handlerMillis", "ms"),
  /** Init or restore and first invocation: on both sides the sum of the two. */
  TOGETHER("both together", "beginningAndFirstMillis", "ms"),
  /** REPORT's {@code Billed Duration}. */
  BILLED("billed duration", "billedMillis", "ms"),
  /** REPORT's {@code Max Memory Used}. */
  MAX_MEMORY("max memory used", "maxMemoryMiB", "MiB"),
  /**
   * The time from the request to its answer, as this machine sees it; only of a deployed function.
   */
  ROUND_TRIP("round trip from here", "roundTripMillis", "ms");

  private final String label;
  private final String key;
  private final String unit;

  Phase(String label, String key, String unit) {
    this.label = label;
    this.key = key;
    this.unit = unit;
  }

  /** Returns the part's name for people. */
  public String label() {
    return label;
  }

  /** Its member in {@code summary.json}. */
  public String key() {
    return key;
  }

  public String unit() {
    return unit;
  }

  /** Returns a sample's value of this part, in the part's unit; empty where the sample has none. */
  OptionalDouble of(Sample sample) {
    Map<Metric, Double> values = sample.values();
    return switch (this) {
      case INIT -> value(values, Metric.INIT);
      case RESTORE -> value(values, Metric.RESTORE);
      case FIRST_INVOCATION -> value(values, Metric.HANDLER);
      case TOGETHER -> sample.beginningAndFirstMillis();
      case BILLED -> value(values, Metric.BILLED);
      case MAX_MEMORY -> value(values, Metric.MAX_MEMORY);
      case ROUND_TRIP -> {
        Sample.Remote remote = sample.remote();
        yield remote == null ? OptionalDouble.empty() : OptionalDouble.of(remote.roundTripMillis());
      }
    };
  }

  private static OptionalDouble value(Map<Metric, Double> values, Metric metric) {
    Double value = values.get(metric);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
