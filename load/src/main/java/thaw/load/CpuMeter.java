package thaw.load;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Says each second how many CPUs were busy in it. One thread looks. */
public final class CpuMeter {
  /** Kernels count in ticks of 10 ms: a shorter time would be coarse. */
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(950);

  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Supplier<OptionalLong> functions;
  private Counters before;

  private record Counters(long nanos, HostUse host, long program, OptionalLong functions) {}

  /**
   * @param functions CPU time of what runs in sandboxes, in nanoseconds, those that have ended
   *     included
   */
  public CpuMeter(Supplier<OptionalLong> functions) {
    this.functions = functions;
    this.before = counters();
  }

  /**
   * Returns the use since the last look; empty when that is less than a second ago or nobody knows.
   */
  Optional<Reading> look() {
    return look(PERIOD_NANOS);
  }

  /**
   * Returns the use in what is left of the run's last second, if it is enough to count; for when
   * the run is over.
   */
  Optional<Reading> lookLast() {
    return look(SHORTEST_NANOS);
  }

  private Optional<Reading> look(long least) {
    if (System.nanoTime() - before.nanos < least) {
      return Optional.empty();
    }
    Counters now = counters();
    Counters last = before;
    before = now;
    return reading(last, now);
  }

  private Counters counters() {
    return new Counters(
        System.nanoTime(), HostUse.sinceBoot(), GeneratorUse.processNanos(), functions.get());
  }

  private static Optional<Reading> reading(Counters last, Counters now) {
    HostUse host = now.host.minus(last.host);
    if (host.all().isZero() || host.all().isNegative()) {
      return Optional.empty();
    }
    double wall = now.nanos - last.nanos;
    CpuSecond second =
        new CpuSecond(
            host.all().toNanos() / wall,
            host.busy().toNanos() / wall,
            (now.program - last.program) / wall,
            now.functions.isPresent() && last.functions.isPresent()
                ? OptionalDouble.of(
                    Math.max(0, now.functions.getAsLong() - last.functions.getAsLong()) / wall)
                : OptionalDouble.empty());
    return Optional.of(new Reading(last.nanos, now.nanos, second));
  }

  /**
   * A reading of the meter.
   *
   * @param from of {@link System#nanoTime}
   * @param to exclusive
   */
  record Reading(long from, long to, CpuSecond second) {}
}
