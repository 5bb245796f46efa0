package thaw.environment;

import java.time.Duration;
import java.util.Optional;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.LambdaLimits;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.RuntimeExit;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.HostLimit;
import thaw.runtimeapi.log.Initialization;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.CpuLimit;

/**
 * The init phase of a runtime process, or the restore in its place: from the start until runtime
 * and extensions ask for their first event, or time is up.
 *
 * @param accounting gets what the next invocation is billed for
 */
record InitPhase(EnvironmentSpec spec, EventLog eventLog, InvocationAccounting accounting) {
  /** Runs unthrottled on two vCPUs at any memory size (measured by third parties on AWS). */
  static final CpuLimit CPU = CpuLimit.whole(2);

  /** The limit of init on demand, which is then repeated inside the first invocation. */
  static final Duration ON_DEMAND_LIMIT = Duration.ofSeconds(10);

  /**
   * The limit for provisioned concurrency and snapshots: this or the function's timeout, whichever
   * is longer.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html">Init
   *     phase</a>
   */
  private static final Duration AHEAD_LIMIT = Duration.ofSeconds(130);

  /** A shorter wait for the host's CPUs is nothing to tell. */
  private static final Duration LEAST_TOLD = Duration.ofMillis(250);

  /** Tells how the phase ended, and when. */
  record Ended(InitOutcome outcome, long nanos) {}

  /** Runs the phase on the CPUs of init, before there is an event. */
  InitOutcome alone(RuntimeProcess<?> process) throws InterruptedException {
    Phases phases = new Phases(spec, PlatformEvent.Phase.INIT, eventLog);
    phases.begin();
    process.start();
    accounting.started(process.startedNanos());
    HookWatch watch = HookWatch.of(process, spec.program(), hasHooks(), eventLog);
    InitOutcome outcome =
        process.awaitInit(
            new InitLimit(
                process.startedNanos() + limit().toNanos(), process::hostWaitNanos, watch));
    Duration took = Duration.ofNanos(System.nanoTime() - process.startedNanos());
    Optional<HostLimit> host = hostLimit(process, took);
    if (outcome instanceof InitOutcome.Ready) {
      process.box().limitCpu(spec.handlerCpu());
      took = process.init();
      if (spec.snapshot().isPresent()) {
        accounting.restored(restored(process));
      } else {
        accounting.initialised(took);
      }
    }
    process.showOutput();
    phases.end(outcome, took);
    if (outcome instanceof InitOutcome.TimedOut) {
      watch.tellWhereItHangs();
    }
    if (outcome instanceof InitOutcome.Failed failed
        && failed.type().equals(RuntimeExit.OUT_OF_MEMORY)) {
      eventLog.add(new PlatformEvent.OutOfMemory(spec.function().memory().mebibytes()));
    }
    host.ifPresent(felt -> eventLog.add(new PlatformEvent.HostWasLimit(felt)));
    return outcome;
  }

  /**
   * Returns how far the host's CPUs were the limit, if it is to be told; the kernel is asked only
   * where it can be.
   */
  private static Optional<HostLimit> hostLimit(RuntimeProcess<?> process, Duration took) {
    if (took.compareTo(LEAST_TOLD) <= 0) {
      return Optional.empty();
    }
    HostLimit host = new HostLimit(Duration.ofNanos(process.hostWaitNanos()), took);
    return host.isFelt() && host.waited().compareTo(LEAST_TOLD) > 0
        ? Optional.of(host)
        : Optional.empty();
  }

  /** Tells whether there are hooks of SnapStart. */
  private boolean hasHooks() {
    return spec.initialization() == Initialization.SNAP_START || spec.snapshot().isPresent();
  }

  /** Returns the phase's time limit; ahead of requests a function may take longer. */
  private Duration limit() {
    boolean ahead = spec.initialization() != Initialization.ON_DEMAND && spec.snapshot().isEmpty();
    Duration timeout = spec.timeout();
    if (!ahead && spec.limits().limitsTime()) {
      return ON_DEMAND_LIMIT;
    }
    Duration longest =
        spec.limits().limitsTime()
            ? Duration.ofSeconds(LambdaLimits.LONGEST_TIMEOUT_SECONDS)
            : timeout;
    Duration wanted = timeout.compareTo(longest) > 0 ? longest : timeout;
    return wanted.compareTo(AHEAD_LIMIT) > 0 ? wanted : AHEAD_LIMIT;
  }

  private static PlatformEvent.Restored restored(RuntimeProcess<?> process) {
    long restored = process.session().restoredNanos();
    // One that was dumped while it waited for an event runs nothing but that wait.
    Duration ran =
        restored == 0 ? Duration.ZERO : Duration.ofNanos(process.readyNanos() - restored);
    return new PlatformEvent.Restored(process.init(), EnvironmentAccounting.ceilMillis(ran));
  }

  /** Repeated inside an invocation, on its CPU share and its time. */
  Ended suppressed(RuntimeProcess<?> process, long deadlineNanos) throws InterruptedException {
    Phases phases = new Phases(spec, PlatformEvent.Phase.INVOKE, eventLog);
    phases.begin();
    process.start();
    InitOutcome outcome = process.awaitInit(InitLimit.at(deadlineNanos));
    long now = System.nanoTime();
    Duration took = Duration.ofNanos(now - process.startedNanos());
    process.showOutput();
    phases.end(outcome, took);
    return new Ended(outcome, now);
  }
}
