package thaw.app.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import thaw.function.FunctionDefinition;
import thaw.platform.Platform;
import thaw.pool.Preparation;

/**
 * Does before a worker is ready what the first request of each function would wait for: its code,
 * the runtime client with its archive, and a snapshot where functions are restored. No environment
 * is started for requests. What fails is said, and told again by the request that meets it.
 */
final class PreparedFunctions {
  /** The time after which requests come all the same, for functions that are prepared. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Step step;
  private final Duration patience;
  private final Consumer<String> notes;

  /**
   * @param notes for people: which functions are not prepared, and why
   */
  PreparedFunctions(Step step, Duration patience, Consumer<String> notes) {
    this.step = step;
    this.patience = patience;
    this.notes = notes;
  }

  /** The preparation of one function. */
  interface Step {
    /** Prepares it, or says why it cannot be run. */
    Optional<String> problem(String function) throws InterruptedException;
  }

  /**
   * Returns when they are; at once for a server that is no worker.
   *
   * @param notes for people: which functions are not prepared, and why
   */
  static void await(Optional<WorkerTerms> worker, Platform platform, Consumer<String> notes) {
    if (worker.isPresent()) {
      new PreparedFunctions(function -> problem(platform, function), PATIENCE, notes)
          .await(platform.functions().stream().map(FunctionDefinition::name).toList());
    }
  }

  private static Optional<String> problem(Platform platform, String function)
      throws InterruptedException {
    return platform.prepare(function) instanceof Preparation.Failed failed
        ? Optional.of(failed.text())
        : Optional.empty();
  }

  /** Prepares as many functions at once as there are CPUs. */
  void await(List<String> functions) {
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            Thread.ofVirtual().name("preparing-", 0).factory());
    Set<String> unprepared = new ConcurrentSkipListSet<>(functions);
    try {
      for (String function : functions) {
        threads.execute(() -> {
          prepare(function);
          unprepared.remove(function);
        });
      }
      threads.shutdown();
      if (!threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        notes.accept(
            "requests may come, though after %d s these functions are still being prepared: %s"
                .formatted(patience.toSeconds(), String.join(", ", unprepared)));
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt(); // the program ends
    }
  }

  private void prepare(String function) {
    try {
      step.problem(function).ifPresent(problem -> tell(function, problem));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the program ends
    } catch (RuntimeException e) {
      tell(function, e.toString());
    }
  }

  private void tell(String function, String problem) {
    notes.accept(function + " is not prepared: " + problem);
  }
}
