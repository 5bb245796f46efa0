package thaw.http;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;
import thaw.steady.InternalFault;

/** One port with an HTTP handler behind it. */
public final class HttpServer implements AutoCloseable {
  /**
   * The time that a client has to send a request's head, to send its body, or to read a response of
   * at most 10 MiB.
   */
  public static final Duration TRANSFER_LIMIT = Duration.ofSeconds(60);

  private final HttpHandler handler;
  private final Admission admission;
  private final Supplier<String> requestIds;
  private final Consumer<Exception> problems;
  private final Transfers transfers;

  private final Listener listener;

  private HttpServer(
      String host,
      int port,
      HttpHandler handler,
      Admission admission,
      Supplier<String> requestIds,
      Duration transferLimit,
      Consumer<Exception> problems) {
    this.handler = handler;
    this.admission = admission;
    this.requestIds = requestIds;
    this.problems = problems;
    this.transfers = new Transfers(transferLimit);
    this.listener = Listener.open(host, port, this::serve, transfers, problems);
  }

  /**
   * @param host address to listen on
   * @param port 0 for any
   * @param handler answers those who are let in
   * @param admission who is let in
   * @param requestIds makes a name for each request, which its response tells
   * @param transferLimit how long a client may take to send a request or to read a response
   * @param problems faults of ours, which clients see as status 500
   * @throws UserMistake when it cannot listen there
   */
  public static HttpServer open(
      String host,
      int port,
      HttpHandler handler,
      Admission admission,
      Supplier<String> requestIds,
      Duration transferLimit,
      Consumer<Exception> problems) {
    return new HttpServer(host, port, handler, admission, requestIds, transferLimit, problems);
  }

  public int port() {
    return listener.port();
  }

  /** Returns the number of requests and responses that are on their way. */
  public int transfers() {
    return transfers.count();
  }

  private Connection.Served serve(Connection connection, RequestHead head) {
    Exchange exchange = new Exchange(connection, head, requestIds.get(), listener.port());
    Serving serving = new Serving(connection, exchange, System.nanoTime());
    serving.serve();
    return serving;
  }

  /** A request, until its connection may have the next one. */
  private final class Serving implements Connection.Served, ResponseSlot.Way {
    private final Connection connection;
    private final Exchange exchange;
    private final long arrivedNanos;
    private final ResponseSlot slot;
    private final CompletableFuture<Boolean> goesOn = new CompletableFuture<>();
    private volatile boolean left; // by the connection's thread, which may read on already
    private volatile long doneNanos;

    Serving(Connection connection, Exchange exchange, long arrivedNanos) {
      this.connection = connection;
      this.exchange = exchange;
      this.arrivedNanos = arrivedNanos;
      this.slot = new ResponseSlot(this);
    }

    void serve() {
      Optional<Response> refused = admission.refusal(exchange);
      if (refused.isPresent()) { // no HTTP handler learns of it
        exchange.body().discard();
        slot.accept(refused.get());
        finish(slot.finish());
        return;
      }
      Optional<Response> failed = failed(exchange, slot);
      if (failed.isPresent() && !slot.isTaken()) {
        slot.accept(failed.get());
      }
      left = true; // before anybody else can conclude it
      if (!slot.leave()) {
        left = false;
        conclude();
      }
    }

    @Override
    public void send(Response answer) {
      exchange.answer(answer);
    }

    @Override
    public void seeToIt() {
      conclude();
    }

    /** Concludes the request; called by whoever has to do with the answer last. */
    private void conclude() {
      RuntimeException failure = slot.finish();
      try {
        handler.answered(exchange, slot.status(), arrivedNanos, slot.sentNanos());
        if (failure != null && !ResponseSlot.isOfConnection(failure)) {
          problems.accept(failure);
        }
      } finally {
        finish(failure);
      }
    }

    private void finish(@Nullable RuntimeException failure) {
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

  /**
   * Has the HTTP handler serve a request; returns the answer to its failure, and empty when the
   * HTTP handler has answered.
   */
  private Optional<Response> failed(Exchange exchange, ResponseSlot slot) {
    try {
      handler.serve(exchange, slot);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(handler.failed(e));
    } catch (RuntimeException | Error e) {
      return Optional.of(handler.failed(InternalFault.of(e)));
    }
  }

  /** Takes no more requests; those that run have their connection closed. */
  @Override
  public void close() {
    listener.close();
    transfers.close();
  }
}
