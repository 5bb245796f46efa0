package thaw.environment;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import thaw.function.FunctionDefinition;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.RuntimeExit;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformLog;

/**
 * Computes what an invocation took, and the events that say so: pure functions of what was
 * measured.
 *
 * @param limitsCpu whether the CPU share holds: without it Lambda would never bill that time
 */
record EnvironmentAccounting(FunctionDefinition function, boolean limitsCpu) {
  private static final long MIB = 1024 * 1024;

  /**
   * @param beginNanos when the environment got the event
   * @param init the init phase that this invocation is billed for
   * @param restore what its environment was restored by
   * @param coldStartNanos when the runtime process was started, for the first invocation
   */
  record Measured(
      Invocation invocation,
      long beginNanos,
      Ending ending,
      Optional<Duration> init,
      Optional<PlatformEvent.Restored> restore,
      OptionalLong coldStartNanos,
      long maxMemoryBytes) {}

  InvocationResult result(Measured measured) {
    Ending ending = measured.ending();
    Duration duration =
        ending instanceof Ending.TimedOut
            ? function.timeout()
            : since(measured.beginNanos(), ending.endedNanos());
    long billedMillis =
        ceilMillis(duration.plus(measured.init().orElse(Duration.ZERO)))
            + measured.restore().map(PlatformEvent.Restored::billedMillis).orElse(0L);
    Optional<Duration> startToResponse =
        measured.coldStartNanos().isPresent()
            ? Optional.of(since(measured.coldStartNanos().getAsLong(), ending.respondedNanos()))
            : Optional.empty();
    return new InvocationResult(
        ending.outcome(),
        duration,
        Duration.ofMillis(billedMillis),
        measured.init(),
        measured.restore().map(PlatformEvent.Restored::duration),
        startToResponse,
        isOutOfMemory(ending)
            ? function.memory().mebibytes() // what it did not get is not to be seen afterwards
            : (measured.maxMemoryBytes() + MIB - 1) / MIB);
  }

  private static boolean isOutOfMemory(Ending ending) {
    return ending instanceof Ending.Broken broken
        && broken.errorType().equals(RuntimeExit.OUT_OF_MEMORY);
  }

  /** Writes how the invocation ended. */
  void write(Measured measured, InvocationResult result, Consumer<PlatformEvent> events) {
    writeFault(measured, events);
    events.accept(runtimeDone(measured, result));
    events.accept(report(measured, result));
  }

  /**
   * The same on managed instances.
   *
   * @param traceId as the invocation's start had it
   */
  void writeManaged(
      Measured measured, InvocationResult result, String traceId, Consumer<PlatformEvent> events) {
    writeFault(measured, events);
    events.accept(
        new PlatformEvent.ManagedReport(
            runtimeDone(measured, result), report(measured, result), traceId));
  }

  private void writeFault(Measured measured, Consumer<PlatformEvent> events) {
    Ending ending = measured.ending();
    String id = measured.invocation().requestId();
    if (ending instanceof Ending.TimedOut) {
      String text = PlatformLog.timedOut(Instant.now(), id, function.timeout());
      events.accept(new PlatformEvent.Fault(text));
    }
    if (ending instanceof Ending.Broken broken && broken.exit().isPresent()) {
      String text = "RequestId: " + id + " Error: " + broken.exit().get();
      events.accept(new PlatformEvent.Fault(text));
    }
    if (isOutOfMemory(ending)) {
      events.accept(new PlatformEvent.OutOfMemory(function.memory().mebibytes()));
    }
  }

  private PlatformEvent.InvocationReport report(Measured measured, InvocationResult result) {
    return new PlatformEvent.InvocationReport(
        measured.invocation().requestId(),
        status(measured.ending()),
        errorType(measured.ending()),
        result.duration(),
        limitsCpu ? OptionalLong.of(result.billed().toMillis()) : OptionalLong.empty(),
        function.memory().mebibytes(),
        result.maxMemoryMiB(),
        result.init(),
        measured.restore());
  }

  private static PlatformEvent.InvocationRuntimeDone runtimeDone(
      Measured measured, InvocationResult result) {
    Optional<Ending.Answer> answer =
        measured.ending() instanceof Ending.Ready ready
            ? Optional.of(ready.answer())
            : Optional.empty();
    return new PlatformEvent.InvocationRuntimeDone(
        measured.invocation().requestId(),
        status(measured.ending()),
        errorType(measured.ending()),
        result.duration(),
        answer.map(Ending.Answer::bytes).orElse(0L),
        answer.map(given -> since(measured.beginNanos(), given.firstNanos())),
        answer.map(given -> since(given.firstNanos(), given.nanos())));
  }

  /**
   * All durations of an invocation are made here. Its begin and what its processes do are noted by
   * different threads: an end that both race for may bear a time from just before the begin.
   */
  private static Duration since(long beginNanos, long nanos) {
    return Duration.ofNanos(Math.max(0, nanos - beginNanos));
  }

  private static PlatformEvent.Status status(Ending ending) {
    return switch (ending) {
      case Ending.Ready ready ->
          ready.outcome() instanceof InvocationOutcome.Failure
              ? PlatformEvent.Status.FAILURE
              : PlatformEvent.Status.SUCCESS;
      case Ending.TimedOut _ -> PlatformEvent.Status.TIMEOUT;
      case Ending.Broken _ -> PlatformEvent.Status.ERROR;
    };
  }

  private static Optional<String> errorType(Ending ending) {
    return switch (ending) {
      case Ending.Ready ready ->
          ready.outcome() instanceof InvocationOutcome.Failure failure
              ? Optional.of(failure.type())
              : Optional.empty();
      case Ending.TimedOut _ -> Optional.empty();
      case Ending.Broken broken -> Optional.of(broken.errorType());
    };
  }

  static long ceilMillis(Duration duration) {
    return (duration.toNanos() + 999_999) / 1_000_000;
  }
}
