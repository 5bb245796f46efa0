package thaw.runtime.background;

import java.time.Duration;

/** A first metric in a JVM of its own, published and delivered. */
public final class ColdPublishing {
  private ColdPublishing() {}

  /**
   * Prints where it begins and ends, among the JVM's log of the classes that it loads.
   *
   * @param arguments a URL, or none for standard output
   */
  public static void main(String[] arguments) {
    System.out.println("[begin]");
    Sink sink = arguments.length > 0 ? HttpSink.post(arguments[0]).build() : new StandardOutput();
    BackgroundWork work =
        BackgroundWork.to(sink).flushBeforeResponse(Duration.ofSeconds(10)).start();
    BackgroundWork.Invocation invocation = work.invocation("r", 60_000);
    try (invocation) {
      work.publish(
          new MetricDocument("Cold")
              .dimension("Service", "orders")
              .metric("Latency", 1.5, MetricUnit.MILLISECONDS)
              .toBytes(System.currentTimeMillis()));
    }
    System.out.println(work.counts().delivered() == 1 ? "[end]" : "[not delivered]");
  }
}
