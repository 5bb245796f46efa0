package thaw.app.invoke;

import java.util.List;
import thaw.environment.InvocationResult;
import thaw.runtimeapi.InvocationOutcome;

/**
 * The responses of a function.
 *
 * @param invocations in their order
 */
public record InvokeResult(List<InvocationResult> invocations) {
  public InvokeResult {
    invocations = List.copyOf(invocations);
  }

  /** Returns whether none has failed. */
  public boolean isGood() {
    return invocations.stream()
        .noneMatch(each -> each.outcome() instanceof InvocationOutcome.Failure);
  }
}
