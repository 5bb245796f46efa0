package thaw.app.run;

import java.util.function.BooleanSupplier;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/**
 * Has functions process events, also while the program ends: what the end has cut off is no failure
 * of the function's and is done again later, and what the function has done is done.
 *
 * @param ends whether what fails now does so because the program ends
 */
record LastingInvoker(EventQueue.EventInvoker platform, BooleanSupplier ends)
    implements EventQueue.EventInvoker {
  static LastingInvoker of(Platform platform, Readiness readiness) {
    return new LastingInvoker(
        (function, invocation) -> platform.invoke(function, invocation, false),
        readiness::hasEnded);
  }

  @Override
  public RequestOutcome invoke(String function, Invocation invocation) throws InterruptedException {
    RequestOutcome outcome = platform.invoke(function, invocation);
    if (ends.getAsBoolean() && !isDone(outcome)) {
      throw new InterruptedException("Thaw is ending");
    }
    return outcome;
  }

  private static boolean isDone(RequestOutcome outcome) {
    return outcome instanceof RequestOutcome.Completed completed
        && completed.outcome() instanceof InvocationOutcome.Success;
  }
}
