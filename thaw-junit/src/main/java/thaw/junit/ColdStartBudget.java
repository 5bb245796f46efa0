package thaw.junit;

import java.util.OptionalDouble;

/**
 * Limits for the medians of a function's cold starts. There is none of wall time on purpose: it
 * depends on what else the machine does.
 *
 * @param cpuMillis CPU time of all threads, in milliseconds
 * @param loadedClasses classes that the JVM loads
 * @param memoryMiB the most memory used, in MiB
 */
public record ColdStartBudget(
    OptionalDouble cpuMillis, OptionalDouble loadedClasses, OptionalDouble memoryMiB) {
  /** Returns a budget that has no limit yet. */
  public static ColdStartBudget none() {
    return new ColdStartBudget(
        OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** The same with a limit of CPU time, in milliseconds. */
  public ColdStartBudget cpuMillis(double most) {
    return new ColdStartBudget(OptionalDouble.of(most), loadedClasses, memoryMiB);
  }

  /** The same with a limit of loaded classes. */
  public ColdStartBudget loadedClasses(int most) {
    return new ColdStartBudget(cpuMillis, OptionalDouble.of(most), memoryMiB);
  }

  /** The same with a limit of memory, in MiB. */
  public ColdStartBudget memoryMiB(int most) {
    return new ColdStartBudget(cpuMillis, loadedClasses, OptionalDouble.of(most));
  }
}
