package thaw.platform;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A value that takes long to make: made on first demand, once, however many ask at the same time. A
 * making that fails is seen by all who waited for it; who asks later starts a new one.
 *
 * <p>Thread-safe. The making has a thread of its own, so that no caller's end is its end.
 */
final class Memoized<T> {
  private final Callable<T> making;
  private final AtomicReference<@Nullable CompletableFuture<T>> current = new AtomicReference<>();

  Memoized(Callable<T> making) {
    this.making = making;
  }

  /**
   * @throws RuntimeException what the making threw
   * @throws IllegalStateException when {@code patience} ends first; the making goes on
   */
  T get(Duration patience) throws InterruptedException {
    CompletableFuture<T> value = current.get();
    if (value == null) {
      value = started();
    }
    try {
      return value.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("not ready after " + patience.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException problem -> throw problem;
        case Error problem -> throw problem;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  boolean isMade() {
    return made().isPresent();
  }

  /** It, when it is made; empty before, and when that has failed. */
  Optional<T> made() {
    CompletableFuture<T> value = current.get();
    return value != null && value.isDone() && !value.isCompletedExceptionally()
        ? Optional.of(value.join())
        : Optional.empty();
  }

  private CompletableFuture<T> started() {
    CompletableFuture<T> mine = new CompletableFuture<>();
    CompletableFuture<T> other = current.compareAndExchange(null, mine);
    if (other != null) {
      return other;
    }
    try {
      Thread.ofVirtual().name("preparation").start(() -> make(mine));
    } catch (Throwable e) {
      fail(mine, e);
    }
    return mine;
  }

  private void make(CompletableFuture<T> value) {
    try {
      value.complete(making.call());
    } catch (Throwable e) { // whoever waits learns of it
      fail(value, e);
    }
  }

  private void fail(CompletableFuture<T> value, Throwable why) {
    current.compareAndSet(value, null);
    value.completeExceptionally(why);
  }
}
