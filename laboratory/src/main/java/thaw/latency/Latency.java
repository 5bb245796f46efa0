package thaw.latency;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The way to a server and back: a wait before each operation, also of many (up to 256 of libfuse
 * 3.12 and later) that go on at once.
 *
 * <p>One request of the kernel may be two calls of ours: libfuse asks for the attributes of what
 * was made or changed. A server's answer has them already, so that call does not wait.
 */
final class Latency {
  private final Duration latency;
  private final LongAdder trips = new LongAdder();
  private final Set<String> answered = ConcurrentHashMap.newKeySet();

  Latency(Duration latency) {
    this.latency = latency;
  }

  /** Waits for one round trip. */
  void trip() {
    trips.increment();
    try {
      Thread.sleep(latency);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Marks the next operation on this path as free of a wait, as it asks for attributes that came
   * with this answer.
   */
  void answersWithAttributes(String path) {
    answered.add(path);
  }

  /** Waits, unless the attributes came with another answer. */
  void tripForAttributes(String path) {
    if (!answered.remove(path)) {
      trip();
    }
  }

  long trips() {
    return trips.sum();
  }
}
