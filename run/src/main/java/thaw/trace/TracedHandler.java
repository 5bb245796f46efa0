package thaw.trace;

import java.util.Optional;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/** An HTTP handler whose requests are seen: when they come and when they are answered. */
final class TracedHandler implements HttpHandler {
  /** The prefix of requests to Thaw itself. Function URLs have it as well. */
  private static final String OWN = "/_thaw/";

  private static final String URLS = "/_thaw/url/";

  private final HttpHandler behind;
  private final Traces traces;

  TracedHandler(HttpHandler behind, Traces traces) {
    this.behind = behind;
    this.traces = traces;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException {
    String path = exchange.rawPath();
    if (isTraced(path)) {
      traces.arrived(
          exchange.requestId(),
          HttpTiming.arrived(
              exchange.method(),
              path,
              exchange.header("X-Amzn-Trace-Id").flatMap(TraceHeader::of),
              exchange.header("X-Amz-Invocation-Type").equals(Optional.of("Event")),
              System.nanoTime()));
    }
    behind.serve(exchange, onResponse);
  }

  private static boolean isTraced(String path) {
    return !path.startsWith(OWN) || path.startsWith(URLS);
  }

  @Override
  public Response failed(Exception reason) {
    return behind.failed(reason);
  }

  @Override
  public void answered(Exchange exchange, int status, long arrivedNanos, long sentNanos) {
    traces.answered(exchange.requestId(), status, sentNanos);
  }
}
