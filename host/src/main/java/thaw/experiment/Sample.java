package thaw.experiment;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One cold start, measured.
 *
 * @param name the variant's name
 * @param number 1 for the variant's first sample
 * @param startedAt wall clock, only to label
 * @param values what was measured; a metric that this host cannot give is absent
 * @param status the HTTP status of a function behind an API, or null where its response has none
 * @param failure why the first invocation gave no result, or null when it did
 */
public record Sample(
    String name,
    int number,
    Instant startedAt,
    Map<Metric, Double> values,
    @Nullable Integer status,
    @Nullable Failure failure) {
  /** Of a function that answers without a status. */
  public Sample(
      String name,
      int number,
      Instant startedAt,
      Map<Metric, Double> values,
      @Nullable Failure failure) {
    this(name, number, startedAt, values, null, failure);
  }

  public Sample {
    Map<Metric, Double> copy = new EnumMap<>(Metric.class);
    copy.putAll(values);
    values = java.util.Collections.unmodifiableMap(copy);
  }

  /**
   * @param type the error type as Lambda reports it, for example {@code Runtime.ExitError}
   * @param message the error message, one line
   * @param log the last lines of the function's log, oldest first
   */
  public record Failure(String type, String message, List<String> log) {
    public Failure {
      log = List.copyOf(log);
    }

    /** Of which no log is known. */
    public Failure(String type, String message) {
      this(type, message, List.of());
    }
  }
}
