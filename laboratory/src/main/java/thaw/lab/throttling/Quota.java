package thaw.lab.throttling;

import java.time.Duration;
import java.util.List;
import thaw.function.MemorySize;
import thaw.lab.engine.Jvm;
import thaw.lab.engine.JvmRun;
import thaw.lab.engine.Workbench;
import thaw.lab.result.Case;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.jdk.Jdk;

/**
 * The share of a CPU that a case has: that of a memory size of Lambda, in a period; or all CPUs.
 *
 * @param memory {@code 128 MB}
 * @param period {@code 20 ms}, or {@link #NONE}
 */
record Quota(String memory, String period) {
  static final String MEMORY = "memory";
  static final String PERIOD = "period";

  /** Lambda's quota period in words. */
  static final String LAMBDA = CpuLimit.LAMBDA_PERIOD.toMillis() + " ms";

  /** The kernel's default, and that of Docker and Kubernetes. */
  static final String DEFAULT = "100 ms";

  static final String NONE = "no quota";

  /**
   * The option for a JVM to see as many CPUs as a function on Lambda up to 3,008 MB sees, however
   * little time it gets.
   */
  private static final String VISIBLE_CPUS = "-XX:ActiveProcessorCount=2";

  static String memory(int mebibytes) {
    return mebibytes + " MB";
  }

  static Quota of(Case subject) {
    return new Quota(subject.get(MEMORY), subject.get(PERIOD));
  }

  /**
   * A case of a part of the lesson.
   *
   * @param more factors and their values, in turn
   */
  Case subject(String part, String jdk, String... more) {
    return Case.of(QuotaPart.PART, part, Case.JDK, jdk, MEMORY, memory, PERIOD, period).with(more);
  }

  MemorySize size() {
    return new MemorySize((int) number(memory));
  }

  /** Returns the CPU share that the memory size gives, in CPUs. */
  double share() {
    return size().vcpus();
  }

  double periodMillis() {
    return number(period);
  }

  /** CPU time in one period. */
  double millis() {
    return share() * periodMillis();
  }

  CpuLimit limit() {
    return period.equals(NONE)
        ? CpuLimit.whole(Runtime.getRuntime().availableProcessors())
        : new CpuLimit(share(), Duration.ofMillis((long) periodMillis()));
  }

  private static double number(String value) {
    return Double.parseDouble(value.substring(0, value.indexOf(' ')));
  }

  /** Runs a program under this quota. */
  JvmRun run(Jdk jdk, Workbench workbench, List<String> options, List<String> program)
      throws InterruptedException, SampleFailure {
    Jvm jvm =
        Jvm.on(jdk, List.of(workbench.courseJar()), program.toArray(String[]::new))
            .with(VISIBLE_CPUS, "-XX:-UsePerfData", heap(size()))
            .with(options);
    return workbench.runLimited(jvm, limit(), size());
  }

  /** The part of the memory that Lambda gives to the heap. */
  private static String heap(MemorySize memory) {
    return "-Xmx" + memory.mebibytes() * 85 / 100 + "m";
  }
}
