package thaw.environment;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.sandbox.Sandbox;

/**
 * Keeps what an environment's invocations are accounted by besides their own times: the init phase
 * or restore that the next one is billed for, and the most memory that was seen so far.
 *
 * <p>Owned by the thread that owns the environment.
 */
final class InvocationAccounting {
  /** The time in ns between looks at memory, while requests follow each other without a freeze. */
  private static final long MEMORY_SAMPLE_NANOS = 100_000_000;

  private final EnvironmentAccounting accounts;
  private final EventLog eventLog;
  private Optional<Duration> unbilledInit = Optional.empty();
  private Optional<PlatformEvent.Restored> unbilledRestore = Optional.empty();
  private OptionalLong coldStartNanos = OptionalLong.empty();
  private long maxMemoryBytes;
  private long memorySampledNanos;

  InvocationAccounting(EnvironmentAccounting accounts, EventLog eventLog) {
    this.accounts = accounts;
    this.eventLog = eventLog;
  }

  /** The process in which the next invocation comes was started then. */
  void started(long nanos) {
    coldStartNanos = OptionalLong.of(nanos);
  }

  void initialised(Duration took) {
    unbilledInit = Optional.of(took);
  }

  void restored(PlatformEvent.Restored restore) {
    unbilledRestore = Optional.of(restore);
  }

  /** The process that was initialised or restored is no more. */
  void forgetInit() {
    unbilledInit = Optional.empty();
    unbilledRestore = Optional.empty();
  }

  boolean isMemoryDue() {
    return System.nanoTime() - memorySampledNanos > MEMORY_SAMPLE_NANOS;
  }

  /**
   * Remembers the most memory that the sandbox had. Of a process that has ended, only what the
   * kernel charged at most is still known.
   */
  void rememberMemory(Sandbox box) {
    long resident = box.usage().maxMemoryBytes();
    long peak = resident > 0 ? resident : box.chargedPeakBytes().orElse(0);
    maxMemoryBytes = Math.max(maxMemoryBytes, peak);
    memorySampledNanos = System.nanoTime();
  }

  /**
   * Writes how an invocation ended; the next one is billed for nothing of this one's.
   *
   * @param beginNanos when the environment got the event
   */
  InvocationResult enter(Invocation invocation, long beginNanos, Ending ending) {
    var measured =
        new EnvironmentAccounting.Measured(
            invocation,
            beginNanos,
            ending,
            unbilledInit,
            unbilledRestore,
            coldStartNanos,
            maxMemoryBytes);
    InvocationResult result = accounts.result(measured);
    accounts.write(measured, result, eventLog::add);
    forgetInit();
    coldStartNanos = OptionalLong.empty();
    return result;
  }
}
