package thaw.gateway;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  /** The name that stands for the only function, where the Runtime Interface Emulator has one. */
  private static final String EMULATED = "function";

  /** What is read of a request that is too large, so that its sender can read the answer. */
  private static final long LARGEST_DISCARDED_BYTES = 64L * 1024 * 1024;

  /** To send a request's head, its body, or to read a response of at most 6 MiB. */
  private static final Duration TRANSFER_LIMIT = Duration.ofSeconds(60);

  /** Longer than any request that AWS accepts: its limit for line and headers is 10,240 bytes. */
  private static final int LONGEST_PROLOGUE_BYTES = 16 * 1024;

  /** Statuses whose responses have no body (RFC 9110). */
  private static final Set<Integer> BODYLESS = Set.of(204, 205, 304);

  /** Read at once, without a larger buffer. */
  private static final int SMALL_BODY_BYTES = 64 * 1024;

  private static final HeaderName REQUEST_ID = HeaderNames.create("x-amzn-RequestId");

  private final Platform platform;
  private final Invoking invoking;
  private final StreamedInvoking streams;
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
    this.invoking = new Invoking(platform, events);
    this.streams = new StreamedInvoking(platform, problems);
    this.urls = new FunctionUrls(platform, streams);
    this.operations = new Operations(operations(events, s3));
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
    Delivery delivery = new Delivery(answer -> deliver(request, response, requestId, answer));
    Optional<Answer> refusal = refusal(request, requestId, delivery);
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

  /** A streamed answer takes as long as the function does. */
  private void deliver(
      ServerRequest request, ServerResponse response, String requestId, Answer answer) {
    if (answer.stream().isPresent()) {
      send(request, response, requestId, answer);
      return;
    }
    transfers.limit(() -> {
      send(request, response, requestId, answer);
      return true;
    });
  }

  /** Empty when the request was answered otherwise. */
  private Optional<Answer> refusal(ServerRequest request, String requestId, Delivery delivery) {
    try {
      answer(request, requestId, delivery::take);
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

  private void answer(ServerRequest request, String requestId, Consumer<Answer> caller)
      throws InterruptedException {
    String method = request.prologue().method().text();
    String path = request.prologue().uriPath().rawPath();
    Optional<UrlAddress> url = UrlAddress.of(header(request, "Host").orElse(""), path);
    if (url.isPresent()) {
      urls.serve(url.get(), urlRequest(request, requestId, url.get()), caller);
      return;
    }
    Optional<Operations.Match> match = operations.find(method, path, name -> query(request, name));
    if (match.isEmpty()) {
      transfers.limit(() -> body(request, Invoking.REQUEST_LIMIT_BYTES));
      throw ApiError.notSupported(OperationNames.describe(method, Operations.segments(path), path))
          .refusal();
    }
    Operation operation = match.get().operation();
    operation
        .handler()
        .handle(
            new ApiRequest(
                requestId,
                operation.name(),
                origin(request),
                match.get().path(),
                name -> request.query().all(name, List::of),
                name -> header(request, name),
                limit -> transfers.limit(() -> body(request, limit))),
            caller);
  }

  private UrlRequest urlRequest(ServerRequest request, String requestId, UrlAddress address) {
    Map<String, List<String>> headers = new TreeMap<>();
    for (Header header : request.headers()) {
      headers.put(header.headerName().lowerCase(), header.allValues());
    }
    return new UrlRequest(
        requestId,
        request.prologue().method().text(),
        request.prologue().rawProtocol(),
        address.rawPath(),
        request.query().rawValue(),
        headers,
        request.remotePeer().host(),
        listener.port(),
        limit -> transfers.limit(() -> body(request, limit)));
  }

  /** By which address the caller reached us, so that addresses in answers work for it too. */
  private String origin(ServerRequest request) {
    return "http://" + header(request, "Host").orElseGet(() -> "127.0.0.1:" + listener.port());
  }

  private List<Operation> operations(EventQueue events, Optional<URI> s3) {
    CodeReader code = new CodeReader(platform.catalog(), s3);
    List<Operation> all = new ArrayList<>();
    all.add(
        new Operation(
            "Invoke",
            "POST",
            "/2015-03-31/functions/{FunctionName}/invocations",
            (request, caller) -> invoking.invoke(invocation(request), caller)));
    all.add(
        new Operation(
            "InvokeWithResponseStream",
            "POST",
            "/2021-11-15/functions/{FunctionName}/response-streaming-invocations",
            (request, caller) -> streams.invoke(invocation(request), caller)));
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

  private Invoking.Request invocation(ApiRequest request) {
    return new Invoking.Request(
        request.id(),
        emulated(request.function()),
        request.header("X-Amz-Invocation-Type"),
        request.header("X-Amz-Log-Type"),
        request.header("X-Amz-Client-Context"),
        request.header("X-Amzn-Trace-Id"),
        request.content().apply(Invoking.REQUEST_LIMIT_BYTES));
  }

  /** Who has pointed a client at the Runtime Interface Emulator reaches the only function. */
  private FunctionReference emulated(FunctionReference reference) {
    if (!reference.name().equals(EMULATED)
        || platform.catalog().find(EMULATED).isPresent()
        || platform.catalog().all().size() != 1) {
      return reference;
    }
    String only = platform.catalog().all().getFirst().name();
    return new FunctionReference(only, reference.qualifier());
  }

  private static Optional<String> query(ServerRequest request, String name) {
    return request.query().first(name).filter(value -> !value.isEmpty());
  }

  private Optional<String> header(ServerRequest request, String name) {
    HeaderName known = headerNames.computeIfAbsent(name, HeaderNames::create);
    return request.headers().first(known).filter(value -> !value.isEmpty());
  }

  /** One byte more than allowed at most, so that it is seen to be too large. */
  private static byte[] body(ServerRequest request, int limit) {
    if (!request.content().hasEntity()) {
      return new byte[0];
    }
    long length = request.headers().contentLength().orElse(Long.MAX_VALUE);
    try (InputStream content = request.content().inputStream()) {
      if (length <= SMALL_BODY_BYTES && length <= limit) {
        byte[] body = new byte[Math.toIntExact(length)];
        if (content.readNBytes(body, 0, body.length) < body.length) {
          throw new EOFException();
        }
        return body;
      }
      byte[] body = content.readNBytes(limit + 1);
      if (body.length > limit) {
        content.skip(LARGEST_DISCARDED_BYTES);
      }
      return body;
    } catch (IOException | RuntimeException e) { // the server throws either
      throw ApiError.invalidContent("The request ended before its body was complete.").refusal();
    }
  }

  /** Headers and body in one write: two cost 40 ms where the receiver delays its ACK. */
  private static void send(
      ServerRequest request, ServerResponse response, String requestId, Answer answer) {
    boolean bodyless = BODYLESS.contains(answer.status());
    response.status(Status.create(answer.status()));
    response.header(REQUEST_ID, requestId);
    if (request.headers().contains(HeaderValues.CONNECTION_CLOSE)) {
      response.header(HeaderValues.CONNECTION_CLOSE); // else the server would keep it open
    }
    answer.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
    answer.cookies().forEach(cookie -> response.headers().add(HeaderNames.SET_COOKIE, cookie));
    if (!bodyless && !answer.headers().containsKey("Content-Type")) {
      response.header(HeaderNames.CONTENT_TYPE, "application/json");
    }
    if (bodyless || request.prologue().method().equals(Method.HEAD)) {
      response.send();
    } else if (answer.stream().isPresent()) {
      stream(response, answer.stream().get());
    } else {
      response.send(answer.body());
    }
  }

  /** Closed only when all is written: else the client would take a part for the whole. */
  private static void stream(ServerResponse response, Answer.Stream body) {
    try {
      OutputStream to = response.outputStream();
      body.write(to);
      to.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("shutting down", e);
    } catch (IOException | UncheckedIOException e) {
      throw new CloseConnectionException("a streamed response was not completed", e);
    }
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
