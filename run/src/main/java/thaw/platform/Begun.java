package thaw.platform;

import java.util.Optional;
import java.util.function.Consumer;
import thaw.environment.InvocationResult;
import thaw.environment.SharedEnvironment;
import thaw.pool.InFlight;
import thaw.pool.ThrottleReason;
import thaw.pool.managed.SharedEnvironments;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** A request that nobody waits for, and that is in flight until it has ended. */
final class Begun implements InvocationRouting.Entry {
  private final InFlight inFlight;
  private final Consumer<RuntimeException> fault;
  private boolean in; // of the thread that brings the request

  /**
   * @param fault gets what ends it by a fault of ours
   */
  Begun(InFlight inFlight, Consumer<RuntimeException> fault) {
    this.inFlight = inFlight;
    this.fault = fault;
  }

  @Override
  public Optional<ThrottleReason> enter(
      SharedEnvironments environments,
      Invocation invocation,
      Consumer<InvocationOutcome> completed) {
    Optional<ThrottleReason> refusal = environments.begin(invocation, new Ended(completed));
    in = refusal.isEmpty();
    return refusal;
  }

  /** Returns whether an environment has it, or had. */
  boolean isIn() {
    return in;
  }

  private final class Ended implements SharedEnvironment.Requester {
    private final Consumer<InvocationOutcome> completed;

    Ended(Consumer<InvocationOutcome> completed) {
      this.completed = completed;
    }

    @Override
    public void answered(InvocationOutcome outcome) {
      completed.accept(outcome);
    }

    @Override
    public void failed(RuntimeException problem) {
      inFlight.leave();
      fault.accept(problem);
    }

    @Override
    public void ended(InvocationResult result) {
      inFlight.leave();
    }
  }
}
