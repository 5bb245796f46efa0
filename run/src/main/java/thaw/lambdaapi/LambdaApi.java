package thaw.lambdaapi;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import thaw.durable.Rejected;
import thaw.http.Admission;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.IncompleteRequest;
import thaw.http.OwnPages;
import thaw.http.Response;
import thaw.http.SiteRule;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Callers;
import thaw.lambdaapi.invoke.Invoking;
import thaw.lambdaapi.invoke.Operation;
import thaw.lambdaapi.invoke.Operations;
import thaw.lambdaapi.invoke.Rights;
import thaw.lambdaapi.invoke.StreamedInvoking;
import thaw.lambdaapi.url.FunctionUrls;
import thaw.lambdaapi.url.UrlAddress;
import thaw.lambdaapi.url.UrlsFirst;
import thaw.lambdaapi.url.UrlsForAll;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.Refused;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;

/**
 * The Lambda API's HTTP shape. Refuses to know what the operations do, and who calls: signatures
 * are not looked at.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/api/API_Operations.html">Lambda API</a>
 */
public final class LambdaApi implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final Platform platform;
  private final FunctionUrls urls;
  private final Operations operations;
  private final Callers callers;
  private final Consumer<Exception> problems;
  private final HttpServer server;
  private final HttpServer forFunctions;

  LambdaApi(
      Platform platform,
      EventQueue events,
      Exposure exposure,
      Consumer<Exception> problems,
      Optional<URI> s3,
      Front front,
      Stack stack,
      Duration transferLimit) {
    this.platform = platform;
    StreamedInvoking streams = new StreamedInvoking(platform, problems);
    this.urls = new FunctionUrls(platform, streams);
    this.problems = problems;
    this.callers = exposure.callers();
    Requests ours = new Requests();
    this.operations = new Operations(operations(events, s3, streams, stack, ours::failed));
    HttpHandler requests = front.operations().before(ours, ours::name);
    this.server =
        HttpServer.open(
            exposure.host(),
            exposure.port(),
            front.all().apply(new UrlsFirst(urls, front.own().apply(requests))),
            admission(exposure.own(), exposure.callers()),
            Invocation::newRequestId,
            transferLimit,
            problems);
    try {
      this.forFunctions =
          HttpServer.open(
              LOOPBACK,
              0,
              front.all().apply(new UrlsFirst(urls, requests)),
              admission(
                  new OwnPages(exposure.own().rule().and(SiteRule.OF_AWS)),
                  (_, _) -> Rights.INVOKE),
              Invocation::newRequestId,
              transferLimit,
              problems);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /**
   * Tells where the API listens, and to whom.
   *
   * @param host address to listen on
   * @param port 0 for any
   * @param own who is let in, but for function URLs: those are public
   * @param callers what they may do
   */
  public record Exposure(String host, int port, OwnPages own, Callers callers) {}

  /**
   * The handlers that stand before those of the API.
   *
   * @param own wraps the handler of the Lambda API with what is Thaw's own; it never has requests
   *     for function URLs
   * @param all wraps the handler that has all requests; the server has the result
   * @param operations wraps the handler of the operations, also for callers that are functions
   */
  public record Front(
      UnaryOperator<HttpHandler> own, UnaryOperator<HttpHandler> all, OfOperations operations) {
    static final Front NONE = new Front(UnaryOperator.identity(), UnaryOperator.identity());

    public Front(UnaryOperator<HttpHandler> own, UnaryOperator<HttpHandler> all) {
      this(own, all, (handler, _) -> handler);
    }
  }

  /** Wraps the handler of the operations. */
  @FunctionalInterface
  public interface OfOperations {
    /**
     * @param names of operations, as the service model has them, by request
     */
    HttpHandler before(HttpHandler handler, Function<Exchange, Optional<String>> names);
  }

  /** Opens the API without S3, and with nothing before it. */
  static LambdaApi open(
      Platform platform, EventQueue events, String host, int port, Consumer<Exception> problems) {
    return open(
        platform,
        events,
        new Exposure(host, port, OwnPages.of(host), (_, _) -> Rights.CHANGE),
        problems,
        Optional.empty(),
        Front.NONE,
        Stack.EMPTY);
  }

  /**
   * @param events takes what is invoked without waiting for an answer
   * @param problems our own failures, which callers see as status 500
   * @param s3 a local server that has the code that requests name by bucket and key
   * @param stack what the template makes here
   * @throws UserMistake when it cannot listen there
   */
  public static LambdaApi open(
      Platform platform,
      EventQueue events,
      Exposure exposure,
      Consumer<Exception> problems,
      Optional<URI> s3,
      Front front,
      Stack stack) {
    return new LambdaApi(
        platform, events, exposure, problems, s3, front, stack, HttpServer.TRANSFER_LIMIT);
  }

  /** Returns the operations that can be asked for. */
  Operations operations() {
    return operations;
  }

  /** Returns the number of requests and responses that are on their way. */
  int transfers() {
    return server.transfers();
  }

  public int port() {
    return server.port();
  }

  /**
   * Returns the port on loopback of the same functions for callers that are functions. Their
   * connections come through a relay of ours, so that nobody can tell any more whose they are.
   * Nothing is to be had there but invocations and function URLs.
   */
  public int functionsPort() {
    return forFunctions.port();
  }

  private Admission admission(OwnPages own, Callers callers) {
    return new UrlsForAll(urls, own.and(new Authority(operations, callers)), own);
  }

  /** The operations, for the server. */
  private final class Requests implements HttpHandler {
    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse)
        throws InterruptedException {
      String method = exchange.method();
      String path = exchange.rawPath();
      Optional<Operations.Match> match = operations.find(method, path, exchange::query);
      if (match.isEmpty()) {
        exchange.body().whole(0, 1); // read, so that the client reads the answer
        throw ApiError.unknownOperation(method + " " + path).refusal();
      }
      ApiRequest request = ApiRequest.of(exchange, match.get(), origin(exchange), callers);
      match.get().operation().handler().handle(request, onResponse);
    }

    Optional<String> name(Exchange exchange) {
      return operations
          .find(exchange.method(), exchange.rawPath(), exchange::query)
          .map(match -> match.operation().name());
    }

    @Override
    public Response failed(Exception reason) {
      return switch (reason) {
        case ApiError.Refusal refusal -> refusal.error().answer();
        case Refused refused -> ApiError.of(refused).answer();
        case Rejected rejected -> ApiError.of(rejected).answer();
        case IncompleteRequest incomplete ->
            ApiError.invalidContent(String.valueOf(incomplete.getMessage())).answer();
        case InterruptedException _ -> ApiError.internal("The platform is shutting down.").answer();
        default -> {
          problems.accept(reason);
          yield ApiError.internal(String.valueOf(reason.getMessage())).answer();
        }
      };
    }
  }

  /**
   * Returns the address by which the caller reached us, so that addresses in answers work for it
   * too.
   */
  private String origin(Exchange exchange) {
    return "http://" + exchange.header("Host").orElseGet(() -> "127.0.0.1:" + server.port());
  }

  private List<Operation> operations(
      EventQueue events,
      Optional<URI> s3,
      StreamedInvoking streams,
      Stack stack,
      Function<Exception, Response> faults) {
    CodeReader code = new CodeReader(platform.catalog(), s3);
    List<Operation> all = new ArrayList<>();
    all.addAll(new Invoking(platform, events, streams, faults).operations());
    all.addAll(new FunctionOperations(platform, code).operations());
    all.addAll(new VersionOperations(platform).operations());
    all.addAll(new PermissionOperations(platform).operations());
    all.addAll(new ConcurrencyOperations(platform).operations());
    all.addAll(new UrlOperations(platform).operations());
    all.addAll(new LayerOperations(platform, code).operations());
    all.addAll(new RuntimeOperations(platform.runtimes()).operations());
    all.addAll(new EventSourceOperations(platform).operations());
    all.addAll(new EventInvokeOperations(platform).operations());
    all.addAll(new TagOperations(platform).operations());
    all.addAll(new AccountOperations(platform).operations());
    all.addAll(new CodeSigningOperations(platform).operations());
    all.addAll(new DurableOperations(platform, platform.durable()::executions).operations());
    all.addAll(new CapacityOperations(platform).operations());
    all.addAll(new ResourcePolicyOperations(platform).operations());
    StackOperations stacks = new StackOperations(platform, stack);
    all.addAll(new QueryOperations(stacks, new LogOperations(platform)).operations());
    all.addAll(stacks.operations());
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
                  UrlAddress.url(url.id(), server.port())));
    }
    return found;
  }

  /**
   * Returns the path of a function's URL below the API's own address, for clients that cannot
   * resolve its host.
   *
   * @param function its name, with an alias behind a colon
   */
  public static String urlPath(String function) {
    return UrlAddress.PATH_PREFIX + function + "/";
  }

  /** Takes no more requests; those that run have their connection closed. */
  @Override
  public void close() {
    try (server) {
      forFunctions.close();
    }
  }
}
