package dev.thaw.samples.background;

import java.util.Map;
import thaw.runtime.background.HttpSink;
import thaw.runtime.background.MetricDocument;
import thaw.runtime.background.MetricUnit;
import thaw.runtime.background.Sink;
import thaw.runtime.background.StandardOutput;

/**
 * What the requests of this sample ask for: {@code {"request": "r1", "metrics": 20}} publishes 20
 * documents, {@code r1-0} to {@code r1-19}; {@code "busyMillis"} is how long the handler is at work
 * after that.
 */
final class Metrics {
  private Metrics() {}

  static int count(Map<String, Object> event) {
    return ((Number) event.getOrDefault("metrics", 1)).intValue();
  }

  static byte[] document(Map<String, Object> event, int number) {
    return new MetricDocument("ThawSamples")
        .dimension("Function", System.getenv("AWS_LAMBDA_FUNCTION_NAME"))
        .metric("Orders", 1, MetricUnit.COUNT)
        .property("id", event.getOrDefault("request", "r") + "-" + number)
        .toBytes(System.currentTimeMillis());
  }

  static String answer(Map<String, Object> event) throws InterruptedException {
    Thread.sleep(((Number) event.getOrDefault("busyMillis", 0)).longValue());
    return count(event) + " published";
  }

  /** The environment variable {@code DESTINATION}. */
  static String destination() {
    return System.getenv().getOrDefault("DESTINATION", "");
  }

  static Sink sink() {
    String url = destination();
    return url.isEmpty() ? new StandardOutput() : HttpSink.post(url).connectEarly().build();
  }
}
