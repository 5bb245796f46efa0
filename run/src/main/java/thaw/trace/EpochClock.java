package thaw.trace;

import java.time.Instant;

/**
 * The monotonic clock of {@link System#nanoTime} as wall time, by one comparison of the two: what
 * it maps keeps its distances whatever becomes of the wall clock, and its place only as long as
 * nobody sets that.
 *
 * @param offsetNanos what the wall clock is ahead
 */
record EpochClock(long offsetNanos) {
  private static final int COMPARISONS = 16;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Compares several times: a thread may be stopped between the two readings. */
  static EpochClock compared() {
    long best = Long.MAX_VALUE;
    long offset = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      long before = System.nanoTime();
      long wall = epochNanos(Instant.now());
      long took = System.nanoTime() - before;
      if (took < best) {
        best = took;
        offset = wall - before - took / 2;
      }
    }
    return new EpochClock(offset);
  }

  /**
   * @param nanos of {@link System#nanoTime}
   * @return nanoseconds since 1970
   */
  long epochNanos(long nanos) {
    return nanos + offsetNanos;
  }

  private static long epochNanos(Instant instant) {
    return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
  }
}
