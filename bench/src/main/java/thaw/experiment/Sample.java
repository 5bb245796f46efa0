package thaw.experiment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
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
 * @param remote of a start on AWS what only that has, or null of one on this machine
 * @param place of a start in a pod where that was, or null of one elsewhere
 * @param warmMillis {@code Duration} of each further invocation of the same environment, in their
 *     order; empty where there was none
 */
@RecordBuilder
public record Sample(
    String name,
    int number,
    Instant startedAt,
    Map<Metric, Double> values,
    @Nullable Integer status,
    @Nullable Failure failure,
    @Nullable Remote remote,
    @Nullable Place place,
    List<Double> warmMillis)
    implements SampleBuilder.With {
  /** Makes a sample without a place and without further invocations. */
  public Sample(
      String name,
      int number,
      Instant startedAt,
      Map<Metric, Double> values,
      @Nullable Integer status,
      @Nullable Failure failure,
      @Nullable Remote remote) {
    this(name, number, startedAt, values, status, failure, remote, null, List.of());
  }

  /** Makes the sample of a start on this machine. */
  Sample(
      String name,
      int number,
      Instant startedAt,
      Map<Metric, Double> values,
      @Nullable Integer status,
      @Nullable Failure failure) {
    this(name, number, startedAt, values, status, failure, null);
  }

  /** Makes the sample of a function that answers without a status. */
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
    warmMillis = List.copyOf(warmMillis);
  }

  /**
   * Init, or the restore in its place, and {@code Duration} of the first invocation: the sum that
   * AWS Lambda's {@code REPORT} allows. Empty where one of the two is not known.
   */
  public OptionalDouble beginningAndFirstMillis() {
    Double first = values.get(Metric.HANDLER);
    Double beginning =
        values.containsKey(Metric.INIT) ? values.get(Metric.INIT) : values.get(Metric.RESTORE);
    return first == null || beginning == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(first + beginning);
  }

  /**
   * A start that somebody else has measured and told of.
   *
   * @param requestId of the first invocation
   * @param version of the function that answered, for example {@code $LATEST} or {@code 7}
   * @param roundTripMillis from sending the request to having the answer, by this machine's
   *     monotonic clock: with the network, and with what precedes init
   * @param reports the lines of the log that the values are from, as they came: {@code REPORT},
   *     {@code INIT_REPORT}, {@code RESTORE_REPORT}, or their JSON
   */
  public record Remote(
      String requestId, String version, double roundTripMillis, List<String> reports) {
    public Remote {
      reports = List.copyOf(reports);
    }
  }

  /**
   * Tells where and how a pod has started it.
   *
   * @param node of the cluster
   * @param host that node, as the pod sees it
   * @param codeSha256 of the deployment package in the image
   * @param jdk that ran it
   * @param start how its process came to life, for example {@code plain}
   */
  public record Place(String node, Host host, String codeSha256, String jdk, String start) {
    /** The same on the node of this name. */
    public Place on(String name) {
      return new Place(name, host, codeSha256, jdk, start);
    }
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

    /** Makes a failure of which no log is known. */
    public Failure(String type, String message) {
      this(type, message, List.of());
    }
  }
}
