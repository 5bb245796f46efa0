package thaw.http;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.steady.InternalFault;

/**
 * An answer's way to its client. A small one is sent by whoever brings it, which may be the thread
 * of a function's environment; a larger one by the request's own thread, or when that does not wait
 * for it by one of its own, as a client that does not read it must not keep the environment. A
 * client that has gone away is nobody's failure.
 */
final class ResponseSlot implements Consumer<Response> {
  /** The most bytes of a small answer, less than a socket's buffer: sending it waits for nobody. */
  private static final int SMALL_BYTES = 8 * 1024;

  private final Way way;
  private final AtomicReference<@Nullable Response> kept = new AtomicReference<>();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private final AtomicReference<State> state = new AtomicReference<>(State.AWAITED);
  private final AtomicBoolean taken = new AtomicBoolean();
  private volatile int status;
  private volatile long sentNanos;

  private enum State {
    /** The request's own thread will look for the answer. */
    AWAITED,
    /** It will find one. */
    THERE,
    /** It has looked and found none: who brings it sees to all. */
    LEFT
  }

  /** A way to the client. */
  interface Way {
    void send(Response answer);

    /** An answer is here that nobody waited for; {@link #finish} is still to be called. */
    void seeToIt();
  }

  ResponseSlot(Way way) {
    this.way = way;
  }

  /**
   * Takes the answer, on any thread. A second answer is too late: one that failed on its way may be
   * followed by one.
   */
  @Override
  public void accept(Response answer) {
    if (!taken.compareAndSet(false, true)) {
      return;
    }
    if (answer.body().length <= SMALL_BYTES) {
      send(answer);
    } else {
      kept.set(answer);
    }
    if (!state.compareAndSet(State.AWAITED, State.THERE)) {
      if (kept.get() == null) {
        way.seeToIt();
      } else {
        Thread.ofVirtual().name("answer").start(way::seeToIt);
      }
    }
  }

  /**
   * Returns whether there is no answer yet; then the request's own thread has nothing to do with it
   * any more.
   */
  boolean leave() {
    return state.compareAndSet(State.AWAITED, State.LEFT);
  }

  boolean isTaken() {
    return taken.get();
  }

  /**
   * The request's own thread, when nobody else has to do with the answer any more.
   *
   * @return what went wrong with the sending, or null
   */
  @Nullable RuntimeException finish() {
    Response answer = kept.getAndSet(null);
    if (answer != null) {
      send(answer);
    }
    return failure.get();
  }

  /** Returns the status of the answer that was sent, wholly or in part. */
  int status() {
    return status;
  }

  /** {@link System#nanoTime}. */
  long sentNanos() {
    return sentNanos;
  }

  private void send(Response answer) {
    status = answer.status();
    try {
      way.send(answer);
    } catch (RuntimeException | Error e) { // of a part that was sent nothing may be left to guess
      failure.set(InternalFault.of(e));
    } finally {
      sentNanos = System.nanoTime();
    }
  }

  /** Returns whether the connection is at fault, not this program. */
  static boolean isOfConnection(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }
}
