package thaw.apigateway;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.LambdaLimits;
import thaw.function.PayloadFormat;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.IncompleteRequest;
import thaw.http.Response;
import thaw.platform.Platform;
import thaw.platform.record.Refused;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.InvocationOutcome;

/**
 * All APIs of an application in front of its functions, and of servers elsewhere. Refuses to know
 * sockets; which API a request is for, its port or its host says.
 */
public final class ApiGateway implements AutoCloseable {
  /** API Gateway's. */
  static final int BODY_LIMIT_BYTES = 10 * 1024 * 1024;

  /**
   * The copies of an answer that memory must hold: the answer, its text, what is read of it as
   * JSON, and what is sent.
   */
  private static final int ANSWER_COPIES = 5;

  /** The limit in bytes on request line and header values together. */
  static final int HEAD_LIMIT_BYTES = 10_240;

  private final List<Served> apis;
  private final Invoker invoker;
  private final TimeLimits limits;
  private final HttpProxy proxy;
  private final RouteAccess entrance;
  private final OtherSites otherSites;
  private final AuthorNotes notes;
  private final Consumer<Exception> problems;

  /** An API with its routes in order. */
  private record Served(Api api, Router router, Optional<HttpCors> cors) {
    static Served of(Api api) {
      return new Served(api, new Router(api.kind(), api.routes()), api.cors().map(HttpCors::new));
    }

    /** Returns whether its configuration lets scripts of the request's origin in. */
    boolean allows(Incoming in) {
      Optional<String> origin = in.header("origin");
      return origin.isPresent()
          && (api.kind() == Api.Kind.HTTP
              ? cors.filter(config -> config.allows(origin.get())).isPresent()
              : allowsByRoute(origin.get(), in.rawPath()));
    }

    /**
     * Returns whether the path's route for preflights lets the origin in: the transform of SAM
     * makes such a route of the configuration.
     */
    private boolean allowsByRoute(String origin, String rawPath) {
      return router
          .find("OPTIONS", rawPath)
          .filter(match ->
              match.route().target() instanceof ApiRoute.Target.Fixed(int _, var headers, var _)
                  && HttpCors.allows(
                      headers.getOrDefault("Access-Control-Allow-Origin", ""), origin))
          .isPresent();
    }
  }

  /**
   * @param limited whether functions and authorizers must answer in time
   * @param origins of pages elsewhere that may send everything to each API; {@code *} for all
   * @param notes told when no route takes a request, and when a result is none that an API sends
   * @param problems our own failures, which clients see as status 500
   */
  public ApiGateway(
      List<Api> apis,
      Platform platform,
      boolean limited,
      Set<String> origins,
      AuthorNotes notes,
      Consumer<Exception> problems) {
    this.limits = new TimeLimits(limited);
    this.apis = apis.stream().map(Served::of).toList();
    this.invoker = new Invoker(platform);
    this.entrance =
        new RouteAccess(
            invoker, new Authorizers(invoker, new Decisions(System::nanoTime)), limits, notes::say);
    this.proxy = new HttpProxy(limits, notes::say);
    this.otherSites = new OtherSites(origins, notes::say);
    this.notes = notes;
    this.problems = problems;
  }

  /** The handler of a port that is one API's, and any other's whose host is named. */
  public HttpHandler handler(Api api) {
    Served own = apis.stream().filter(served -> served.api().equals(api)).findFirst().orElseThrow();
    return new ApiHandler(own);
  }

  private final class ApiHandler implements HttpHandler {
    private final Served own;

    ApiHandler(Served own) {
      this.own = own;
    }

    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse)
        throws InterruptedException {
      Optional<StageAddress> address =
          StageAddress.of(exchange.header("Host").orElse(""), exchange.rawPath());
      if (address.isEmpty()) {
        ApiGateway.this.serve(own, exchange, exchange.rawPath(), onResponse);
        return;
      }
      Optional<Served> named =
          apis.stream().filter(served -> address.get().names(served.api())).findFirst();
      if (named.isEmpty()) {
        onResponse.accept(Refusal.unknownRoute(Api.Kind.HTTP).answer(Api.Kind.HTTP, ""));
        return;
      }
      Api api = named.get().api();
      Optional<String> path = address.get().path(api.stage());
      if (path.isPresent()) {
        ApiGateway.this.serve(named.get(), exchange, path.get(), onResponse);
      } else {
        onResponse.accept(Refusal.unknownStage(api.kind()).answer(api.kind(), GatewayId.next()));
      }
    }

