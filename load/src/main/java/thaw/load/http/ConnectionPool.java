package thaw.load.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.load.Shot;

/**
 * The assignment of requests to connections, and the decision when to open another one. Refuses to
 * know what a connection is. Any thread may call it; it calls nobody.
 *
 * <p>The one that was used last is taken first: so the others can be seen to be too many. A request
 * that finds none stays in line until it is handed to a connection or fails: for each in line one
 * is being opened, up to the limit.
 *
 * @param <C> a connection, by identity
 */
final class ConnectionPool<C> {
  private final int most;
  private final Object lock = new Object(); // guards all that follows
  private final Set<C> open = new HashSet<>();
  private final Deque<C> idle = new ArrayDeque<>();
  private final Deque<Shot> waiting = new ArrayDeque<>();
  private int opening;
  private boolean closed;

  /** The next step of a request. */
  sealed interface Turn<C> {
    /** It has this connection. */
    record Free<C>(C connection) implements Turn<C> {}

    /**
     * It stands in line.
     *
     * @param opens the caller must open a connection, and tell {@link #opened} or {@link #refused}
     * @param full there are as many as may be, and all are busy
     */
    record InLine<C>(boolean opens, boolean full) implements Turn<C> {}

    /** The pool has been closed. */
    record TooLate<C>() implements Turn<C> {}
  }

  /**
   * @param most so many connections at once, those that are being opened included
   */
  ConnectionPool(int most) {
    this.most = most;
  }

  /** Finds a connection for a request that is due now, or puts it in line. */
  Turn<C> take(Shot shot) {
    synchronized (lock) {
      return turn(shot, false);
    }
  }

  /**
   * Finds another connection for a request whose connection turned out to be closed, or puts it
   * first in line: those in line came later.
   */
  Turn<C> retake(Shot shot) {
    synchronized (lock) {
      return turn(shot, true);
    }
  }

  private Turn<C> turn(Shot shot, boolean first) {
    if (closed) {
      return new Turn.TooLate<>();
    }
    C free = idle.pollFirst();
    if (free != null) {
      return new Turn.Free<>(free);
    }
    if (first) {
      waiting.addFirst(shot);
    } else {
      waiting.addLast(shot);
    }
    boolean opens = opensForLine();
    return new Turn.InLine<>(opens, !opens && waiting.size() > opening);
  }

  private boolean opensForLine() {
    boolean opens = !closed && waiting.size() > opening && open.size() + opening < most;
    opening += opens ? 1 : 0;
    return opens;
  }

  /**
   * Returns whether the caller must open a connection, for those in line, and tell {@link #opened}
   * or {@link #refused}. To be asked after each {@link #gone} and {@link #refused}.
   */
  boolean wantsMore() {
    synchronized (lock) {
      return opensForLine();
    }
  }

  /** The caller opens a connection that nobody waits for. */
  void opens() {
    synchronized (lock) {
      opening++;
    }
  }

  /**
   * A connection that was to be opened is there.
   *
   * @return the request that it carries now; empty when it is idle
   */
  Optional<Shot> opened(C connection) {
    synchronized (lock) {
      opening--;
      open.add(connection);
      return next(connection);
    }
  }

  /**
   * A connection that was to be opened cannot be.
   *
   * @return the request that fails with it: each attempt is one request's
   */
  Optional<Shot> refused() {
    synchronized (lock) {
      opening--;
      return Optional.ofNullable(waiting.pollFirst());
    }
  }

  /**
   * A connection has done its work.
   *
   * @return the request that it carries now; empty when it is idle
   */
  Optional<Shot> release(C connection) {
    synchronized (lock) {
      return next(connection);
    }
  }

  private Optional<Shot> next(C connection) {
    Shot next = waiting.pollFirst();
    if (next == null) {
      idle.addFirst(connection);
    }
    return Optional.ofNullable(next);
  }

  /** A connection is closed; may be told more than once. */
  void gone(C connection) {
    synchronized (lock) {
      if (open.remove(connection)) {
        idle.remove(connection);
      }
    }
  }

  /** Those that are open now. */
  List<C> all() {
    synchronized (lock) {
      return List.copyOf(open);
    }
  }

  /** Returns whether there are connections still to be told of. */
  boolean isOpening() {
    synchronized (lock) {
      return opening > 0;
    }
  }

  boolean isClosed() {
    synchronized (lock) {
      return closed;
    }
  }

  /**
   * Takes no more requests.
   *
   * @return those in line
   */
  List<Shot> close() {
    synchronized (lock) {
      closed = true;
      List<Shot> unsent = List.copyOf(waiting);
      waiting.clear();
      return unsent;
    }
  }
}
