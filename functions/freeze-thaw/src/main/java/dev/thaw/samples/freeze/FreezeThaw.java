package dev.thaw.samples.freeze;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/**
 * Starts a thread that sleeps for a second and logs how long it really slept, again and again, as a
 * publisher of metrics or a connection's heartbeat would do. On Lambda it advances only while a
 * request is in flight: what it logs is the time between requests.
 *
 * <p>The event {@code {"busyMillis": 2500}} keeps a request in flight for so long.
 */
public final class FreezeThaw implements RequestHandler<Map<String, Object>, String> {
  private static final long INTERVAL_MILLIS = 1_000;

  static {
    Thread heartbeat = new Thread(FreezeThaw::beat, "heartbeat");
    heartbeat.setDaemon(true);
    heartbeat.start();
  }

  private static void beat() {
    try {
      while (true) {
        long begin = System.nanoTime();
        Thread.sleep(INTERVAL_MILLIS);
        System.out.println("slept " + (System.nanoTime() - begin) / 1_000_000 + " ms");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String handleRequest(Map<String, Object> event, Context context) {
    Object busy = event.getOrDefault("busyMillis", 0);
    try {
      Thread.sleep(((Number) busy).longValue());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "done after " + busy + " ms";
  }
}
