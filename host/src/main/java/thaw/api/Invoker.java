package thaw.api;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.environment.Invocation;
import thaw.platform.Outcome;
import thaw.platform.Platform;
import thaw.platform.Preparation;
import thaw.platform.Refused;

/**
 * Has functions of the platform process events. A function whose alias is not published yet is
 * waited for: on AWS an API is there only when all that it leads to is.
 */
final class Invoker {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final Platform platform;

  Invoker(Platform platform) {
    this.platform = platform;
  }

  Invocation invocation(String id, byte[] event, Optional<String> qualifier, String trace) {
    return new Invocation(
        id, event, Optional.empty(), qualifier, Optional.of(trace), Optional.empty());
  }

  /** Waits for the outcome. */
  Outcome invoke(String function, Invocation invocation) throws InterruptedException {
    AtomicReference<@Nullable Outcome> outcome = new AtomicReference<>();
    invoke(function, invocation, outcome::set);
    return Objects.requireNonNull(outcome.get());
  }

  /**
   * @param caller gets the outcome, once, before this method returns, perhaps on another thread
   */
  void invoke(String function, Invocation invocation, Consumer<Outcome> caller)
      throws InterruptedException {
    try {
      platform.invoke(function, invocation, false, caller);
    } catch (Refused refused) {
      if (invocation.qualifier().isEmpty() || platform.catalog().find(function).isEmpty()) {
        throw refused;
      }
      whenPublished(function, invocation, caller, refused);
    }
  }

  private void whenPublished(
      String function, Invocation invocation, Consumer<Outcome> caller, Refused first)
      throws InterruptedException {
    if (platform.prepare(function) instanceof Preparation.Failed(String cause, String remedy)) {
      caller.accept(new Outcome.Unprepared(cause, remedy));
      return;
    }
    long began = System.nanoTime();
    Refused last = first;
    while (System.nanoTime() - began < LONGEST_WAIT_NANOS) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      try {
        platform.invoke(function, invocation, false, caller);
        return;
      } catch (Refused refused) {
        last = refused;
      }
    }
    throw last;
  }
}
