package thaw.platform.async;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The time of day as long as it goes on evenly; a step of it, as when a machine wakes up or its
 * clock is set, is left out from then on. What was to come in a minute comes in a minute, and what
 * is a minute old is not a day old. Small corrections are taken over.
 *
 * <p>Thread-safe.
 */
final class SteadyClock implements InstantSource {
  /** The largest correction that is no step: more than a clock is wrong by between two looks. */
  private static final Duration STEP = Duration.ofSeconds(5);

  private final InstantSource wall;
  private final LongSupplier nanoClock;
  private Instant last; // as all below guarded by this
  private long lastNanos;
  private Duration ahead = Duration.ZERO; // of the steady time: the wall clock, by all steps

  /**
   * @param nanoClock monotonic, as {@link System#nanoTime}
   */
  SteadyClock(InstantSource wall, LongSupplier nanoClock) {
    this.wall = wall;
    this.nanoClock = nanoClock;
    this.last = wall.instant();
    this.lastNanos = nanoClock.getAsLong();
  }

  static SteadyClock system() {
    return new SteadyClock(InstantSource.system(), System::nanoTime);
  }

  @Override
  public synchronized Instant instant() {
    Instant now = wall.instant();
    long nowNanos = nanoClock.getAsLong();
    Duration step = Duration.between(last, now).minusNanos(nowNanos - lastNanos);
    if (step.abs().compareTo(STEP) > 0) {
      ahead = ahead.plus(step);
    }
    last = now;
    lastNanos = nowNanos;
    return now.minus(ahead);
  }
}
