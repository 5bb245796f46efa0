package thaw.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The last requests, within a bound of number and of memory; those that go are counted. Of cold and
 * failed ones a share is kept for longer than of others: a load test must not drive out the few
 * that one looks for. Of one thread at a time.
 */
final class Requests {
  private final int most;
  private final long mostLogChars;
  private final Consumer<String> forgotten;
  private final Map<String, RequestLife> running = new LinkedHashMap<>();
  private final Map<String, RequestLife> ordinary = new LinkedHashMap<>();
  private final Map<String, RequestLife> notable = new LinkedHashMap<>();
  private long logChars;
  private long gone;

  /**
   * @param most requests that have ended
   * @param mostLogChars of their logs together
   * @param forgotten gets the id of one that goes
   */
  Requests(int most, long mostLogChars, Consumer<String> forgotten) {
    this.forgotten = forgotten;
    this.most = most;
    this.mostLogChars = mostLogChars;
  }

  void begin(RequestLife request) {
    running.put(request.id(), request);
  }

  void end(RequestLife request) {
    running.remove(request.id());
    forget(ordinary, request.id());
    forget(notable, request.id()); // an asynchronous one comes again under the same id
    (request.isNotable() ? notable : ordinary).put(request.id(), request);
    logChars += request.log().chars();
    while (ordinary.size() + notable.size() > most || logChars > mostLogChars) {
      boolean fromNotable = ordinary.isEmpty() || notable.size() > most / 3;
      forgetFirst(fromNotable ? notable : ordinary);
      gone++;
    }
  }

  private void forget(Map<String, RequestLife> from, String id) {
    RequestLife request = from.remove(id);
    if (request != null) {
      logChars -= request.log().chars();
    }
  }

  private void forgetFirst(Map<String, RequestLife> from) {
    Iterator<RequestLife> all = from.values().iterator();
    RequestLife first = all.next();
    logChars -= first.log().chars();
    all.remove();
    forgotten.accept(first.id());
  }

  Optional<RequestLife> find(String id) {
    @Nullable RequestLife found = running.get(id);
    found = found == null ? ordinary.get(id) : found;
    return Optional.ofNullable(found == null ? notable.get(id) : found);
  }

  /** Those that changed after that change, the oldest first. */
  List<RequestLife> since(long change) {
    List<RequestLife> found = new ArrayList<>();
    for (Map<String, RequestLife> some : List.of(ordinary, notable, running)) {
      for (RequestLife request : some.values()) {
        if (request.changed() > change) {
          found.add(request);
        }
      }
    }
    found.sort(Comparator.comparingLong(RequestLife::begunNanos));
    return found;
  }

  /** Returns the number of requests that were dropped for newer ones. */
  long gone() {
    return gone;
  }
}
