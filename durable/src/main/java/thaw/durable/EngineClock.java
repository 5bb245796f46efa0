package thaw.durable;

import java.time.Duration;
import java.time.InstantSource;

/**
 * The time of executions: that of the wall, and where it is fast ahead of it by all that nobody had
 * to wait for. It never goes back.
 *
 * <p>Thread-safe.
 */
public final class EngineClock {
  /** Whoever is to send a callback needs real time for that. */
  public static final Duration GRACE = Duration.ofSeconds(5);

  private final InstantSource wall;
  private final boolean fast;
  private final Duration grace;
  private long offsetMillis; // as the last one guarded by this
  private long lastMillis;

  private EngineClock(InstantSource wall, boolean fast, Duration grace) {
    this.wall = wall;
    this.fast = fast;
    this.grace = grace;
  }

  /** Returns a clock that is as slow as the wall's. */
  public static EngineClock real(InstantSource wall) {
    return new EngineClock(wall, false, Duration.ZERO);
  }

  /** Returns a clock that goes to the next timer when all executions wait. */
  public static EngineClock fast(InstantSource wall) {
    return fast(wall, GRACE);
  }

  /**
   * @param grace how long it stands before it goes to where a callback is too late
   */
  static EngineClock fast(InstantSource wall, Duration grace) {
    return new EngineClock(wall, true, grace);
  }

  Duration grace() {
    return grace;
  }

  boolean isFast() {
    return fast;
  }

  synchronized long millis() {
    lastMillis = Math.max(lastMillis, wall.millis() + offsetMillis);
    return lastMillis;
  }

  /**
   * Goes to a time that is not over yet, and returns how far the clock is ahead of the wall now.
   */
  synchronized Duration advanceTo(long millis) {
    offsetMillis = Math.max(offsetMillis, millis - wall.millis());
    return Duration.ofMillis(offsetMillis);
  }

  /** Begins where a program before has left off. */
  synchronized void begin(Duration ahead) {
    offsetMillis = Math.max(offsetMillis, ahead.toMillis());
  }
}
