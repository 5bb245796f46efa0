package thaw.trace;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.environment.launch.TraceReceivers;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.SiteRule;
import thaw.pool.life.EnvironmentObservation;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;

/**
 * Traces of what runs: receives what functions record, observes HTTP handlers and environments, and
 * passes all of it on where there is a collector.
 */
public final class Tracer implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  /** OTLP over HTTP, by its specification. */
  private static final int OTLP_PORT = 4318;

  private final Traces traces;
  private final Optional<OtlpExporter> exporter;
  private final XRayReceiver xray;
  private final HttpServer otlp;

  /**
   * The collector to which spans are passed on.
   *
   * @param endpoint without {@code /v1/traces}
   * @param headers of each request
   */
  public record Collector(URI endpoint, Map<String, String> headers) {
    public Collector {
      headers = Map.copyOf(headers);
    }
  }

  private Tracer(
      Optional<Collector> collector, Consumer<String> lines, Consumer<Exception> faults) {
    this.traces = new Traces(this::ended);
    this.exporter =
        collector.map(to ->
            OtlpExporter.start(
                traces,
                BatchSender.start(to.endpoint(), to.headers(), BatchSender.Terms.STANDARD, lines)));
    this.xray = XRayReceiver.open(this::came, new FirstProblem(lines), faults);
    boolean taken = collector.map(to -> to.endpoint().getPort() == OTLP_PORT).orElse(false);
    this.otlp = listening(taken, new OtlpHandler(this::came, new FirstProblem(lines)), faults);
  }

  private void ended(String requestId) {
    exporter.ifPresent(to -> to.requestEnded(requestId));
  }

  private void came(List<Received> spans) {
    traces.received(spans);
    exporter.ifPresent(to -> to.came(spans));
  }

  private void came(ExportTraceServiceRequest request, OtlpSpans read) {
    traces.received(read.spans());
    exporter.ifPresent(to -> to.came(request));
  }

  /**
   * Listens, and passes on, until it is closed.
   *
   * @param lines gets what went wrong outside of this program, each kind once
   * @param faults ours
   */
  public static Tracer open(
      Optional<Collector> collector, Consumer<String> lines, Consumer<Exception> faults) {
    return new Tracer(collector, lines, faults);
  }

  /**
   * @param taken whether the usual port is that of the collector, be it there already or not: what
   *     is passed on must not come back
   */
  private static HttpServer listening(
      boolean taken, HttpHandler handler, Consumer<Exception> faults) {
    if (taken) {
      return listening(0, handler, faults);
    }
    try {
      return listening(OTLP_PORT, handler, faults);
    } catch (UserMistake e) { // a collector of the user's own is there
      return listening(0, handler, faults);
    }
  }

  private static HttpServer listening(int port, HttpHandler handler, Consumer<Exception> faults) {
    return HttpServer.open(
        LOOPBACK,
        port,
        handler,
        new OwnPages(SiteRule.of()),
        Invocation::newRequestId,
        HttpServer.TRANSFER_LIMIT,
        faults);
  }

  /** Returns the ports at which functions find the receivers. */
  public TraceReceivers receivers() {
    return new TraceReceivers(xray.port(), otlp.port());
  }

  public Traces traces() {
    return traces;
  }

  /** The traces as JSON, by the path that they are to be found at. */
  public Map<String, HttpHandler> handlers() {
    return Map.of(TracesHandler.PATH, new TracesHandler(traces));
  }

  /** Takes what environments tell: that of one environment in order. It is quick. */
  public void observe(EnvironmentObservation observation) {
    traces.accept(observation);
  }

  /**
   * A function was made ready to be run; its requests have waited for that.
   *
   * @param endNanos {@link System#nanoTime}
   */
  public void built(String function, long endNanos) {
    traces.built(function, endNanos);
  }

  /** The server's own HTTP handler: it learns of arrivals and answers. */
  public HttpHandler observed(HttpHandler handler) {
    return new TracedHandler(handler, traces);
  }

  @Override
  public void close() {
    try (otlp;
        xray) {
      exporter.ifPresent(OtlpExporter::close);
    }
  }
}
