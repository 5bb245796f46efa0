package thaw.runtime.background;

/**
 * Flushes when there are many events, or old ones. It stands while the process is frozen, and goes
 * on whatever a sink throws.
 */
final class FlushWatch extends Thread {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The longest rest after a flush that failed. */
  private static final long REST_MILLIS = 1000;

  private static final long FLUSH_NANOS = 10_000 * NANOS_PER_MILLI;

  private final Flusher flusher;
  private final Outbox outbox;
  private final int size;
  private final long ageNanos;

  FlushWatch(Flusher flusher, Outbox outbox, int size, long ageNanos) {
    super("thaw-background");
    this.flusher = flusher;
    this.outbox = outbox;
    this.size = size;
    this.ageNanos = ageNanos;
    setDaemon(true);
  }

  @Override
  public void run() {
    try {
      while (true) {
        outbox.awaitSizeOrAge(size, ageNanos);
        if (!flushed()) {
          // What has just failed is as old and as much as before.
          Thread.sleep(Math.min(REST_MILLIS, 1 + ageNanos / NANOS_PER_MILLI));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean flushed() throws InterruptedException {
    try {
      return flusher.flush(FLUSH_NANOS).isComplete();
    } catch (RuntimeException | Error e) {
      flusher.tell("a flush has failed: " + e);
      return false;
    }
  }
}
