package thaw.http;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.steady.InternalFault;

/**
 * One request, from its head until its connection may have the next one; it takes the answer. A
 * small answer is sent by whoever brings it, which may be the thread of a function's environment; a
 * larger one by the request's own thread, or when that does not wait for it by one of its own, as a
 * client that does not read it must not keep the environment. A client that has gone away is
 * nobody's failure.
 */
final class Serving implements Connection.Served, Consumer<Response> {
  /** The most bytes of a small answer, less than a socket's buffer: sending it waits for nobody. */
  private static final int SMALL_BYTES = 8 * 1024;

  private final Connection connection;
  private final Exchange exchange;
  private final HttpHandler handler;
  private final Consumer<Exception> problems;
  private final long arrivedNanos = System.nanoTime();
  private final AtomicBoolean taken = new AtomicBoolean();
  private final AtomicReference<State> state = new AtomicReference<>(State.AWAITED);
  private final CompletableFuture<Boolean> goesOn = new CompletableFuture<>();
  private volatile @Nullable Response kept; // a large answer that is to be sent
  private volatile @Nullable RuntimeException failure; // of the sending
  private volatile int status; // of the answer that was sent, wholly or in part
  private volatile long sentNanos;
  private volatile boolean left; // by the connection's thread, which may read on already
  private volatile long doneNanos;

  private enum State {
    /** The request's own thread will look for the answer. */
    AWAITED,
    /** It will find one. */
    THERE,
    /** It has looked and found none: who brings it sees to all. */
    LEFT
  }

  /**
   * @param handler answers a request that is let in
   * @param problems faults of ours
   */
  Serving(
      Connection connection, Exchange exchange, HttpHandler handler, Consumer<Exception> problems) {
    this.connection = connection;
    this.exchange = exchange;
    this.handler = handler;
    this.problems = problems;
  }

  /** Has the request answered, now or later, on the connection's thread. */
  void serve(Admission admission) {
    Optional<Response> refused = admission.refusal(exchange);
    if (refused.isPresent()) { // no HTTP handler learns of it
      exchange.body().discard();
      accept(refused.get());
      sendKept();
      finish();
      return;
    }
    try {
      handler.serve(exchange, this);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      accept(handler.failed(e));
    } catch (RuntimeException | Error e) {
      accept(handler.failed(InternalFault.of(e)));
    }
    left = true; // before anybody else can conclude it
    if (!state.compareAndSet(State.AWAITED, State.LEFT)) {
      left = false;
      conclude();
    }
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
      kept = answer;
    }
    if (!state.compareAndSet(State.AWAITED, State.THERE)) {
      if (kept == null) {
        conclude();
      } else {
        Thread.ofVirtual().name("answer").start(this::conclude);
      }
    }
  }

  private void send(Response answer) {
    status = answer.status();
    try {
      exchange.answer(answer);
    } catch (RuntimeException | Error e) { // of a part that was sent nothing may be left to guess
      failure = InternalFault.of(e);
    } finally {
      sentNanos = System.nanoTime();
    }
  }

  private void sendKept() {
    Response answer = kept;
    kept = null;
    if (answer != null) {
      send(answer);
    }
  }

  /** Concludes the request; called by whoever has to do with the answer last. */
  private void conclude() {
    sendKept();
    RuntimeException failed = failure;
    try {
      handler.answered(exchange, status, arrivedNanos, sentNanos);
      if (failed != null && !isOfConnection(failed)) {
        problems.accept(failed);
      }
    } finally {
      finish();
    }
  }

  /** Returns whether the connection is at fault, not this program. */
  private static boolean isOfConnection(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }

  private void finish() {
    boolean more = false;
    try {
      more = failure == null && exchange.goesOn();
    } finally {
      doneNanos = System.nanoTime();
      goesOn.complete(more);
      if (left && !more) {
        connection.close(); // its thread may wait for a request that must not come
      }
      exchange.body().close();
    }
  }

  @Override
  public boolean isReadOn() {
    return goesOn.isDone() ? goesOn.join() : exchange.goesOn();
  }

  @Override
  public OptionalLong doneNanos() {
    return goesOn.isDone() ? OptionalLong.of(doneNanos) : OptionalLong.empty();
  }

  @Override
  public boolean awaitGoesOn() throws InterruptedException {
    try {
      return goesOn.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an answer that failed", e);
    }
  }
}
