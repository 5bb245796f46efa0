package thaw.trace;

import java.util.Map;
import java.util.Optional;

/**
 * A named piece of a request's time.
 *
 * @param traceId 32 hexadecimal digits
 * @param id 16 hexadecimal digits
 * @param parent the id of the span that this one is a part of
 * @param startEpochNanos on the wall clock, nanoseconds since 1970
 * @param endEpochNanos not before the start
 * @param error whether what it stands for has failed
 */
public record Span(
    String traceId,
    String id,
    Optional<String> parent,
    String name,
    Origin origin,
    long startEpochNanos,
    long endEpochNanos,
    boolean error,
    Map<String, String> attributes) {
  /** Tells who has measured it. */
  public enum Origin {
    /** Thaw. */
    PLATFORM,
    /** The function, by the X-Ray SDK. */
    XRAY,
    /** The function, by OpenTelemetry. */
    OPEN_TELEMETRY
  }

  public Span {
    attributes = Map.copyOf(attributes);
  }
}
