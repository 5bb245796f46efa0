package thaw.platform.pool;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The same step for each of many things, for several at the same time, and for all of them whatever
 * fails.
 */
public final class ParallelSteps {
  private ParallelSteps() {}

  /**
   * Returns when all steps have ended; an interrupt of the caller does not reach them.
   *
   * @param most how many at the same time
   * @throws RuntimeException the first that a step threw, with the others suppressed
   */
  public static <T> void each(Collection<T> all, int most, Consumer<T> step) {
    Semaphore places = new Semaphore(most);
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (T one : all) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      ends.add(end);
      try {
        Thread.ofVirtual().name("end").start(() -> take(one, places, step, end));
      } catch (OutOfMemoryError e) { // or no thread is to be had
        take(one, places, step, end);
      }
    }
    @Nullable RuntimeException first = null;
    for (CompletableFuture<Void> end : ends) {
      try {
        end.join(); // which an interrupt does not end
      } catch (CompletionException e) {
        RuntimeException failure = e.getCause() instanceof RuntimeException cause ? cause : e;
        if (first == null) {
          first = failure;
        } else {
          first.addSuppressed(failure);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private static <T> void take(
      T one, Semaphore places, Consumer<T> step, CompletableFuture<Void> end) {
    places.acquireUninterruptibly();
    try {
      step.accept(one);
      end.complete(null);
    } catch (RuntimeException | Error e) {
      end.completeExceptionally(e);
    } finally {
      places.release();
    }
  }
}
