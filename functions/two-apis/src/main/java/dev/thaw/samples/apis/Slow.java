package dev.thaw.samples.apis;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** Takes five seconds, and says in its log when it has ended. */
public final class Slow implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  private static final long MILLIS = 5_000;

  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    try {
      Thread.sleep(MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.out.println("slow but done");
    return Map.of("statusCode", 200, "body", "late");
  }
}
