package thaw.platform.async;

import java.time.Duration;

/**
 * Tells how long the queue and durable executions wait.
 *
 * @param scale multiplies every wait and age of the queue, so that a test need not last for hours
 * @param jumps whether durable executions wait for no timer: when all of them wait, their time goes
 *     to where the next one is due
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html">
 *     How Lambda handles errors and retries with asynchronous invocation</a>
 */
public record Pace(double scale, boolean jumps) {
  private static final Duration AFTER_FIRST_ERROR = Duration.ofMinutes(1);
  private static final Duration AFTER_SECOND_ERROR = Duration.ofMinutes(2);
  private static final Duration SHORTEST_BACK_OFF = Duration.ofSeconds(1);
  private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(5);
  private static final int DOUBLINGS = 9; // 2^9 s is beyond the longest

  /** The waits are those of AWS. */
  public static final Pace REAL = new Pace(1);

  public static final double LARGEST_SCALE = 1000;

  /** Makes a pace by which durable executions take their time. */
  public Pace(double scale) {
    this(scale, false);
  }

  public Pace {
    if (!(scale > 0) || scale > LARGEST_SCALE) {
      throw new IllegalArgumentException(
          "must be greater than 0, at most " + LARGEST_SCALE + ": scale=" + scale);
    }
  }

  /**
   * @param attempts that the function has failed, at least one
   */
  Duration afterError(int attempts) {
    return of(attempts == 1 ? AFTER_FIRST_ERROR : AFTER_SECOND_ERROR);
  }

  /**
   * @param refusals so far, at least one
   */
  Duration afterRefusal(int refusals) {
    Duration doubled = SHORTEST_BACK_OFF.multipliedBy(1L << Math.min(refusals - 1, DOUBLINGS));
    return of(doubled.compareTo(LONGEST_BACK_OFF) < 0 ? doubled : LONGEST_BACK_OFF);
  }

  /** Returns a wait at this pace, of at least 1 ms: a wait of nothing would be a loop. */
  Duration of(Duration wait) {
    return Duration.ofMillis(Math.max(1, Math.round(wait.toMillis() * scale)));
  }
}
