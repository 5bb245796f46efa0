package thaw.apigateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** A cache of authorizers' decisions, each as long as it is valid. Thread-safe. */
final class Decisions {
  private static final int MOST = 10_000;

  private final LongSupplier nanoClock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Kept> kept = new LinkedHashMap<>() { // guarded by lock
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > MOST;
        }
      };

  private record Kept(JsonNode output, long untilNanos) {}

  Decisions(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  Optional<JsonNode> find(String key) {
    lock.lock();
    try {
      Kept found = kept.get(key);
      if (found != null && found.untilNanos() - nanoClock.getAsLong() <= 0) {
        kept.remove(key);
        return Optional.empty();
      }
      return Optional.ofNullable(found).map(Kept::output);
    } finally {
      lock.unlock();
    }
  }

  void keep(String key, JsonNode output, Duration memory) {
    if (memory.isZero()) {
      return;
    }
    lock.lock();
    try {
      kept.put(key, new Kept(output, nanoClock.getAsLong() + memory.toNanos()));
    } finally {
      lock.unlock();
    }
  }
}
