package thaw.environment.launch;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import thaw.sandbox.Job;
import thaw.sandbox.ReadCost;

/**
 * Tells how an environment's processes are limited.
 *
 * @param freezes whether they are stopped between requests, as on Lambda
 * @param limitsTime whether CPU time and the time of an invocation are limited, as on Lambda
 * @param jvmOptions asked for once for each process, behind all other options
 * @param inside a job among whose mounts they live, in place of the host's
 * @param reads what it takes to read code, runtime and JDK on a machine that has read nothing of
 *     them; absent for the host's page cache
 */
public record LimitsPolicy(
    boolean freezes,
    boolean limitsTime,
    Supplier<List<String>> jvmOptions,
    Optional<Job> inside,
    Optional<ReadCost> reads) {
  /** Makes a policy for processes that live on the host's mounts. */
  public LimitsPolicy(boolean freezes, boolean limitsTime, Supplier<List<String>> jvmOptions) {
    this(freezes, limitsTime, jvmOptions, Optional.empty(), Optional.empty());
  }

  /** The limits are those of Lambda. */
  public static final LimitsPolicy LAMBDA = new LimitsPolicy(true, true, List::of);

  /** Processes run on between requests. */
  public static final LimitsPolicy UNFROZEN = new LimitsPolicy(false, true, List::of);

  /**
   * Makes a policy for a debugger: whoever stands at a breakpoint must not be timed out, throttled,
   * or stopped between requests.
   *
   * @param jvmOptions open a port, another one for each process
   */
  public static LimitsPolicy debugged(Supplier<List<String>> jvmOptions) {
    return new LimitsPolicy(false, false, jvmOptions);
  }

  /**
   * Makes a policy with the limits of Lambda and with code on a file system that only a job has
   * mounted.
   */
  public static LimitsPolicy inside(Job job) {
    return new LimitsPolicy(true, true, List::of, Optional.of(job), Optional.empty());
  }

  /** The same, each environment on a machine that has read nothing, and takes that to read. */
  public LimitsPolicy onNewMachines(ReadCost each) {
    return new LimitsPolicy(freezes, limitsTime, jvmOptions, inside, Optional.of(each));
  }
}
