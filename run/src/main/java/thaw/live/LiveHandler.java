package thaw.live;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.RequestTarget;
import thaw.http.Response;
import thaw.problem.UserMistake;

/**
 * The page, its data and the metrics over HTTP. The server lets in no other site's pages ({@link
 * thaw.http.OwnPages}); what functions get and write is left out for callers who may not see it.
 */
record LiveHandler(HttpHandler otherwise, StatePage page, LiveSurroundings surroundings, Live live)
    implements HttpHandler {
  private static final String ROOT = "/_thaw";
  private static final String REQUESTS = ROOT + "/data/requests";
  private static final String EVENTS = ROOT + "/data/events";
  private static final String EXECUTIONS = ROOT + "/data/executions";
  private static final String EXECUTION_PAGES = ROOT + "/executions/";

  /** The text in place of what is left out. */
  private static final String WITHHELD =
      "Only the user who runs thaw sees events, responses, logs and traces, by a loopback address.";

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException {
    String path = exchange.rawPath();
    if (isOurs(path)) {
      onResponse.accept(
          exchange.method().equals("GET") || exchange.method().equals("HEAD")
              ? answer(path, exchange)
              : plain(405, "GET only"));
    } else {
      otherwise.serve(exchange, onResponse);
    }
  }

  private static boolean isOurs(String path) {
    return switch (path) {
      case ROOT, ROOT + "/", ROOT + "/stream", ROOT + "/metrics" -> true;
      default -> path.startsWith(ROOT + "/data/") || path.startsWith(EXECUTION_PAGES);
    };
  }

  private Response answer(String path, Exchange exchange) {
    return switch (path) {
      case ROOT, ROOT + "/" -> html(page.html().get(), page.policy().get());
      case ROOT + "/stream" -> stream(exchange);
      case ROOT + "/metrics" -> new Response(200, headers(Metrics.CONTENT_TYPE), live.metrics());
      case ROOT + "/data/state" -> json(200, StateJson.text(live.upToDate().read(StateJson::all)));
      case REQUESTS -> requests(exchange);
      case ROOT + "/data/services" ->
          json(
              200,
              live.upToDate()
                  .read(view ->
                      StateJson.text(
                          new EffectsView(view.effects().total(), view.effects().last()))));
      case EXECUTIONS -> json(200, surroundings.executions().list().get());
      case ROOT + "/data/addresses" ->
          json(
              200,
              StateJson.text(
                  new AddressesView(surroundings.addresses().get(), surroundings.hosts().get())));
      default -> found(path, exchange);
    };
  }

  private Response found(String path, Exchange exchange) {
    boolean seesContents = surroundings.seesContents().test(exchange);
    if (path.startsWith(EVENTS + "/")) {
      String function = RequestTarget.decodedPath(path.substring(EVENTS.length() + 1));
      if (!live.upToDate().read(view -> view.functions().containsKey(function))) {
        return missing("There is no function " + function + ".");
      }
      return json(
          200,
          StateJson.text(
              seesContents
                  ? new EventsView(events(function), Optional.empty())
                  : new EventsView(List.of(), Optional.of(WITHHELD))));
    }
    if (path.startsWith(EXECUTIONS + "/") || path.startsWith(EXECUTION_PAGES)) {
      return execution(path);
    }
    return path.startsWith(REQUESTS + "/")
        ? request(RequestTarget.decodedPath(path.substring(REQUESTS.length() + 1)), seesContents)
        : missing(
            "There is nothing at "
                + path
                + "; there are "
                + ROOT
                + "/data/state, "
                + ROOT
                + "/data/addresses, "
                + ROOT
                + "/data/services, "
                + EVENTS
                + "/FUNCTION, "
                + REQUESTS
                + ", "
                + REQUESTS
                + "/ID, "
                + EXECUTIONS
                + " and "
                + EXECUTIONS
                + "/ID.");
  }

  private Response execution(String path) {
    LiveExecutions executions = surroundings.executions();
    boolean isPage = path.startsWith(EXECUTION_PAGES);
    String id =
        RequestTarget.decodedPath(
            path.substring(isPage ? EXECUTION_PAGES.length() : EXECUTIONS.length() + 1));
    live.flush();
    try {
      return isPage
          ? html(executions.page().apply(id), executions.policy().get())
          : json(200, executions.timeline().apply(id));
    } catch (UserMistake e) {
      return missing(e.getMessage() + ": " + e.remedy());
    }
  }

  private record EffectsView(long total, List<ServiceEffect> effects) {}

  private record AddressesView(List<RequestAddress> addresses, List<HostRoute> hosts) {}

  /**
   * @param withheld why there are none, where the caller may not see them
   */
  private record EventsView(List<OfferedEvent> events, Optional<String> withheld) {}

  /** The last one that it got, which may be what one wants again, and those of the project. */
  private List<OfferedEvent> events(String function) {
    List<OfferedEvent> events = new ArrayList<>();
    live.payloads()
        .lastEvent(function)
        .map(last -> new String(last.bytes(), StandardCharsets.UTF_8))
        .ifPresent(text -> events.add(new OfferedEvent("the last event", text)));
    events.addAll(surroundings.events().apply(function));
    return events;
  }

  private static Response html(String text, String policy) {
    Map<String, String> headers = new java.util.HashMap<>(headers("text/html; charset=utf-8"));
    headers.put("Content-Security-Policy", policy);
    headers.put("Referrer-Policy", "no-referrer");
    return new Response(200, headers, text.getBytes(StandardCharsets.UTF_8));
  }

  private Response stream(Exchange exchange) {
    if (!live.viewers().hasPlace()) {
      return plain(503, "Too many look at this page already; close one of its tabs.");
    }
    ServerSentEvents events =
        live.stream(exchange.header("Last-Event-ID").or(() -> exchange.query("after")));
    return Response.streamed(
        200, headers("text/event-stream"), List.of(), to -> live.viewers().admit(to, events::show));
  }

  /** Query: {@code function=NAME}, {@code cold=true}, {@code failed=true}. */
  private Response requests(Exchange exchange) {
    Optional<String> function = exchange.query("function");
    boolean cold = exchange.query("cold").map("true"::equals).orElse(false);
    boolean failed = exchange.query("failed").map("true"::equals).orElse(false);
    return json(
        200,
        live.upToDate()
            .read(view ->
                StateJson.text(
                    new FoundView(
                        view.requests().gone(),
                        view.requests().since(-1).stream()
                            .filter(request ->
                                function.map(request.function()::equals).orElse(true)
                                    && (!cold || request.start().isCold())
                                    && (!failed || request.hasFailed()))
                            .map(RequestJson::summary)
                            .toList()))));
  }

  private record FoundView(long forgotten, List<RequestJson.RequestView> requests) {}

  private Response request(String id, boolean seesContents) {
    Optional<String> detail =
        live.upToDate()
            .read(view ->
                view.requests()
                    .find(id)
                    .map(found ->
                        seesContents
                            ? RequestJson.detail(
                                found, Bar.of(found, live.trace(id)), live.payloads().find(id))
                            : RequestJson.withheld(
                                found, Bar.of(found, Optional.empty()), WITHHELD))
                    .map(StateJson::text));
    return detail
        .map(text -> json(200, text))
        .orElseGet(() ->
            missing(
                "No request "
                    + id
                    + " is known; the last "
                    + LiveState.MOST_REQUESTS
                    + " are, of this run of Thaw."));
  }

  private static Response missing(String text) {
    return json(404, StateJson.message(text));
  }

  private static Response json(int status, String text) {
    return new Response(status, headers("application/json"), text.getBytes(StandardCharsets.UTF_8));
  }

  private static Response plain(int status, String text) {
    return new Response(
        status,
        headers("text/plain; charset=utf-8"),
        (text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns headers with which a response is never kept, never taken for another type and never
   * part of another site's page.
   */
  private static Map<String, String> headers(String contentType) {
    return Map.of(
        "Content-Type", contentType,
        "Cache-Control", "no-store",
        "X-Content-Type-Options", "nosniff",
        "Cross-Origin-Resource-Policy", "same-origin");
  }

  @Override
  public Response failed(Exception reason) {
    return otherwise.failed(reason);
  }
}
