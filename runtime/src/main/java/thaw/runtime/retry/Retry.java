package thaw.runtime.retry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Attempts by a plan. The plan alone says how many there are: attempts are due at 0, {@code
 * interval}, {@code interval + interval * factor} ... after the call, as long as that is before
 * {@code timeout}, and at most {@code maxAttempts}. One that is late, because its predecessor took
 * long or the machine was busy, is made at once, and does not move those after it. So 200 ms at 50
 * ms are four attempts, at 0, 50, 100 and 150 ms, also when the first takes 70 ms because a JVM is
 * cold.
 *
 * <p>Time limits only by the deadline of {@link #call(Attempt, long)}: at or after it no attempt
 * begins. An attempt that has begun is never cut short.
 *
 * <p>What the first use costs is paid by {@link Builder#build}: it goes through a retry of its own
 * against a clock that does not wait. The clock is read when {@link #call} begins, and a lambda
 * expression given to it is linked before that. What attempts themselves use first is theirs; it
 * makes one late, and none fewer.
 *
 * <p>Immutable, for any thread, if clock, jitter and condition are; attempts are made by the thread
 * that calls.
 */
public final class Retry {
  private static final long NO_DEADLINE = Long.MAX_VALUE;

  private final Builder plan;
  private final int attempts;

  private Retry(Builder plan) {
    this.plan = plan;
    int count = 1;
    double due = plan.interval;
    double interval = plan.interval;
    while (count < plan.maxAttempts && due < plan.timeout) {
      count++;
      interval *= plan.factor;
      due += interval;
    }
    this.attempts = count;
  }

  /**
   * Begins a plan.
   *
   * @param interval from when the first attempt is due to when the second is; more than 0
   * @param timeout attempts are due before it; more than 0
   */
  public static Builder every(Duration interval, Duration timeout) {
    return new Builder(interval.toNanos(), timeout.toNanos());
  }

  /** Returns how many attempts are made when each fails. */
  public int attempts() {
    return attempts;
  }

  /**
   * Makes attempts until one succeeds or the plan is through.
   *
   * @throws InterruptedException when the thread is interrupted while it waits, or an attempt
   *     throws this; there is no further attempt
   */
  public <T extends @Nullable Object> Outcome<T> call(Attempt<T> attempt)
      throws InterruptedException {
    return run(attempt, plan.clock.nanos(), NO_DEADLINE);
  }

  /**
   * The same, with a limit in time.
   *
   * @param within nanoseconds from now, after which no attempt begins; 0 or less for none at all
   * @throws InterruptedException when the thread is interrupted while it waits, or an attempt
   *     throws this; there is no further attempt
   */
  public <T extends @Nullable Object> Outcome<T> call(Attempt<T> attempt, long within)
      throws InterruptedException {
    return run(attempt, plan.clock.nanos(), within);
  }

  private <T extends @Nullable Object> Outcome<T> run(Attempt<T> attempt, long start, long within)
      throws InterruptedException {
    if (within <= 0) {
      return new Outcome<>(Outcome.End.DEADLINE, 0, 0, null, null);
    }
    double due = 0;
    double interval = plan.interval;
    for (int number = 1; ; number++) {
      T value = null;
      Exception failure = null;
      try {
        value = attempt.make(number);
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        failure = e;
      }
      long elapsed = plan.clock.nanos() - start;
      Outcome.End end = end(number, value, failure);
      if (end == null) {
        long next = next(due + interval, interval, elapsed);
        if (next < within) {
          await(start + next);
          due += interval;
          interval *= plan.factor;
          continue;
        }
        end = Outcome.End.DEADLINE;
      }
      return new Outcome<>(end, number, elapsed, value, failure);
    }
  }

  /** Returns why the attempts end; null when there is to be a further one. */
  private Outcome.@Nullable End end(
      int number, @Nullable Object value, @Nullable Exception failure) {
    if (failure == null) {
      if (!plan.condition.retriesResult(value)) {
        return Outcome.End.SUCCESS;
      }
    } else if (!plan.condition.retries(failure)) {
      return Outcome.End.NOT_RETRIED;
    }
    return number < attempts ? null : Outcome.End.ATTEMPTS_MADE;
  }

  /**
   * Returns when the next attempt begins, in nanoseconds from the start on: at the earliest a pause
   * after what has passed.
   */
  private long next(double due, double interval, long elapsed) {
    long range = (long) (interval * plan.jitterShare);
    long planned = (long) due - (range > 0 ? plan.jitter.below(range + 1) : 0);
    return Math.max(planned, elapsed + plan.pause);
  }

  private void await(long begin) throws InterruptedException {
    for (long left = begin - plan.clock.nanos(); left > 0; left = begin - plan.clock.nanos()) {
      plan.clock.sleep(left);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("between two attempts");
    }
  }

  /** A plan in the making. Not for several threads. */
  public static final class Builder {
    private final long interval;
    private final long timeout;
    private int maxAttempts = Integer.MAX_VALUE;
    private double factor = 1;
    private double jitterShare;
    private long pause;
    private Jitter jitter = new SplitMix();
    private Clock clock = new SystemClock();
    private Condition condition = new Condition();

    private Builder(long interval, long timeout) {
      this.interval = positive("interval", interval);
      this.timeout = positive("timeout", timeout);
    }

    private Builder(Builder other) {
      interval = other.interval;
      timeout = other.timeout;
      maxAttempts = other.maxAttempts;
      factor = other.factor;
      jitterShare = other.jitterShare;
      pause = other.pause;
      jitter = other.jitter;
      clock = other.clock;
      condition = other.condition;
    }

    /** Limits the attempts to so many of those that are due before the timeout; at least 1. */
    public Builder maxAttempts(int attempts) {
      maxAttempts = (int) positive("maxAttempts", attempts);
      return this;
    }

    /**
     * Sets how many times as long each interval is as the one before.
     *
     * @param times at least 1; 1 is the default
     */
    public Builder factor(double times) {
      if (!(times >= 1 && times <= 1000)) {
        throw new IllegalArgumentException("must be 1..1000: factor=" + times);
      }
      factor = times;
      return this;
    }

    /**
     * Lets attempts begin earlier than they are due, by up to a share of the interval before them.
     * It changes neither how many there are nor when the others are due.
     *
     * @param share 0, the default, to 1
     */
    public Builder jitter(double share) {
      return jitter(share, jitter);
    }

    /** The same, with random numbers of your own. */
    public Builder jitter(double share, Jitter numbers) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException("must be 0..1: share=" + share);
      }
      jitterShare = share;
      jitter = numbers;
      return this;
    }

    /**
     * The least time from the end of an attempt to the next one, so that a slow peer that gets late
     * attempts does not get them without a rest. 0 is the default.
     */
    public Builder pause(Duration atLeast) {
      pause = atLeast.isZero() ? 0 : positive("pause", atLeast.toNanos());
      return this;
    }

    /** The clock by which attempts are due and which waits for them; by default the machine's. */
    public Builder clock(Clock other) {
      clock = other;
      return this;
    }

    /** Sets which attempts are made again. The default is those that threw any exception. */
    public Builder condition(Condition other) {
      condition = other;
      return this;
    }

    /** The plan, with everything loaded that its first use needs. */
    public Retry build() {
      Warmth.of(new Builder(Warmth.INTERVAL, Warmth.TIMEOUT).clock(new Warmth()));
      clock.nanos();
      return new Retry(new Builder(this));
    }

    Retry cold() {
      return new Retry(this);
    }

    private static long positive(String name, long value) {
      if (value <= 0) {
        throw new IllegalArgumentException("must be more than 0: " + name + "=" + value);
      }
      return value;
    }
  }
}
