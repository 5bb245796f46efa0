package thaw.platform;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import thaw.platform.record.Arn;
import thaw.platform.record.PublishedRuntime;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;

/**
 * The customer-managed runtimes that there are, in memory and on disk. Refuses to know what may be
 * done with them. What was to be deleted by now is gone as soon as somebody looks.
 *
 * <p>Thread-safe; {@code lock} guards {@code runtimes}.
 */
final class RuntimeStore {
  private static final String KIND = "runtime";

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, PublishedRuntime> runtimes = new TreeMap<>();
  private final Records records;
  private final LongSupplier epochMillis;

  RuntimeStore(Records records, LongSupplier epochMillis) {
    this.records = records;
    this.epochMillis = epochMillis;
    records
        .all(KIND, PublishedRuntime.class)
        .forEach(runtime -> runtimes.put(runtime.name(), runtime));
  }

  /** Returns the runtimes in the order of their names. */
  List<PublishedRuntime> all() {
    lock.lock();
    try {
      return List.copyOf(runtimes.keySet()).stream()
          .flatMap(name -> current(name).stream())
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused when there is none
   */
  PublishedRuntime get(String name) {
    return find(name)
        .orElseThrow(() -> Refused.notFound("Runtime not found: " + Arn.runtime(name)));
  }

  Optional<PublishedRuntime> find(String name) {
    lock.lock();
    try {
      return current(name);
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused when there is one of that name
   */
  PublishedRuntime add(String name, Supplier<PublishedRuntime> made) {
    lock.lock();
    try {
      if (current(name).isPresent()) {
        throw Refused.conflict("Runtime already exists: " + Arn.runtime(name));
      }
      return keep(made.get());
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused when there is none
   */
  PublishedRuntime change(String name, UnaryOperator<PublishedRuntime> change) {
    lock.lock();
    try {
      return keep(change.apply(get(name)));
    } finally {
      lock.unlock();
    }
  }

  private PublishedRuntime keep(PublishedRuntime runtime) {
    if (!Objects.equals(runtimes.get(runtime.name()), runtime)) {
      records.put(KIND, runtime.name(), runtime);
      runtimes.put(runtime.name(), runtime);
    }
    return runtime;
  }

  /**
   * Returns a runtime as it is now, and removes one whose deletion is over. Called only with the
   * lock.
   */
  private Optional<PublishedRuntime> current(String name) {
    PublishedRuntime runtime = runtimes.get(name);
    if (runtime == null) {
      return Optional.empty();
    }
    long now = epochMillis.getAsLong();
    if (PublishedRuntime.isOver(runtime.deletionMillis(), now)) {
      records.remove(KIND, name);
      runtimes.remove(name);
      return Optional.empty();
    }
    return Optional.of(keep(runtime.at(now)));
  }
}
