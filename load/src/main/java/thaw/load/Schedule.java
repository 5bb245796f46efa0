package thaw.load;

import java.time.Duration;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;

/**
 * A plan of when each request is due. It depends on nothing that happens in the run: that is what
 * makes the load open-loop, so that a slow answer delays no later request and hides none.
 */
public sealed interface Schedule {
  /** Returns how many requests are due at which time. */
  RateProfile profile();

  /** Nanoseconds from the run's begin, ascending. The same each time. */
  PrimitiveIterator.OfLong due();

  default Duration length() {
    return profile().length();
  }

  /** The highest rate that is planned, in requests per second. */
  default double highestRate() {
    return profile().highest();
  }

  /** Returns the number of requests. */
  default long count() {
    long count = 0;
    for (PrimitiveIterator.OfLong all = due(); all.hasNext(); all.nextLong()) {
      count++;
    }
    return count;
  }

  /**
   * The requests that are due in a part of it.
   *
   * @param from inclusive
   * @param to exclusive
   * @return nanoseconds from the part's begin
   */
  default PrimitiveIterator.OfLong dueBetween(Duration from, Duration to) {
    long low = from.toNanos();
    long high = to.toNanos();
    PrimitiveIterator.OfLong all = due();
    return new Arrivals(() -> {
      long nanos = -1;
      while (all.hasNext() && nanos < low) {
        nanos = all.nextLong();
      }
      return nanos >= low && nanos < high ? nanos - low : -1;
    });
  }

  /** The next request comes as soon as the profile's rate allows: no two at once. */
  record Even(RateProfile profile) implements Schedule {
    @Override
    public PrimitiveIterator.OfLong due() {
      long[] next = {0};
      return new Arrivals(() -> profile.nanosUntil(next[0]++));
    }

    @Override
    public String toString() {
      return profile.toString();
    }
  }

  /**
   * Independent users: the time to the next request is exponentially distributed, and the profile's
   * rate is its mean.
   *
   * @param seed the same seed gives the same schedule
   */
  record Poisson(RateProfile profile, long seed) implements Schedule {
    @Override
    public PrimitiveIterator.OfLong due() {
      SplittableRandom random = new SplittableRandom(seed);
      double[] sum = {0};
      return new Arrivals(() -> profile.nanosUntil(sum[0] += -Math.log(1 - random.nextDouble())));
    }

    @Override
    public String toString() {
      return profile + ", Poisson with seed " + seed;
    }
  }
}
