package thaw.platform;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import thaw.environment.launch.Snapshot;
import thaw.platform.record.Refused;
import thaw.pool.Preparation;

/**
 * The preparations of one version's environments. A version is prepared once; with a
 * customer-managed runtime once for each image that its alias has led to, so that an environment
 * starts from the image of that time, and those that run stay as they are.
 */
final class Preparations {
  private final Supplier<Optional<FunctionRuntimes.Chosen>> runtime;
  private final Function<Optional<FunctionRuntimes.Chosen>, Memoized<Preparation.Ready>> making;
  private final Map<Optional<FunctionRuntimes.Chosen>, Memoized<Preparation.Ready>> made =
      new ConcurrentHashMap<>();

  Preparations(
      Supplier<Optional<FunctionRuntimes.Chosen>> runtime,
      Function<Optional<FunctionRuntimes.Chosen>, Memoized<Preparation.Ready>> making) {
    this.runtime = runtime;
    this.making = making;
  }

  /**
   * Returns the preparation for the next environment.
   *
   * @throws Refused when its runtime is deleted
   */
  Preparation.Ready next(Duration patience) throws InterruptedException {
    return made.computeIfAbsent(runtime.get(), making).get(patience);
  }

  /**
   * Returns a preparation for a request, which an environment may serve that runs already.
   *
   * @throws Refused when its runtime is deleted
   */
  Preparation.Ready any(Duration patience) throws InterruptedException {
    Memoized<Preparation.Ready> next = made.computeIfAbsent(runtime.get(), making);
    if (made.size() > 1 && !next.isMade()) {
      for (Memoized<Preparation.Ready> other : made.values()) {
        if (other.isMade()) {
          return other.get(patience);
        }
      }
    }
    return next.get(patience);
  }

  /** Returns the snapshots from which environments were restored, or may be. */
  List<Snapshot> snapshots() {
    return made.values().stream()
        .flatMap(each -> each.made().stream())
        .flatMap(ready -> ready.spec().snapshot().stream())
        .toList();
  }

  boolean isMade() {
    return made.values().stream().anyMatch(Memoized::isMade);
  }
}
