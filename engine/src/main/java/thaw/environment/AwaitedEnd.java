package thaw.environment;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.PayloadLimits;
import thaw.steady.InternalFault;

/**
 * The end of a request for a thread that waits for it. A small response is passed on by the thread
 * that brings it, all else by the one that waits, which a slow caller may keep.
 */
public final class AwaitedEnd implements SharedEnvironment.Requester {
  private final Consumer<InvocationOutcome> onOutcome;
  private final CompletableFuture<InvocationResult> end = new CompletableFuture<>();
  private @Nullable InvocationOutcome kept; // seen by who sees the end
  private boolean abandoned; // guarded by this

  /**
   * @param onOutcome gets the outcome, once, before {@link #await} returns
   */
  public AwaitedEnd(Consumer<InvocationOutcome> onOutcome) {
    this.onOutcome = onOutcome;
  }

  @Override
  public synchronized void answered(InvocationOutcome outcome) {
    if (abandoned) {
      return; // who waited is told nothing any more
    }
    if (PayloadLimits.isSmall(outcome.payload())) {
      onOutcome.accept(outcome);
    } else {
      kept = outcome;
    }
  }

  @Override
  public void failed(RuntimeException fault) {
    end.completeExceptionally(fault);
  }

  @Override
  public void ended(InvocationResult result) {
    end.complete(result);
  }

  /**
   * Returns when the outcome has been passed on.
   *
   * @throws RuntimeException a fault of ours
   */
  public InvocationResult await() throws InterruptedException {
    InvocationResult result;
    try {
      result = end.get();
    } catch (InterruptedException e) {
      abandon();
      throw e;
    } catch (ExecutionException e) {
      Throwable fault = e.getCause();
      throw InternalFault.of(fault == null ? e : fault);
    }
    if (kept != null) {
      onOutcome.accept(kept);
    }
    return result;
  }

  /** The outcome has been passed on when this returns, or never will be. */
  private synchronized void abandon() {
    abandoned = true;
  }
}
