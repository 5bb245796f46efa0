package thaw.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import thaw.sandbox.SandboxHost;

/** Watches what else the machine does while an experiment runs. */
public final class NoiseWatch {
  /** A remedy, of variants that get the same share of a CPU. */
  public static final String BY_CPU_TIME =
      "close them, or compare variants by CPU time and not by wall time";

  /** Other programs may use this share of one CPU before it is worth a word. */
  private static final double FOREIGN_SHARE_LIMIT = 0.10;

  private static final double STEAL_SHARE_LIMIT = 0.01;
  private static final double NANOS_PER_TICK = 10_000_000;

  private final SandboxHost host;
  private final Supplier<OptionalLong> own;
  private final Snapshot before;
  private final double loadBefore;

  private NoiseWatch(
      SandboxHost host, Supplier<OptionalLong> own, Snapshot before, double loadBefore) {
    this.host = host;
    this.own = own;
    this.before = before;
    this.loadBefore = loadBefore;
  }

  /**
   * CPU time of the machine since boot.
   *
   * @param busyNanos all but idle, waiting for I/O and stolen
   * @param ownNanos this program and what it runs
   */
  record Snapshot(
      long nanos, double busyNanos, double stealNanos, double ownNanos, long hostThrottled) {
    /** CPUs that other programs of this machine used on average until then. */
    double foreign(Snapshot later) {
      double used = later.busyNanos - busyNanos - (later.ownNanos - ownNanos);
      return used / (later.nanos - nanos);
    }

    /** Those, and what the hypervisor gave to other machines. */
    double others(Snapshot later) {
      double stolen = (later.stealNanos - stealNanos) / (later.nanos - nanos);
      return Math.max(0, foreign(later)) + Math.max(0, stolen);
    }
  }

  /**
   * Watches from now on, and says how busy the machine was before.
   *
   * @param own CPU time of what this program runs, in ns; empty where the host does not count it
   */
  public static NoiseWatch begin(SandboxHost host, Supplier<OptionalLong> own) {
    return new NoiseWatch(host, own, snapshot(host, own), load());
  }

  /**
   * The same when this program itself has made the machine busy since then.
   *
   * @param loadBefore what {@link #load} was before
   */
  public static NoiseWatch after(SandboxHost host, Supplier<OptionalLong> own, double loadBefore) {
    return new NoiseWatch(host, own, snapshot(host, own), loadBefore);
  }

  /** The same after a measurement of this program's, which the load average still tells of. */
  public static NoiseWatch goOn(SandboxHost host, Supplier<OptionalLong> own) {
    return new NoiseWatch(host, own, snapshot(host, own), 0);
  }

  private static Snapshot snapshot(SandboxHost host, Supplier<OptionalLong> counter) {
    double[] cpu = cpuLine();
    double busy = cpu[0] + cpu[1] + cpu[2] + cpu[5] + cpu[6];
    double own =
        ProcessHandle.current().info().totalCpuDuration().map(d -> (double) d.toNanos()).orElse(0.0)
            + counter.get().orElse(0);
    return new Snapshot(
        System.nanoTime(),
        busy * NANOS_PER_TICK,
        cpu[7] * NANOS_PER_TICK,
        own,
        host.ownThrottledPeriods());
  }

  /** user nice system idle iowait irq softirq steal, in ticks of 10 ms. */
  private static double[] cpuLine() {
    double[] fields = new double[8];
    try {
      String[] words = Files.readAllLines(Path.of("/proc/stat")).getFirst().split(" +");
      for (int i = 0; i < fields.length && i + 1 < words.length; i++) {
        fields[i] = Double.parseDouble(words[i + 1]);
      }
      return fields;
    } catch (IOException e) {
      return fields;
    }
  }

  /** Load average of the last minute; 0 where nobody tells it. */
  public static double load() {
    try {
      return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Returns the warnings about what was seen since {@link #begin}. */
  public List<Warning> warnings() {
    Snapshot now = snapshot(host, own);
    double elapsed = now.nanos() - before.nanos();
    int cpus = Runtime.getRuntime().availableProcessors();
    List<Warning> warnings = new ArrayList<>();
    if (loadBefore > cpus * 0.5) {
      warnings.add(
          Warning.ofMachine(
              "the machine was busy when the measurement began",
              format("load average %.2f on %d CPUs", loadBefore, cpus),
              "close other programs and measure again"));
    }
    double foreign = before.foreign(now);
    if (own.get().isPresent() && foreign > FOREIGN_SHARE_LIMIT) {
      warnings.add(
          Warning.ofMachine(
              "other programs used the CPU during the measurement",
              format("%.1f of %d CPUs on average", foreign, cpus),
              BY_CPU_TIME));
    }
    double steal = (now.stealNanos() - before.stealNanos()) / (elapsed * cpus);
    if (steal > STEAL_SHARE_LIMIT) {
      warnings.add(
          Warning.ofMachine(
              "the hypervisor took CPU time away (steal)",
              format("%.1f %% of the CPU time", steal * 100),
              "measure on a machine that does not share its CPUs"));
    }
    long throttled = now.hostThrottled() - before.hostThrottled();
    if (throttled > 0) {
      warnings.add(
          Warning.ofMachine(
              "a CPU quota on this program itself held it back",
              format("throttled in %d periods", throttled),
              "give the container or session that runs Thaw more CPU"));
    }
    return warnings;
  }

  /**
   * CPUs that others used on average since {@link #begin}: other programs, and machines that the
   * hypervisor gave this one's time to. Empty where nobody tells.
   */
  public OptionalDouble otherCpus() {
    return own.get().isPresent()
        ? OptionalDouble.of(before.others(snapshot(host, own)))
        : OptionalDouble.empty();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
