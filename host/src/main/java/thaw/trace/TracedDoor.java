package thaw.trace;

import java.util.Optional;
import java.util.function.Consumer;
import thaw.http.Answer;
import thaw.http.Door;
import thaw.http.Exchange;

/** A door whose requests are seen: when they come and when they are answered. */
final class TracedDoor implements Door {
  /** What is asked of Thaw itself; but function URLs are there as well. */
  private static final String OWN = "/_thaw/";

  private static final String URLS = "/_thaw/url/";

  private final Door behind;
  private final Traces traces;

  TracedDoor(Door behind, Traces traces) {
    this.behind = behind;
    this.traces = traces;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Answer> caller) throws InterruptedException {
    String path = exchange.rawPath();
    if (isTraced(path)) {
      traces.arrived(
          exchange.requestId(),
          Visit.arrived(
              exchange.method(),
              path,
              exchange.header("X-Amzn-Trace-Id").flatMap(TraceHeader::of),
              exchange.header("X-Amz-Invocation-Type").equals(Optional.of("Event")),
              System.nanoTime()));
    }
    behind.serve(exchange, caller);
  }

  private static boolean isTraced(String path) {
    return !path.startsWith(OWN) || path.startsWith(URLS);
  }

  @Override
  public Answer failed(Exception reason) {
    return behind.failed(reason);
  }

  @Override
  public void answered(Exchange exchange, int status, long arrivedNanos, long sentNanos) {
    traces.answered(exchange.requestId(), status, sentNanos);
  }
}
