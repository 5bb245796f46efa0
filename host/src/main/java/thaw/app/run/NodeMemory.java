package thaw.app.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/**
 * Computes how many environments the memory of this container holds.
 *
 * @param bytes the container's limit, else the machine's memory
 */
public record NodeMemory(long bytes) {
  private static final long MIB = 1024 * 1024;

  /** Thaw's heap of at most 512 MiB with the JVM around it. */
  static final long OWN_BYTES = 768 * MIB;

  /** Returns the memory that the JVM finds in the cgroups that it is in. */
  static NodeMemory here() {
    return new NodeMemory(
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
  }

  /**
   * Returns the bytes that a worker needs for a number of environments of each function: the other
   * way round.
   */
  public static long bytesFor(List<FunctionDefinition> functions, int environments) {
    return OWN_BYTES + environments * bytesOfEach(functions);
  }

  private static long bytesOfEach(List<FunctionDefinition> functions) {
    return functions.stream().mapToLong(function -> function.memory().bytes()).sum();
  }

  /**
   * Returns how many requests may run at once. Any function may have that many environments, and
   * those of the others may be idle meanwhile; so it is safe when all have them.
   *
   * @throws UserMistake when not even one environment of each function fits
   */
  int environments(List<FunctionDefinition> functions) {
    long each = bytesOfEach(functions);
    if (each == 0) {
      return 1; // clients may create functions, of which nothing is known yet
    }
    long fit = (bytes - OWN_BYTES) / each;
    if (fit < 1) {
      throw new UserMistake(
          "one environment of each function needs %d MiB, and Thaw itself %d MiB, but this worker has %d MiB"
              .formatted(each / MIB, OWN_BYTES / MIB, bytes / MIB),
          "give the worker at least %d MiB, or say with --concurrency how many requests may run at once"
              .formatted((each + OWN_BYTES) / MIB));
    }
    return (int) Math.min(fit, Integer.MAX_VALUE);
  }
}
