package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A value of a thread that the next request of the thread still finds. */
public class LeakingThreadLocal implements RequestHandler<Map<String, String>, String> {
  private static final ThreadLocal<String> USER = new ThreadLocal<>();

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    if (event.containsKey("admin")) {
      USER.set(event.get("admin"));
    }
    return "hello " + USER.get();
  }
}
