package thaw.runtimeapi;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells how fast a streamed response may flow: the first 6 MiB at once, then 2 MiB a second. Not
 * thread-safe.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html">Response
 *     streaming for Lambda functions</a>
 */
final class StreamPace {
  static final long BURST_BYTES = 6L * 1024 * 1024;
  static final long BYTES_PER_SECOND = 2L * 1024 * 1024;

  private final LongSupplier nanoClock;
  private long sentBytes;
  private long burstEndNanos;

  StreamPace(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Returns how long to wait before so many bytes more may be sent. */
  long delayNanos(int bytes) {
    long before = sentBytes;
    sentBytes += bytes;
    if (sentBytes <= BURST_BYTES) {
      return 0;
    }
    long now = nanoClock.getAsLong();
    if (before <= BURST_BYTES) {
      burstEndNanos = now;
    }
    double seconds = (double) (sentBytes - BURST_BYTES) / BYTES_PER_SECOND;
    long due = burstEndNanos + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    return Math.max(0, due - now);
  }
}
