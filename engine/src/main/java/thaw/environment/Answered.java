package thaw.environment;

import java.util.Optional;
import thaw.runtimeapi.ExtensionFailure;
import thaw.runtimeapi.FunctionError;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.RuntimeEvent;

/** An answer of a process that lives, or the end of one that did not answer. */
sealed interface Answered {
  record Alive(Ending.Answer answer) implements Answered {}

  record Ended(Ending.Broken ending) implements Answered {}

  /** Tells what the event that follows an offered invocation means for it. */
  static Answered by(RuntimeEvent event, Invocation invocation) {
    return switch (event) {
      case RuntimeEvent.Responded(long first, long nanos, byte[] body, boolean passedOn) ->
          new Alive(
              new Ending.Answer(
                  new InvocationOutcome.Success(body), first, nanos, body.length, passedOn));
      case RuntimeEvent.Streamed(long first, long nanos, long bytes, var error) ->
          new Alive(
              new Ending.Answer(
                  error
                      .<InvocationOutcome>map(failure -> failure)
                      .orElseGet(() -> new InvocationOutcome.Success(new byte[0])),
                  first,
                  nanos,
                  bytes,
                  false));
      case RuntimeEvent.ErrorReported(long nanos, String type, byte[] body) ->
          new Alive(Ending.Answer.error(FunctionError.of(type, body), nanos));
      case RuntimeEvent.ResponseTooLarge(long nanos) ->
          new Alive(Ending.Answer.error(FunctionError.responseTooLarge(), nanos));
      case RuntimeEvent.Exited exit ->
          new Ended(Ending.Answer.brokenBy(invocation, exit, Optional.empty()));
      case RuntimeEvent.ExtensionFailed(ExtensionFailure failure) ->
          new Ended(Ending.Answer.brokenBy(invocation, failure, Optional.empty()));
      case RuntimeEvent.NextCalled _,
          RuntimeEvent.RestoreAwaited _,
          RuntimeEvent.InitErrorReported _ ->
          throw new IllegalStateException("the session let this through: " + event);
    };
  }
}
