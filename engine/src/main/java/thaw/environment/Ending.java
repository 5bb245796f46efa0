package thaw.environment;

import java.time.Duration;
import java.util.Optional;
import thaw.runtimeapi.ExtensionFailure;
import thaw.runtimeapi.FunctionError;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.RuntimeEvent;

/** Tells what became of an invocation, as far as the environment is concerned. */
sealed interface Ending {
  /** Returns the outcome that the caller gets. */
  InvocationOutcome outcome();

  /** Returns when the outcome was known, on the clock of {@link System#nanoTime}. */
  long respondedNanos();

  /** Returns when the runtime was ready again, or was known not to be, on the same clock. */
  long endedNanos();

  /** The runtime answered and asked for the next event. */
  record Ready(Answer answer, long endedNanos) implements Ending {
    @Override
    public InvocationOutcome outcome() {
      return answer.outcome();
    }

    @Override
    public long respondedNanos() {
      return answer.nanos();
    }
  }

  /** Time was up, before or after the answer. */
  record TimedOut(InvocationOutcome outcome, long respondedNanos, long endedNanos)
      implements Ending {
    static TimedOut of(Invocation invocation, Duration timeout, long nanos) {
      return new TimedOut(FunctionError.timedOut(invocation.requestId(), timeout), nanos, nanos);
    }
  }

  /**
   * The process ended in the middle of it, or never became ready.
   *
   * @param errorType of the REPORT line
   * @param exit how the runtime ended, when it ended by itself
   */
  record Broken(
      InvocationOutcome outcome,
      long respondedNanos,
      long endedNanos,
      String errorType,
      Optional<String> exit)
      implements Ending {
    /** The init that was repeated inside the invocation failed again. */
    static Broken initFailed(Invocation invocation, InitOutcome.Failed failed, long nanos) {
      boolean exited = ExtensionFailure.isExit(failed.type());
      InvocationOutcome outcome =
          exited
              ? FunctionError.exited(invocation.requestId(), failed.type(), failed.message())
              : new InvocationOutcome.Failure(failed.type(), failed.message(), failed.payload());
      return new Broken(
          outcome,
          nanos,
          nanos,
          failed.type(),
          exited ? Optional.of(failed.message()) : Optional.empty());
    }
  }

  /**
   * The runtime's answer, after which it may still be at work.
   *
   * @param outcome what the caller gets
   * @param firstNanos when its first byte came
   * @param nanos when all of it was there
   * @param bytes the response's size
   * @param passedOn whether the caller has it already
   */
  record Answer(
      InvocationOutcome outcome, long firstNanos, long nanos, long bytes, boolean passedOn) {
    static Answer error(InvocationOutcome.Failure failure, long nanos) {
      return new Answer(failure, nanos, nanos, failure.payload().length, false);
    }

    /** The process ended after it had answered, or instead of it. */
    static Broken brokenBy(
        Invocation invocation, RuntimeEvent.Exited exit, Optional<Answer> answered) {
      return brokenBy(invocation, exit.asFailure(), answered);
    }

    /** An extension failed after the runtime had answered, or before. */
    static Broken brokenBy(
        Invocation invocation, ExtensionFailure failure, Optional<Answer> answered) {
      return new Broken(
          answered
              .map(Answer::outcome)
              .orElseGet(() ->
                  FunctionError.exited(invocation.requestId(), failure.type(), failure.message())),
          answered.map(Answer::nanos).orElse(failure.nanos()),
          failure.nanos(),
          failure.type(),
          Optional.of(failure.message()));
    }
  }
}
