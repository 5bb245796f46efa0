package thaw.http;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import thaw.problem.UserMistake;

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
    Serving serving = new Serving(connection, exchange, handler, problems);
    serving.serve(admission);
    return serving;
  }

  /** Takes no more requests; those that run have their connection closed. */
  @Override
  public void close() {
    listener.close();
    transfers.close();
  }
}
