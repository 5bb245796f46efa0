package thaw.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The traces of the last requests. Thread-safe. */
public final class Traces {
  private static final int MOST_REQUESTS = 1_000;

  private static final Comparator<Span> ORDER =
      Comparator.comparingLong(Span::startEpochNanos)
          .thenComparing(Comparator.comparingLong(Span::endEpochNanos).reversed());

  private final ReentrantLock lock = new ReentrantLock();

  private final Map<String, List<Span>> byRequest = new LinkedHashMap<>() { // guarded by lock
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<Span>> eldest) {
          return size() > MOST_REQUESTS;
        }
      };

  /** A span of a request; its trace is known by the first one. */
  public void add(String requestId, Span span) {
    lock.lock();
    try {
      byRequest.computeIfAbsent(requestId, _ -> new ArrayList<>()).add(span);
    } finally {
      lock.unlock();
    }
  }

  /** Empty when nothing is known of it, or it was too long ago. */
  public Optional<Trace> ofRequest(String requestId) {
    lock.lock();
    try {
      return Optional.ofNullable(byRequest.get(requestId))
          .map(spans ->
              new Trace(
                  requestId, spans.getFirst().traceId(), spans.stream().sorted(ORDER).toList()));
    } finally {
      lock.unlock();
    }
  }
}
