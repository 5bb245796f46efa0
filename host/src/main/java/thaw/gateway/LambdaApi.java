package thaw.gateway;

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
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import thaw.environment.Invocation;
import thaw.platform.EventQueue;
import thaw.platform.FunctionRecord;
import thaw.platform.Platform;
import thaw.platform.Refused;
import thaw.problem.UserMistake;

/**
 * The Lambda API's HTTP shape. Refuses to know what the operations do, and who calls: signatures
 * are not looked at.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/api/API_Operations.html">Lambda API</a>
 */
public final class LambdaApi implements AutoCloseable {
  /** To send a request's head, its body, or to read a response of at most 6 MiB. */
  private static final Duration TRANSFER_LIMIT = Duration.ofSeconds(60);

  /** Longer than any request that AWS accepts: its limit for line and headers is 10,240 bytes. */
  private static final int LONGEST_PROLOGUE_BYTES = 16 * 1024;

  private final Platform platform;
  private final FunctionUrls urls;
  private final Operations operations;
  private final Consumer<Exception> problems;
  private final Transfers transfers;

  /** Of the fields that operations ask for: all of them are in this program's text. */
  private final Map<String, HeaderName> headerNames = new ConcurrentHashMap<>();

  private final Listener listener;

  private LambdaApi(
      Platform platform,
      EventQueue events,
      String host,
      int port,
      Consumer<Exception> problems,
      Optional<URI> s3,
      Duration transferLimit) {
    this.transfers = new Transfers(transferLimit);
    this.platform = platform;
    StreamedInvoking streams = new StreamedInvoking(platform, problems);
    this.urls = new FunctionUrls(platform, streams);
    this.operations = new Operations(operations(events, s3, streams));
    this.problems = problems;
    this.listener =
        Listener.open(
            host,
            port,
            new DirectConnections(protocol()),
            HttpRouting.builder().any(this::serve),
            transfers,
            problems);
  }

  private ServerConnectionSelector protocol() {
    return Http1ConnectionSelector.builder()
        .config(
            Http1Config.builder()
                .validatePath(false) // a function may get any path, as recorded
                .maxPrologueLength(LONGEST_PROLOGUE_BYTES)
                .addReceiveListener(headLimit())
                .build())
        .build();
  }

  /** Without S3. */
  public static LambdaApi open(
      Platform platform, EventQueue events, String host, int port, Consumer<Exception> problems) {
    return open(platform, events, host, port, problems, Optional.empty());
  }

  /**
   * @param events takes what is invoked without waiting for an answer
   * @param host address to listen on
   * @param port 0 for any
   * @param problems our own failures, which callers see as status 500
   * @param s3 a local server that has the code that requests name by bucket and key
   * @throws UserMistake when it cannot listen there
   */
  public static LambdaApi open(
      Platform platform,
      EventQueue events,
      String host,
      int port,
      Consumer<Exception> problems,
      Optional<URI> s3) {
    return open(platform, events, host, port, problems, s3, TRANSFER_LIMIT);
  }

  static LambdaApi open(
      Platform platform,
      EventQueue events,
      String host,
      int port,
      Consumer<Exception> problems,
      Optional<URI> s3,
      Duration transferLimit) {
    return new LambdaApi(platform, events, host, port, problems, s3, transferLimit);
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

  /** How many requests and responses are on their way. */
  int transfers() {
    return transfers.count();
  }

  public int port() {
    return listener.port();
  }

  private void serve(ServerRequest request, ServerResponse response) {
    String requestId = Invocation.newRequestId();
    Exchange exchange = new Exchange(request, response, requestId, transfers, headerNames);
    Delivery delivery = new Delivery(exchange::answer);
    Optional<Answer> refusal = refusal(exchange, delivery);
    if (refusal.isPresent() && !delivery.isTaken()) {
      delivery.take(refusal.get());
    }
    RuntimeException failure = delivery.finish();
    transfers.answered();
    if (failure != null) {
      if (!Delivery.isOfConnection(failure)) {
        problems.accept(failure);
      }
      throw new CloseConnectionException("the answer was not sent", failure);
    }
  }

  /** Empty when the request was answered otherwise. */
  private Optional<Answer> refusal(Exchange exchange, Delivery delivery) {
    try {
      answer(exchange, delivery::take);
      return Optional.empty();
    } catch (ApiError.Refusal refused) {
      return Optional.of(refused.error().answer());
    } catch (Refused refused) {
      return Optional.of(ApiError.of(refused).answer());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(ApiError.internal("The platform is shutting down.").answer());
    } catch (CloseConnectionException e) {
      throw e; // the server's, and no fault
    } catch (RuntimeException e) {
      problems.accept(e);
      return Optional.of(ApiError.internal(String.valueOf(e.getMessage())).answer());
    }
  }

  private void answer(Exchange exchange, Consumer<Answer> caller) throws InterruptedException {
    String method = exchange.method();
    String path = exchange.rawPath();
    Optional<UrlAddress> url = UrlAddress.of(exchange.header("Host").orElse(""), path);
    if (url.isPresent()) {
      urls.serve(url.get(), exchange.asked(url.get(), listener.port()), caller);
      return;
    }
    Optional<Operations.Match> match = operations.find(method, path, exchange::query);
    if (match.isEmpty()) {
      exchange.body(Invoking.REQUEST_LIMIT_BYTES);
      throw ApiError.notSupported(OperationNames.describe(method, Operations.segments(path), path))
          .refusal();
    }
    match.get().operation().handler().handle(exchange.asked(match.get(), origin(exchange)), caller);
  }

  /** By which address the caller reached us, so that addresses in answers work for it too. */
  private String origin(Exchange exchange) {
    return "http://" + exchange.header("Host").orElseGet(() -> "127.0.0.1:" + listener.port());
  }

  private List<Operation> operations(
      EventQueue events, Optional<URI> s3, StreamedInvoking streams) {
    CodeReader code = new CodeReader(platform.catalog(), s3);
    List<Operation> all = new ArrayList<>();
    Invoking invoking = new Invoking(platform, events);
    all.addAll(new InvokeOperations(platform, invoking, streams).operations());
    all.addAll(new FunctionOperations(platform, code).operations());
    all.addAll(new VersionOperations(platform).operations());
    all.addAll(new PermissionOperations(platform).operations());
    all.addAll(new ConcurrencyOperations(platform).operations());
    all.addAll(new UrlOperations(platform).operations());
    all.addAll(new LayerOperations(platform, code).operations());
    all.addAll(new EventSourceOperations(platform).operations());
    all.addAll(new EventInvokeOperations(platform).operations());
    all.addAll(new TagOperations(platform).operations());
    all.addAll(new AccountOperations(platform).operations());
    all.addAll(new QueryOperations(platform).operations());
    all.add(new CodeDownload(platform.catalog()).operation());
    all.addAll(new StatusOperations(platform, events).operations());
    return all;
  }

  /** Functions with URLs, and the URLs. */
  public Map<String, String> functionUrls() {
    Map<String, String> found = new TreeMap<>();
    for (FunctionRecord function : platform.catalog().all()) {
      function
          .urls()
          .forEach((qualifier, url) ->
              found.put(
                  function.name() + (qualifier.isEmpty() ? "" : ":" + qualifier),
                  UrlAddress.url(url.id(), listener.port())));
    }
    return found;
  }

  /** Takes no more requests; those that run have their connection closed. */
  @Override
  public void close() {
    listener.close();
    transfers.close();
  }
}
