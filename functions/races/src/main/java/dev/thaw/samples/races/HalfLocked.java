package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A field that is written with a lock and read without one. */
public class HalfLocked implements RequestHandler<Map<String, String>, String> {
  private final Object lock = new Object();
  private String last = "nobody";

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    synchronized (lock) {
      last = event.get("user");
    }
    return last.isEmpty() ? "empty" : "kept";
  }
}
