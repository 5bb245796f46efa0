package thaw.runtime.background;

import thaw.runtime.Lifecycle;

/**
 * Flushes an outbox when the runtime client says that it is time, and tells what was lost or is
 * late. It knows what a flush may cost, and nothing of handlers.
 *
 * <p>For any thread.
 */
final class Flusher implements Lifecycle {
  /** The milliseconds of an invocation's time that a flush leaves for the response. */
  static final long RESERVE_MILLIS = 100;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Outbox outbox;
  private final long beforeNanos;
  private final long afterNanos;
  private final long shutdownNanos;
  private final LossNotices notices;

  /**
   * The number of events that had been accepted when the handler's own flush ended and some
   * remained. Each thread of a handler has its own, for an environment may serve several requests
   * at a time.
   */
  private final ThreadLocal<Long> vain = new ThreadLocal<>();

  private long reportedLost;

  /**
   * The budgets are those of a {@link Policy}; 0 where it has no flush.
   *
   * @param beforeNanos before each response
   * @param afterNanos after each response
   * @param shutdownNanos when the JVM ends
   */
  Flusher(
      Outbox outbox, long beforeNanos, long afterNanos, long shutdownNanos, LossNotices notices) {
    this.outbox = outbox;
    this.beforeNanos = beforeNanos;
    this.afterNanos = afterNanos;
    this.shutdownNanos = shutdownNanos;
    this.notices = notices;
  }

  /** An invocation begins on this thread. */
  void begin() {
    vain.remove();
  }

  /**
   * The flush of the handler's invocation has ended, and some events remain.
   *
   * @param accepted how many had been accepted when it began
   */
  void triedInVain(long accepted) {
    vain.set(accepted);
  }

  Flushed flush(long nanos) throws InterruptedException {
    Flushed flushed;
    try {
      flushed = outbox.flush(nanos);
    } catch (InterruptedException e) {
      tell("a flush was interrupted, " + outbox.counts().pending() + " events kept");
      throw e;
    }
    report(flushed);
    return flushed;
  }

  /**
   * Flushes unless the handler's invocation has just tried in vain, so that the caller does not
   * wait for the budget twice.
   *
   * @param deadlineMillis in Unix time
   */
  @Override
  public void beforeResponse(long deadlineMillis) {
    Long tried = vain.get();
    vain.remove();
    boolean again = tried == null || tried != outbox.counts().accepted();
    if (beforeNanos > 0 && again) {
      flushUninterrupted(Math.min(beforeNanos, leftNanos(deadlineMillis)));
    }
  }

  @Override
  public void afterResponse(long deadlineMillis) {
    if (afterNanos > 0) {
      flushUninterrupted(Math.min(afterNanos, leftNanos(deadlineMillis)));
    }
  }

  @Override
  public void shutdown() {
    if (shutdownNanos > 0) {
      flushUninterrupted(shutdownNanos);
    }
  }

  /**
   * Does what {@link #afterResponse} does, on the thread of an extension, which nobody may end.
   *
   * @param deadlineMillis in Unix time
   */
  void flushAfterResponse(long deadlineMillis) throws InterruptedException {
    if (afterNanos > 0) {
      flush(Math.min(afterNanos, leftNanos(deadlineMillis)));
    }
  }

  private void flushUninterrupted(long nanos) {
    try {
      flush(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long leftNanos(long deadlineMillis) {
    return (deadlineMillis - RESERVE_MILLIS - System.currentTimeMillis()) * NANOS_PER_MILLI;
  }

  void tell(String notice) {
    String line = "thaw background: " + notice;
    try {
      notices.tell(line);
    } catch (RuntimeException | Error e) {
      // A fault of theirs ends neither an invocation nor a thread of ours.
      System.err.println(line + " (the notices threw " + e.getClass().getName() + ")");
    }
  }

  private void report(Flushed flushed) {
    Counts counts;
    long newlyLost;
    synchronized (this) {
      counts = outbox.counts(); // here, or an older one might be compared with a newer one's
      newlyLost = counts.lost() - reportedLost;
      reportedLost = counts.lost();
    }
    if (newlyLost == 0 && flushed.isComplete()) {
      return;
    }
    Exception failure = flushed.failure();
    tell(
        newlyLost
            + " events lost, "
            + flushed.remaining()
            + " kept after "
            + flushed.elapsedNanos() / NANOS_PER_MILLI
            + " ms ("
            + counts
            + ")"
            + (failure == null ? "" : ": " + failure));
  }
}
