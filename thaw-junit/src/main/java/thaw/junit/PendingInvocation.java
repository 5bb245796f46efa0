package thaw.junit;

import java.time.Duration;
import thaw.program.ThawException;

/** An asynchronous invocation that Thaw has accepted. */
public final class PendingInvocation {
  private final LambdaFunction function;
  private final int place;
  private final String requestId;

  PendingInvocation(LambdaFunction function, int place, String requestId) {
    this.function = function;
    this.place = place;
    this.requestId = requestId;
  }

  /** As in the function's log; every attempt has it. */
  public String requestId() {
    return requestId;
  }

  /**
   * Waits for the end of the first attempt, good or bad.
   *
   * @throws ThawException when it has not ended in time, or the thread was interrupted
   */
  public FunctionInvocation await(Duration patience) {
    return function.awaited(place, requestId, patience, invocation -> true);
  }

  /**
   * Waits for an attempt that succeeds. Attempts wait for a minute and for two, as on Lambda,
   * unless {@code @ThawApplication(options = "--async-time-scale=0.001")} says otherwise.
   *
   * @throws ThawException when none has in time, or the thread was interrupted
   */
  public FunctionInvocation awaitSuccess(Duration patience) {
    return function.awaited(place, requestId, patience, FunctionInvocation::isSuccess);
  }
}
