package thaw.lab.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import thaw.sandbox.Instance;

/**
 * The times of a command in milliseconds.
 *
 * @param own the real time without waiting for a CPU, also behind own threads
 * @param user and {@code system}: CPU time of all processes that it waited for, in steps of 10 ms
 * @param waiting time in which none of its threads could run: see {@link TreeWatch}
 * @param others the share of all CPUs that programs had which are none of its own, nor Thaw
 * @param stalled time in which a program of the machine waited for I/O, as far as the kernel calls
 *     it so; empty where it does not say
 */
record CommandTiming(
    double real,
    double own,
    double user,
    double system,
    double waiting,
    double others,
    OptionalDouble stalled) {
  private static final double MILLIS_PER_TICK = 10;
  private static final double MICROS_PER_MILLI = 1000;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Counters of this program's ended children and of the machine, at one moment.
   *
   * @param known CPU time of Thaw and of all that it has started, as far as it is told
   * @param machine how much CPU time the machine has spent on anything, or lost to other machines
   * @param cpus how many it has
   */
  record Reading(
      long nanos,
      double user,
      double system,
      double known,
      double machine,
      int cpus,
      OptionalDouble stalled) {
    /**
     * @param instance whose boxes and jobs are known
     */
    static Reading now(Instance instance) {
      try {
        String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        double user = Double.parseDouble(fields[13]) * MILLIS_PER_TICK;
        double system = Double.parseDouble(fields[14]) * MILLIS_PER_TICK;
        double thaw =
            (Double.parseDouble(fields[11]) + Double.parseDouble(fields[12])) * MILLIS_PER_TICK;
        OptionalLong jobs = instance.cpuNanos();
        double started = jobs.isPresent() ? jobs.getAsLong() / NANOS_PER_MILLI : user + system;
        List<String> lines = Files.readAllLines(Path.of("/proc/stat"), StandardCharsets.ISO_8859_1);
        return new Reading(
            System.nanoTime(),
            user,
            system,
            thaw + started,
            busy(lines.getFirst()),
            (int) lines.stream().filter(line -> line.matches("cpu\\d+ .*")).count(),
            stalledMillis());
      } catch (IOException e) {
        throw new UncheckedIOException("could not read the CPU time of this program", e);
      }
    }

    /**
     * {@code cpu user nice system idle iowait irq softirq steal guest guest_nice}, in ticks; those
     * of guests are within user and nice.
     */
    static double busy(String line) {
      String[] fields = line.split(" +");
      double ticks = 0;
      for (int i = 1; i < Math.min(fields.length, 9); i++) {
        ticks += i == 4 || i == 5 ? 0 : Double.parseDouble(fields[i]);
      }
      return ticks * MILLIS_PER_TICK;
    }

    /** Returns the reading at another moment; the rest is as it was read. */
    Reading at(long otherNanos) {
      return new Reading(otherNanos, user, system, known, machine, cpus, stalled);
    }

    private double others(Reading end, double real) {
      double foreign = (end.machine - machine) - (end.known - known);
      return Math.max(0, Math.min(1, foreign / (real * Math.max(1, cpus))));
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

    /** Returns the timing from this reading to a later one. */
    CommandTiming until(Reading end, TreeWatch.Shares shares) {
      double real = (end.nanos - nanos) / NANOS_PER_MILLI;
      double waiting = real * shares.waiting();
      return new CommandTiming(
          real,
          waiting + (real - waiting) * shares.served(),
          end.user - user,
          end.system - system,
          waiting,
          others(end, real),
          stalled.isPresent() && end.stalled.isPresent()
              ? OptionalDouble.of(end.stalled.getAsDouble() - stalled.getAsDouble())
              : OptionalDouble.empty());
    }
  }
}
