package thaw.environment;

import java.util.List;
import java.util.function.Supplier;

/**
 * How an environment's processes are treated.
 *
 * @param freezes whether they are stopped between requests, as on Lambda
 * @param limits whether CPU time and the time of an invocation are limited, as on Lambda
 * @param jvmOptions asked for once for each process, behind all other options
 */
public record Treatment(boolean freezes, boolean limits, Supplier<List<String>> jvmOptions) {
  /** As on Lambda. */
  public static final Treatment LAMBDA = new Treatment(true, true, List::of);

  /** Processes run on between requests. */
  public static final Treatment UNFROZEN = new Treatment(false, true, List::of);

  /**
   * For a debugger: whoever stands at a breakpoint must not be timed out, throttled, or stopped
   * between requests.
   *
   * @param jvmOptions open a port, another one for each process
   */
  public static Treatment debugged(Supplier<List<String>> jvmOptions) {
    return new Treatment(false, false, jvmOptions);
  }
}
