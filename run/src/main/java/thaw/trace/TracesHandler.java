package thaw.trace;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * Traces as JSON: {@code GET /_thaw/traces} has the requests, the newest first, {@code GET
 * /_thaw/traces/REQUEST-ID} one trace, and {@code GET /_thaw/traces/slowest} that of the slowest
 * request.
 */
final class TracesHandler implements HttpHandler {
  static final String PATH = "/_thaw/traces";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Traces traces;

  TracesHandler(Traces traces) {
    this.traces = traces;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    String path = exchange.rawPath();
    if (!exchange.method().equals("GET")) {
      onResponse.accept(refused(405, "only GET is known"));
    } else if (path.equals(PATH)) {
      ArrayNode ids = JSON.arrayNode();
      traces.requestIds().forEach(ids::add);
      onResponse.accept(Response.json(ids));
    } else {
      String id = path.substring(PATH.length() + 1);
      Optional<Trace> trace = id.equals("slowest") ? slowest() : traces.ofRequest(id);
      onResponse.accept(
          trace
              .map(found -> Response.json(json(found)))
              .orElseGet(() -> refused(404, "no such request is known, or it was too long ago")));
    }
  }

  private Optional<Trace> slowest() {
    Trace slowest = null;
    for (String id : traces.requestIds()) {
      Trace trace = traces.ofRequest(id).orElse(null);
      if (trace != null && (slowest == null || nanos(trace) > nanos(slowest))) {
        slowest = trace;
      }
    }
    return Optional.ofNullable(slowest);
  }

  private static long nanos(Trace trace) {
    Span root = trace.spans().getFirst();
    return root.endEpochNanos() - root.startEpochNanos();
  }

  private static Response refused(int status, String message) {
    return Response.json(status, JSON.objectNode().put("message", message));
  }

  private static ObjectNode json(Trace trace) {
    ObjectNode node =
        JSON.objectNode().put("requestId", trace.requestId()).put("traceId", trace.traceId());
    ArrayNode spans = node.putArray("spans");
    for (Span span : trace.spans()) {
      ObjectNode each =
          spans
              .addObject()
              .put("traceId", span.traceId())
              .put("id", span.id())
              .put("parent", span.parent().orElse(null))
              .put("name", span.name())
              .put("origin", span.origin().name())
              .put("startEpochNanos", span.startEpochNanos())
              .put("endEpochNanos", span.endEpochNanos())
              .put("error", span.error());
      ObjectNode attributes = each.putObject("attributes");
      new java.util.TreeMap<>(span.attributes()).forEach(attributes::put);
    }
    return node;
  }

  @Override
  public Response failed(Exception reason) {
    return refused(500, String.valueOf(reason.getMessage()));
  }
}
