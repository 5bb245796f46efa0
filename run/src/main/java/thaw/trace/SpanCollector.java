package thaw.trace;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.SiteRule;
import thaw.runtimeapi.Invocation;

/** A collector of OTLP over HTTP that keeps what spans tell, for those who compare two runs. */
public final class SpanCollector implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  private final List<ExportTraceServiceRequest> requests = new ArrayList<>(); // its own lock
  private final HttpServer server;

  /**
   * A span without ids and times.
   *
   * @param name with its scope and kind
   * @param parent name of the span that it is a part of; empty where none came
   * @param attributes of the span and of its resource
   */
  public record Told(String name, String parent, Map<String, String> attributes) {
    public Told {
      attributes = Map.copyOf(attributes);
    }
  }

  private SpanCollector(Consumer<Exception> faults) {
    this.server =
        HttpServer.open(
            LOOPBACK,
            0,
            new OtlpHandler(this::came, new FirstProblem(_ -> {})),
            new OwnPages(SiteRule.of()),
            Invocation::newRequestId,
            HttpServer.TRANSFER_LIMIT,
            faults);
  }

  /**
   * Listens until it is closed.
   *
   * @param faults ours
   */
  public static SpanCollector open(Consumer<Exception> faults) {
    return new SpanCollector(faults);
  }

  private void came(ExportTraceServiceRequest request, OtlpSpans read) {
    synchronized (requests) {
      requests.add(request);
    }
  }

  /** Returns where it listens, without {@code /v1/traces}. */
  public String endpoint() {
    return "http://" + LOOPBACK + ":" + server.port();
  }

  /** Returns the spans that came. */
  public List<Told> spans() {
    List<ExportTraceServiceRequest> all;
    synchronized (requests) {
      all = List.copyOf(requests);
    }
    Map<ByteString, String> names = new HashMap<>();
    each(all, (_, scope, span) -> names.put(span.getSpanId(), name(scope, span)));
    List<Told> told = new ArrayList<>();
    each(
        all,
        (resource, scope, span) -> {
          Map<String, String> attributes = new TreeMap<>();
          put("resource.", resource.getResource().getAttributesList(), attributes);
          put("", span.getAttributesList(), attributes);
          attributes.put("status", span.getStatus().getCode().name());
          attributes.put("events", "" + span.getEventsCount());
          attributes.put("links", "" + span.getLinksCount());
          told.add(
              new Told(
                  name(scope, span), names.getOrDefault(span.getParentSpanId(), ""), attributes));
        });
    return told;
  }

  private interface Use {
    void of(ResourceSpans resource, ScopeSpans scope, Span span);
  }

  private static void each(List<ExportTraceServiceRequest> requests, Use use) {
    for (ExportTraceServiceRequest request : requests) {
      for (ResourceSpans resource : request.getResourceSpansList()) {
        for (ScopeSpans scope : resource.getScopeSpansList()) {
          scope.getSpansList().forEach(span -> use.of(resource, scope, span));
        }
      }
    }
  }

  private static String name(ScopeSpans scope, Span span) {
    return scope.getScope().getName() + " " + span.getName() + " " + span.getKind();
  }

  private static void put(String before, List<KeyValue> all, Map<String, String> attributes) {
    all.forEach(each -> attributes.put(before + each.getKey(), OtlpSpans.text(each.getValue())));
  }

  @Override
  public void close() {
    server.close();
  }
}
