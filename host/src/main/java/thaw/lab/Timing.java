package thaw.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/**
 * What a command took, in milliseconds.
 *
 * @param own the real time without that in which its threads waited for a CPU that others had
 * @param user and {@code system}: CPU time of all processes that it waited for, in steps of 10 ms
 * @param waiting time in which none of its threads could run: see {@link TreeWatch}
 * @param stalled time in which a program of the machine waited for I/O, as far as the kernel calls
 *     it so; empty where it does not say
 */
record Timing(
    double real, double own, double user, double system, double waiting, OptionalDouble stalled) {
  private static final double MILLIS_PER_TICK = 10;
  private static final double MICROS_PER_MILLI = 1000;

  /** Counters of this program's ended children and of the machine, at one moment. */
  record Reading(long nanos, double user, double system, OptionalDouble stalled) {
    static Reading now() {
      try {
        String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return new Reading(
            System.nanoTime(),
            Double.parseDouble(fields[13]) * MILLIS_PER_TICK,
            Double.parseDouble(fields[14]) * MILLIS_PER_TICK,
            stalledMillis());
      } catch (IOException e) {
        throw new UncheckedIOException("could not read /proc/self/stat", e);
      }
    }

    /**
     * {@code some avg10=... total=MICROSECONDS}, where the kernel has pressure stall information.
     */
    private static OptionalDouble stalledMillis() {
      try {
        String line = Files.readAllLines(Path.of("/proc/pressure/io")).getFirst();
        return OptionalDouble.of(
            Double.parseDouble(line.substring(line.lastIndexOf('=') + 1)) / MICROS_PER_MILLI);
      } catch (IOException e) {
        return OptionalDouble.empty();
      }
    }

    /** From here to there. */
    Timing until(Reading end, TreeWatch.Shares shares) {
      double real = (end.nanos - nanos) / 1e6;
      double waiting = real * shares.waiting();
      return new Timing(
          real,
          waiting + (real - waiting) * shares.served(),
          end.user - user,
          end.system - system,
          waiting,
          stalled.isPresent() && end.stalled.isPresent()
              ? OptionalDouble.of(end.stalled.getAsDouble() - stalled.getAsDouble())
              : OptionalDouble.empty());
    }
  }
}
