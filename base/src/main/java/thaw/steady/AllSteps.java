package thaw.steady;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Steps of which each is to be done, whatever becomes of the others, as at an end. */
public final class AllSteps {
  private AllSteps() {}

  /**
   * One after the other.
   *
   * @throws RuntimeException what the first step threw that failed, with the others' suppressed
   */
  public static void run(Collection<? extends Runnable> steps) {
    @Nullable RuntimeException first = null;
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (RuntimeException | Error e) {
        if (first == null) {
          first = InternalFault.of(e);
        } else if (first != e) {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /**
   * The same step for each of many things, one after the other.
   *
   * @param problems what a step has thrown, which costs the others nothing
   */
  public static <T> void each(
      Iterable<? extends T> all,
      Consumer<? super T> step,
      Consumer<? super RuntimeException> problems) {
    for (T one : all) {
      try {
        step.accept(one);
      } catch (RuntimeException | Error e) {
        problems.accept(InternalFault.of(e));
      }
    }
  }

  /**
   * The same step for each of many things, several at the same time. Returns when all have ended;
   * an interrupt of the caller does not reach them.
   *
   * @param most how many at the same time
   * @throws RuntimeException as above
   */
  public static <T> void each(Collection<T> all, int most, Consumer<T> step) {
    Semaphore places = new Semaphore(most);
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (T one : all) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      ends.add(end);
      Thread.ofVirtual().name("end").start(() -> take(one, places, step, end));
    }
    run(ends.stream().<Runnable>map(end -> () -> await(end)).toList());
  }

  private static void await(CompletableFuture<Void> end) {
    try {
      end.join(); // which an interrupt does not end
    } catch (CompletionException e) {
      Throwable cause = e.getCause();
      throw InternalFault.of(cause == null ? e : cause);
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
