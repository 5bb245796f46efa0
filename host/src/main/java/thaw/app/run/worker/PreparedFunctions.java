package thaw.app.run.worker;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import thaw.function.FunctionDefinition;
import thaw.platform.Platform;

/**
 * What the first request of each function would wait for, done before a worker is ready: its code,
 * the runtime client with its archive, and a snapshot where functions are restored. No environment
 * is started for requests. What fails is said, and told again by the request that meets it.
 */
public final class PreparedFunctions {
  /** Then requests come all the same, for functions that are prepared. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private PreparedFunctions() {}

  /** What is done for one function. */
  interface Step {
    void prepare(String function) throws InterruptedException;
  }

  /** Returns when they are; at once for a server that is no worker. */
  public static void await(Optional<WorkerTerms> worker, Platform platform) {
    if (worker.isPresent()) {
      await(
          platform.functions().stream().map(FunctionDefinition::name).toList(), platform::prepare);
    }
  }

  /** As many at once as there are CPUs. */
  static void await(List<String> functions, Step step) {
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofVirtual().name("preparing-", 0).factory());
    try {
      for (String function : functions) {
        threads.submit(() -> {
          step.prepare(function);
          return true;
        });
      }
      threads.shutdown();
      threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt(); // the program ends
    }
  }
}
