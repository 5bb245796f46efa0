package thaw.pool;

import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/**
 * A payload that a request brings to a function, or gets from it. Refuses to know what becomes of
 * it: both may hold secrets.
 */
public sealed interface PayloadObservation {
  /** The event, before the function has it. */
  record Came(String requestId, String function, byte[] event) implements PayloadObservation {}

  /**
   * The response, or the error in its place.
   *
   * @param streamed whether the caller got it piece by piece, so that it is not here
   * @param failed whether it is the error
   */
  record Left(String requestId, byte[] response, boolean streamed, boolean failed)
      implements PayloadObservation {}

  /** The function never had the event. */
  record TurnedAway(String requestId) implements PayloadObservation {}

  static PayloadObservation of(Invocation invocation, RequestOutcome outcome) {
    return switch (outcome) {
      case RequestOutcome.Completed completed -> {
        byte[] response = completed.outcome().payload();
        yield new Left(
            invocation.requestId(),
            response,
            invocation.stream().isPresent() && response.length == 0,
            completed.outcome() instanceof InvocationOutcome.Failure);
      }
      case RequestOutcome.Throttled _, RequestOutcome.Unprepared _ ->
          new TurnedAway(invocation.requestId());
    };
  }
}
