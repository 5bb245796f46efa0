package thaw.pool;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.runtimeapi.Invocation;

/**
 * One request, wherever it runs.
 *
 * @param wantsLog whether the caller gets the request's log, and so waits for its end
 * @param version which is executed
 */
public record Task(Invocation invocation, boolean wantsLog, String version) {
  private static final Pool.Conclusion<Environment> CONCLUSION =
      new Pool.Conclusion<>() {
        @Override
        public void conclude(Environment environment) throws InterruptedException {
          environment.conclude();
        }

        @Override
        public void whenReady(Environment environment, Runnable step) {
          environment.whenReady(step);
        }

        @Override
        public Duration patience(Environment environment) {
          return environment.conclusionPatience();
        }

        @Override
        public void rest(Environment environment) {
          environment.rest();
        }
      };

  public void run(Pool<Environment> pool, Consumer<RequestOutcome> onOutcome)
      throws InterruptedException {
    if (wantsLog) {
      onOutcome.accept(pool.use(this::concluded));
    } else {
      pool.use(environment -> answered(environment, onOutcome), CONCLUSION);
    }
  }

  /** Returns whether an environment was free. */
  public boolean runIdle(Pool<Environment> pool, Consumer<RequestOutcome> onOutcome)
      throws InterruptedException {
    if (wantsLog) {
      Optional<RequestOutcome> outcome = pool.useIdle(this::concluded);
      outcome.ifPresent(onOutcome);
      return outcome.isPresent();
    }
    return pool.useIdle(environment -> answered(environment, onOutcome), CONCLUSION).isPresent();
  }

  private @Nullable RequestOutcome concluded(Environment environment) throws InterruptedException {
    InvocationResult result = environment.invokeUnlessEnded(invocation);
    return result == null
        ? null
        : new RequestOutcome.Completed(
            result.outcome(), Optional.of(environment.logTail()), version);
  }

  private @Nullable Boolean answered(Environment environment, Consumer<RequestOutcome> onOutcome)
      throws InterruptedException {
    boolean taken =
        environment.respond(
            invocation,
            outcome ->
                onOutcome.accept(new RequestOutcome.Completed(outcome, Optional.empty(), version)));
    return taken ? Boolean.TRUE : null;
  }
}
