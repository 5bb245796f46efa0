package thaw.durable;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What there is to say about an execution as a whole. Times are in milliseconds since 1970, by the
 * engine's clock.
 *
 * @param inputDigest by which the same input is known again
 * @param synchronous whether somebody waited for it when it started
 * @param tenant for whom the function works
 * @param trace the header of whoever has started it
 * @param parent the operation that waits for it
 * @param events how many its history has
 * @param changes how many its operations have had
 * @param reported the count of changes when the last invocation ended
 * @param suspended whether it waits for something, so that there is no invocation
 * @param failures of invocations in a row
 * @param retryMillis when the function is invoked again that has failed
 * @param timeoutMillis when it must have ended
 * @param clientToken of the last pause or resumption
 */
@RecordBuilder
public record ExecutionHead(
    ExecutionArn arn,
    ExecutionStatus status,
    long startMillis,
    @Nullable Long endMillis,
    DurableTerms terms,
    String inputDigest,
    boolean synchronous,
    @Nullable String tenant,
    @Nullable String trace,
    @Nullable Parent parent,
    long events,
    long changes,
    long reported,
    boolean suspended,
    int failures,
    @Nullable Long retryMillis,
    long timeoutMillis,
    @Nullable Pause pause,
    @Nullable String clientToken,
    @Nullable String result,
    @Nullable ErrorObject error)
    implements ExecutionHeadBuilder.With {
  /** The operation of another execution that waits for this one. */
  public record Parent(ExecutionArn arn, String operation) {}

  /**
   * A pause.
   *
   * @param beganMillis when the execution came to rest; absent before
   */
  public record Pause(
      long requestMillis,
      @Nullable String reason,
      boolean timeoutPaused,
      @Nullable Long beganMillis) {}

  /** The most time that an execution can have, also when pauses stop its time. */
  private static final long LONGEST_MILLIS = 366L * 24 * 3600 * 1000;

  /** Returns when it must have ended: later than its terms say where a pause stops the time. */
  long latestMillis() {
    return pause != null && pause.timeoutPaused() && pause.beganMillis() != null
        ? startMillis + LONGEST_MILLIS
        : timeoutMillis;
  }

  /** Returns the head after the pause, which has moved the timeout. */
  ExecutionHead resumed(long nowMillis) {
    Pause ended = pause;
    Long began = ended == null ? null : ended.beganMillis();
    long paused = ended == null || began == null || !ended.timeoutPaused() ? 0 : nowMillis - began;
    return with()
        .status(ExecutionStatus.RUNNING)
        .pause(null)
        .timeoutMillis(Math.min(timeoutMillis + paused, startMillis + LONGEST_MILLIS))
        .build();
  }
}
