package thaw.racing;

/**
 * A vector clock, which says how far each thread had come when something happened: component {@code
 * i} counts the releases of thread {@code i}. Guarded by {@link Shared}'s lock.
 */
final class VectorClock {
  private final long[] times;

  VectorClock(int threads) {
    times = new long[threads];
  }

  long of(int thread) {
    return times[thread];
  }

  void tick(int thread) {
    times[thread]++;
  }

  void join(VectorClock other) {
    for (int i = 0; i < times.length; i++) {
      times[i] = Math.max(times[i], other.times[i]);
    }
  }
}
