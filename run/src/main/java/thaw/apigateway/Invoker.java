package thaw.apigateway;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.platform.Platform;
import thaw.platform.record.FunctionVersion;
import thaw.pool.Preparation;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;

/**
 * Has functions of the platform process events, and waits before until they can: on AWS an API is
 * there only when all that it leads to is built and published.
 */
final class Invoker {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final Platform platform;

  /** Functions that have been waited for, with their aliases. */
  private final Set<String> ready = ConcurrentHashMap.newKeySet();

  Invoker(Platform platform) {
    this.platform = platform;
  }

  /**
   * Returns when the function has been built and its alias leads to a version, which is no part of
   * any request's time; says why it cannot be built or published.
   */
  Optional<RequestOutcome.Unprepared> await(String function, Optional<String> alias)
      throws InterruptedException {
    String name = alias.map(qualifier -> function + ":" + qualifier).orElse(function);
    if (ready.contains(name) || platform.catalog().find(function).isEmpty()) {
      return Optional.empty();
    }
    if (platform.prepare(function) instanceof Preparation.Failed(String cause, String remedy)) {
      return Optional.of(new RequestOutcome.Unprepared(cause, remedy));
    }
    long began = System.nanoTime();
    while (alias.isPresent()
        && !isPublished(function, alias.get())
        && System.nanoTime() - began < LONGEST_WAIT_NANOS) {
      if (platform.hurry(function, alias.get()).orElse(null)
          instanceof Preparation.Failed(String cause, String remedy)) {
        return Optional.of(new RequestOutcome.Unprepared(cause, remedy));
      }
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    ready.add(name);
    return Optional.empty();
  }

  private boolean isPublished(String function, String alias) {
    return platform
        .catalog()
        .find(function)
        .flatMap(known -> known.version(alias))
        .filter(version -> version.life().state() != FunctionVersion.State.PENDING)
        .isPresent();
  }

  static Invocation invocation(String id, byte[] event, Optional<String> qualifier, String trace) {
    return new Invocation(
        id, event, Optional.empty(), qualifier, Optional.of(trace), Optional.empty());
  }

  /** Waits for the outcome. */
  RequestOutcome invoke(String function, Invocation invocation) throws InterruptedException {
    AtomicReference<@Nullable RequestOutcome> outcome = new AtomicReference<>();
    invoke(function, invocation, outcome::set);
    return Objects.requireNonNull(outcome.get());
  }

  /**
   * @param onOutcome gets the outcome, once, before this method returns, perhaps on another thread
   */
  void invoke(String function, Invocation invocation, Consumer<RequestOutcome> onOutcome)
      throws InterruptedException {
    platform.invoke(function, invocation, false, onOutcome);
  }
}