    @Override
    public Response failed(Exception reason) {
      Refusal refusal =
          switch (reason) {
            case IncompleteRequest _ -> Refusal.badRequest();
            case InterruptedException _ -> Refusal.notInvoked(own.api().kind());
            case Refused _ -> Refusal.notInvoked(own.api().kind());
            default -> {
              problems.accept(reason);
              yield Refusal.internal(own.api().kind());
            }
          };
      return refusal.answer(own.api().kind(), GatewayId.next());
    }
  }

  private void serve(
      Served served, Exchange exchange, String rawPath, Consumer<Response> onResponse)
      throws InterruptedException {
    Incoming in = Incoming.of(exchange, rawPath);
    String gatewayId = GatewayId.next();
    Consumer<Response> shared =
        served.cors().isEmpty()
            ? onResponse
            : answer -> onResponse.accept(served.cors().get().applied(in, answer));
    Reply reply = new Reply(shared);
    if (in.headBytes() > HEAD_LIMIT_BYTES) {
      refuse(reply, served.api(), gatewayId, Refusal.headTooLarge());
    } else if (served.cors().isPresent() && HttpCors.isPreflight(in)) {
      onResponse.accept(served.cors().get().preflight(in, gatewayId));
    } else if (otherSites.isOfOne(in) && !served.allows(in)) {
      otherSites.tell(in);
      refuse(reply, served.api(), gatewayId, Refusal.ofOtherSite());
    } else {
      route(served, in, gatewayId, reply);
    }
  }

  private static void refuse(Reply reply, Api api, String gatewayId, Refusal refusal) {
    reply.give(refusal.answer(api.kind(), gatewayId));
  }

  private void route(Served served, Incoming in, String gatewayId, Reply reply)
      throws InterruptedException {
    Api api = served.api();
    Optional<String> path =
        api.kind() == Api.Kind.REST
            ? Optional.of(in.rawPath())
            : QueryString.decodedTwice(in.rawPath());
    if (path.isEmpty()) {
      refuse(reply, api, gatewayId, Refusal.badRequest());
      return;
    }
    Optional<Router.Match> match = served.router().find(in.method(), path.get());
    if (match.isEmpty()) {
      notes.say(RoutesThere.instead(api, in.method(), path.get()));
      refuse(reply, api, gatewayId, Refusal.unknownRoute(api.kind()));
      return;
    }
    ProxyCall call =
        new ProxyCall(
            api,
            match.get().route(),
            match.get().parameters(),
            in,
            gatewayId,
            ProxyCall.Granted.UNASKED);
    Optional<ProxyCall> granted = entrance.granted(call, reply);
    if (granted.isPresent()) {
      answer(granted.get(), reply);
    }
  }

  private void answer(ProxyCall call, Reply reply) throws InterruptedException {
    switch (call.route().target()) {
      case ApiRoute.Target.Fixed fixed -> reply.give(ProxyResponses.fixed(fixed, call.gatewayId()));
      case ApiRoute.Target.Function function -> {
        Optional<byte[]> body = body(call, reply);
        if (body.isPresent()) {
          invoke(call, function, body.get(), reply);
        }
      }
      case ApiRoute.Target.Http http ->
          body(call, reply)
              .ifPresent(body -> {
                call.in().content().keep(2L * body.length);
                proxy.forward(call, http, body, reply);
              });
    }
  }

  /** Returns the request's body; empty when it was too large, and the client has been told. */
  private static Optional<byte[]> body(ProxyCall call, Reply reply) {
    byte[] body = call.in().content().upTo(BODY_LIMIT_BYTES);
    if (body.length > BODY_LIMIT_BYTES) {
      reply.give(Refusal.bodyTooLarge(call.api().kind(), BODY_LIMIT_BYTES));
      return Optional.empty();
    }
    return Optional.of(body);
  }

  private void invoke(ProxyCall call, ApiRoute.Target.Function function, byte[] body, Reply reply)
      throws InterruptedException {
    byte[] event =
        function.format() == PayloadFormat.V1
            ? FirstFormat.event(call, body)
            : SecondFormat.event(call, body);
    call.in().content().keep((long) body.length + event.length);
    if (event.length > LambdaLimits.LARGEST_REQUEST_BYTES) {
      RouteAccess.refuse(reply, call, Refusal.eventTooLarge(call.api().kind()));
      return;
    }
    if (!entrance.isReady(function.name(), function.qualifier(), call, reply)) {
      return;
    }
    Future<?> limit =
        limits.watch(
            function.limit(), () -> RouteAccess.late(call, reply, Refusal.late(call.api().kind())));
    try {
      invoker.invoke(
          function.name(),
          Invoker.invocation(call.in().id(), event, function.qualifier(), call.in().trace())
              .withRoom(bytes -> call.in().content().makeRoom(ANSWER_COPIES * bytes)),
          outcome -> {
            limit.cancel(false);
            if (!reply.isGiven()) {
              reply.give(answer(call, function, outcome));
            }
          });
    } finally {
      limit.cancel(false);
    }
  }

  private Response answer(
      ProxyCall call, ApiRoute.Target.Function function, RequestOutcome outcome) {
    Api.Kind kind = call.api().kind();
    return switch (outcome) {
      case RequestOutcome.Throttled _ -> Refusal.notInvoked(kind).answer(kind, call.gatewayId());
      case RequestOutcome.Unprepared unprepared ->
          RouteAccess.unprepared(call, function.name(), unprepared);
      case RequestOutcome.Completed completed ->
          switch (completed.outcome()) {
            case InvocationOutcome.Failure _ ->
                Refusal.functionFailed(kind).answer(kind, call.gatewayId());
            case InvocationOutcome.Success(byte[] payload) -> {
              try {
                yield kind == Api.Kind.REST
                    ? ProxyResponses.rest(payload, call)
                    : ProxyResponses.http(payload, call, function.format());
              } catch (ProxyResponses.Malformed e) {
                notes.sayOf(
                    call.in().id(),
                    String.format(
                        Locale.ROOT,
                        "%s %s: the result of %s is not an answer of this API: %s",
                        call.in().method(),
                        call.in().rawPath(),
                        function.name(),
                        e.getMessage()));
                yield Refusal.functionFailed(kind).answer(kind, call.gatewayId());
              }
            }
          };
    };
  }

  /**
   * Requests that run are not answered with a time-out any more, those to servers elsewhere fail.
   */
  @Override
  public void close() {
    limits.close();
    proxy.close();
  }
}
