package thaw.http;

import io.helidon.http.HeaderName;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import thaw.problem.UserMistake;
import thaw.steady.Fault;

/** One port with a door behind it. */
public final class HttpServer implements AutoCloseable {
  /** To send a request's head, its body, or to read a response of at most 10 MiB. */
  public static final Duration TRANSFER_LIMIT = Duration.ofSeconds(60);

  /** Longer than any request that AWS accepts: its limit for line and headers is 10,240 bytes. */
  private static final int LONGEST_PROLOGUE_BYTES = 16 * 1024;

  private final Door door;
  private final Admission admission;
  private final Supplier<String> requestIds;
  private final Consumer<Exception> problems;
  private final Transfers transfers;

  /** Of the fields that doors ask for: all of them are in this program's text. */
  private final Map<String, HeaderName> headerNames = new ConcurrentHashMap<>();

  private final Listener listener;

  private HttpServer(
      String host,
      int port,
      Door door,
      Admission admission,
      Supplier<String> requestIds,
      Duration transferLimit,
      Consumer<Exception> problems) {
    this.door = door;
    this.admission = admission;
    this.requestIds = requestIds;
    this.problems = problems;
    this.transfers = new Transfers(transferLimit);
    this.listener =
        Listener.open(
            host,
            port,
            new DirectConnections(protocol()),
            HttpRouting.builder().any(this::serve),
            transfers,
            problems);
  }

  /**
   * @param host address to listen on
   * @param port 0 for any
   * @param door answers those who are let in
   * @param admission who is let in
   * @param requestIds makes a name for each request, which its response tells
   * @param transferLimit how long a client may take to send a request or to read a response
   * @param problems faults of ours, which clients see as status 500
   * @throws UserMistake when it cannot listen there
   */
  public static HttpServer open(
      String host,
      int port,
      Door door,
      Admission admission,
      Supplier<String> requestIds,
      Duration transferLimit,
      Consumer<Exception> problems) {
    return new HttpServer(host, port, door, admission, requestIds, transferLimit, problems);
  }

  private static ServerConnectionSelector protocol() {
    return Http1ConnectionSelector.builder()
        .config(
            Http1Config.builder()
                .validatePath(false) // a function may get any path, as recorded
                .maxPrologueLength(LONGEST_PROLOGUE_BYTES)
                .addReceiveListener(headLimit())
                .build())
        .build();
  }

  /** The server reads request line and header fields before it asks us. */
  private static Http1ConnectionListener headLimit() {
    return new Http1ConnectionListener() {
      @Override
      public void prologue(ConnectionContext context, HttpPrologue prologue) {
        ((Connection) context).heads().came(); // perhaps together with the request before
      }

      @Override
      public void headers(ConnectionContext context, Headers headers) {
        ((Connection) context).heads().complete();
      }
    };
  }

  public int port() {
    return listener.port();
  }

  /** How many requests and responses are on their way. */
  public int transfers() {
    return transfers.count();
  }

  private void serve(ServerRequest request, ServerResponse response) {
    long arrivedNanos = System.nanoTime();
    Exchange exchange =
        new Exchange(request, response, requestIds.get(), listener.port(), transfers, headerNames);
    try {
      serve(exchange, arrivedNanos);
    } finally {
      exchange.body().close();
    }
  }

  private void serve(Exchange exchange, long arrivedNanos) {
    Optional<Answer> refused = admission.refusal(exchange);
    if (refused.isPresent()) {
      refuse(exchange, refused.get());
      return;
    }
    Delivery delivery = new Delivery(exchange::answer);
    Optional<Answer> failed = failed(exchange, delivery);
    if (failed.isPresent() && !delivery.isTaken()) {
      delivery.take(failed.get());
    }
    RuntimeException failure = delivery.finish();
    transfers.answered();
    if (delivery.isTaken()) {
      door.answered(exchange, delivery.status(), arrivedNanos, delivery.sentNanos());
    }
    if (failure != null) {
      if (!Delivery.isOfConnection(failure)) {
        problems.accept(failure);
      }
      throw new CloseConnectionException("the answer was not sent", failure);
    }
    if (exchange.isLast()) {
      throw new CloseConnectionException("as the client or the answer wants it");
    }
  }

  /** No door learns of it. */
  private void refuse(Exchange exchange, Answer answer) {
    boolean whole = exchange.discard();
    Delivery delivery = new Delivery(exchange::answer);
    delivery.take(answer);
    RuntimeException failure = delivery.finish();
    transfers.answered();
    if (failure != null || !whole || exchange.isLast()) {
      throw new CloseConnectionException("a refused request", failure);
    }
  }

  /** Empty when the door has answered. */
  private Optional<Answer> failed(Exchange exchange, Delivery delivery) {
    try {
      door.serve(exchange, delivery::take);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(door.failed(e));
    } catch (CloseConnectionException e) {
      throw e; // the server's, and no fault
    } catch (RuntimeException | Error e) {
      return Optional.of(door.failed(Fault.of(e)));
    }
  }

  /** Takes no more requests; those that run have their connection closed. */
  @Override
  public void close() {
    listener.close();
    transfers.close();
  }
}
