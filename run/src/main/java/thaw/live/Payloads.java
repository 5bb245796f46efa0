package thaw.live;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import thaw.pool.PayloadObservation;

/**
 * The payloads of the last requests and of their responses: the beginning of each, within a bound
 * of number and of memory. Whoever drops a request has it dropped here; beyond the bounds the
 * oldest goes.
 *
 * <p>Thread-safe; everything is guarded by {@code lock}.
 */
final class Payloads {
  static final int MOST_BYTES_OF_ONE = 32 * 1024;
  static final long MOST_BYTES = 8L * 1024 * 1024;

  /**
   * The most requests whose payloads are here, more than requests are kept: some run, and some are
   * on their way to the list.
   */
  private static final int MOST = 2 * LiveState.MOST_REQUESTS;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Exchanged> all = new LinkedHashMap<>();
  private long bytes;

  /**
   * An event or a response.
   *
   * @param bytes its beginning, at most {@link #MOST_BYTES_OF_ONE}; never changed
   * @param length of the whole
   */
  record Payload(byte[] bytes, long length) {
    private static Payload of(byte[] whole) {
      return new Payload(
          whole.length <= MOST_BYTES_OF_ONE ? whole : Arrays.copyOf(whole, MOST_BYTES_OF_ONE),
          whole.length);
    }

    boolean isWhole() {
      return bytes.length == length;
    }
  }

  /**
   * Both of one request. An asynchronous one that is tried again keeps its id.
   *
   * @param response empty until it is there; of the attempt before while it is tried again
   * @param streamed whether it went to the caller piece by piece, and is not here
   */
  record Exchanged(String function, Payload event, Optional<Payload> response, boolean streamed) {
    private long bytes() {
      return event.bytes().length + (response.isPresent() ? response.get().bytes().length : 0);
    }
  }

  /**
   * Keeps the payload of an observation. It is copied before the lock is taken, as all requests
   * wait for that.
   */
  void accept(PayloadObservation observation) {
    switch (observation) {
      case PayloadObservation.Came came ->
          came(came.requestId(), came.function(), Payload.of(came.event()));
      case PayloadObservation.Left left ->
          left(left.requestId(), Payload.of(left.response()), left.streamed());
      case PayloadObservation.TurnedAway away -> turnedAway(away.requestId());
    }
  }

  /** It is the newest then, whichever ends last. */
  private void came(String id, String function, Payload event) {
    lock.lock();
    try {
      @Nullable Exchanged before = removed(id);
      put(
          id,
          before == null
              ? new Exchanged(function, event, Optional.empty(), false)
              : new Exchanged(function, event, before.response(), before.streamed()));
    } finally {
      lock.unlock();
    }
  }

  private void left(String id, Payload response, boolean streamed) {
    lock.lock();
    try {
      Exchanged known = all.get(id);
      if (known != null) {
        bytes -= known.bytes();
        put(id, new Exchanged(known.function(), known.event(), Optional.of(response), streamed));
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Forgets a request that was turned away, unless an earlier attempt got a response, which is
   * still shown.
   */
  private void turnedAway(String id) {
    lock.lock();
    try {
      Exchanged known = all.get(id);
      if (known != null && known.response().isEmpty()) {
        removed(id);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Puts the payloads in their old place, or as the newest, and drops the oldest beyond the bounds.
   */
  private void put(String id, Exchanged exchanged) {
    all.put(id, exchanged);
    bytes += exchanged.bytes();
    Iterator<Exchanged> oldest = all.values().iterator();
    while (all.size() > MOST || bytes > MOST_BYTES) {
      bytes -= oldest.next().bytes();
      oldest.remove();
    }
  }

  private @Nullable Exchanged removed(String id) {
    Exchanged known = all.remove(id);
    bytes -= known == null ? 0 : known.bytes();
    return known;
  }

  /** The request is not shown any more. */
  void forget(String id) {
    lock.lock();
    try {
      removed(id);
    } finally {
      lock.unlock();
    }
  }

  Optional<Exchanged> find(String id) {
    lock.lock();
    try {
      return Optional.ofNullable(all.get(id));
    } finally {
      lock.unlock();
    }
  }

  /** The last event that came to a function, as far as it is here as a whole. */
  Optional<Payload> lastEvent(String function) {
    lock.lock();
    try {
      Optional<Payload> last = Optional.empty();
      for (Exchanged exchanged : all.values()) {
        if (exchanged.function().equals(function) && exchanged.event().isWhole()) {
          last = Optional.of(exchanged.event());
        }
      }
      return last;
    } finally {
      lock.unlock();
    }
  }
}
