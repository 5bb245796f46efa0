package thaw.pool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The idle environments of a pool, the one that was used last first. Not thread-safe, but for
 * {@link #now}.
 */
final class IdleRow<E> {
  private final long limitNanos;
  private final LongSupplier nanoClock;
  private final Deque<Idle<E>> row = new ArrayDeque<>();

  /** An environment and when its last use ended. */
  record Idle<E>(E environment, long sinceNanos) {}

  /**
   * @param limit an environment that was idle for so long is not used any more
   * @param nanoClock monotonic, as {@link System#nanoTime}
   */
  IdleRow(Duration limit, LongSupplier nanoClock) {
    this.limitNanos = limit.toNanos();
    this.nanoClock = nanoClock;
  }

  /** An environment whose use ends now. */
  Idle<E> now(E environment) {
    return new Idle<>(environment, nanoClock.getAsLong());
  }

  void add(Idle<E> added) {
    if (isInFront(added)) {
      row.addFirst(added);
      return;
    }
    Deque<Idle<E>> later = new ArrayDeque<>();
    while (!isInFront(added)) {
      later.addFirst(row.removeFirst());
    }
    row.addFirst(added);
    later.forEach(row::addFirst);
  }

  private boolean isInFront(Idle<E> added) {
    Idle<E> first = row.peekFirst();
    return first == null || first.sinceNanos() - added.sinceNanos() <= 0;
  }

  /** The one used last, unless all have been idle for too long. */
  @Nullable E poll() {
    Idle<E> last = row.peekFirst();
    if (last == null || isExpired(last)) {
      return null;
    }
    row.removeFirst();
    return last.environment();
  }

  /** Returns whether it was still there. */
  boolean remove(Idle<E> candidate) {
    return row.remove(candidate);
  }

  /** Those that were idle for too long. */
  List<E> removeExpired() {
    List<E> expired = new ArrayList<>();
    while (!row.isEmpty() && isExpired(row.getLast())) {
      expired.add(row.removeLast().environment());
    }
    return expired;
  }

  List<E> removeAll() {
    List<E> all = all();
    row.clear();
    return all;
  }

  List<E> all() {
    return row.stream().map(Idle::environment).toList();
  }

  private boolean isExpired(Idle<E> candidate) {
    return nanoClock.getAsLong() - candidate.sinceNanos() >= limitNanos;
  }
}
