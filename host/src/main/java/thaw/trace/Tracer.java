package thaw.trace;

import io.opentelemetry.proto.trace.v1.ResourceSpans;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.environment.Invocation;
import thaw.environment.TraceReceivers;
import thaw.http.Door;
import thaw.http.HttpServer;
import thaw.platform.Observation;
import thaw.problem.UserMistake;

/**
 * Traces of what runs: receives what functions record, observes doors and environments, and passes
 * all of it on where there is a collector.
 */
public final class Tracer implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  /** OTLP over HTTP, by its specification. */
  private static final int OTLP_PORT = 4318;

  private final Optional<Forwarder> forwarder;
  private final Traces traces;
  private final XRayReceiver xray;
  private final HttpServer otlp;

  /**
   * Where spans are passed on to.
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
    this.forwarder =
        collector.map(
            to -> Forwarder.start(to.endpoint(), to.headers(), Forwarder.Terms.STANDARD, lines));
    this.traces = new Traces(this::passOnPlatform);
    this.xray = XRayReceiver.open(this::ofXRay, new Once(lines), faults);
    OtlpDoor door =
        new OtlpDoor(
            (request, read) -> {
              traces.received(read.spans());
              forwarder.ifPresent(to -> request.getResourceSpansList().forEach(to::add));
            },
            new Once(lines));
    this.otlp = listening(door, faults);
  }

  /**
   * @param lines gets what went wrong outside of this program, each kind once
   * @param faults ours
   */
  public static Tracer open(
      Optional<Collector> collector, Consumer<String> lines, Consumer<Exception> faults) {
    return new Tracer(collector, lines, faults);
  }

  private static HttpServer listening(Door door, Consumer<Exception> faults) {
    try {
      return listening(OTLP_PORT, door, faults);
    } catch (UserMistake taken) { // by a collector of the user's own
      return listening(0, door, faults);
    }
  }

  private static HttpServer listening(int port, Door door, Consumer<Exception> faults) {
    return HttpServer.open(
        LOOPBACK, port, door, Invocation::newRequestId, HttpServer.TRANSFER_LIMIT, faults);
  }

  /** Where functions find the receivers. */
  public TraceReceivers receivers() {
    return new TraceReceivers(xray.port(), otlp.port());
  }

  public Traces traces() {
    return traces;
  }

  /** The traces as JSON, by the path that they are to be found at. */
  public Map<String, Door> doors() {
    return Map.of(TracesDoor.PATH, new TracesDoor(traces));
  }

  /** Of one environment in order; quick. */
  public void observe(Observation observation) {
    traces.accept(observation);
  }

  /** The server's own door: it learns of arrivals and answers. */
  public Door observed(Door door) {
    return new TracedDoor(door, traces);
  }

  private void passOnPlatform(List<Span> spans) {
    if (forwarder.isPresent()) {
      String function = spans.getFirst().attributes().getOrDefault("faas.name", "function");
      forwarder.get().add(OtlpMessages.of(function, spans));
    }
  }

  private void ofXRay(List<Received> spans) {
    traces.received(spans);
    if (forwarder.isEmpty()) {
      return;
    }
    List<Span> ended =
        spans.stream().filter(each -> !each.inProgress()).map(Received::span).toList();
    if (!ended.isEmpty()) {
      String function = traces.functionOf(ended.getFirst().traceId()).orElse("function");
      ResourceSpans message = OtlpMessages.of(function, ended);
      forwarder.get().add(message);
    }
  }

  /** Messages of X-Ray that could not be read. */
  long malformed() {
    return xray.malformed();
  }

  /** Spans that found no way to the collector. */
  public long dropped() {
    return forwarder.map(Forwarder::dropped).orElse(0L);
  }

  @Override
  public void close() {
    try (otlp;
        xray) {
      forwarder.ifPresent(Forwarder::close);
    }
  }
}
