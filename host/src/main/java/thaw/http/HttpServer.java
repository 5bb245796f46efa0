package thaw.http;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import thaw.problem.UserMistake;
import thaw.steady.InternalFault;

/** One port with a door behind it. */
public final class HttpServer implements AutoCloseable {
  /** To send a request's head, its body, or to read a response of at most 10 MiB. */
  public static final Duration TRANSFER_LIMIT = Duration.ofSeconds(60);

  private final HttpHandler door;
  private final Admission admission;
  private final Supplier<String> requestIds;
  private final Consumer<Exception> problems;
  private final Transfers transfers;

  private final Listener listener;

  private HttpServer(
      String host,
      int port,
      HttpHandler door,
      Admission admission,
      Supplier<String> requestIds,
      Duration transferLimit,
      Consumer<Exception> problems) {
    this.door = door;
    this.admission = admission;
    this.requestIds = requestIds;
    this.problems = problems;
    this.transfers = new Transfers(transferLimit);
    this.listener = Listener.open(host, port, this::serve, transfers, problems);
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
      HttpHandler door,
      Admission admission,
      Supplier<String> requestIds,
      Duration transferLimit,
      Consumer<Exception> problems) {
    return new HttpServer(host, port, door, admission, requestIds, transferLimit, problems);
  }

  public int port() {
    return listener.port();
  }

  /** How many requests and responses are on their way. */
  public int transfers() {
    return transfers.count();
  }

  /** Whether another request may follow on the connection. */
  private boolean serve(Connection connection, RequestHead head) {
    long arrivedNanos = System.nanoTime();
    Exchange exchange = new Exchange(connection, head, requestIds.get(), listener.port());
    try {
      return serve(exchange, arrivedNanos) && exchange.goesOn();
    } finally {
      exchange.body().close();
    }
  }

  private boolean serve(Exchange exchange, long arrivedNanos) {
    Optional<Response> refused = admission.refusal(exchange);
    ResponseSlot delivery = new ResponseSlot(exchange::answer);
    if (refused.isPresent()) { // no door learns of it
      exchange.body().discard();
      delivery.take(refused.get());
      return delivery.finish() == null;
    }
    Optional<Response> failed = failed(exchange, delivery);
    if (failed.isPresent() && !delivery.isTaken()) {
      delivery.take(failed.get());
    }
    RuntimeException failure = delivery.finish();
    if (delivery.isTaken()) {
      door.answered(exchange, delivery.status(), arrivedNanos, delivery.sentNanos());
    }
    if (failure != null && !ResponseSlot.isOfConnection(failure)) {
      problems.accept(failure);
    }
    return failure == null;
  }

  /** Empty when the door has answered. */
  private Optional<Response> failed(Exchange exchange, ResponseSlot delivery) {
    try {
      door.serve(exchange, delivery::take);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(door.failed(e));
    } catch (RuntimeException | Error e) {
      return Optional.of(door.failed(InternalFault.of(e)));
    }
  }

  /** Takes no more requests; those that run have their connection closed. */
  @Override
  public void close() {
    listener.close();
    transfers.close();
  }
}
