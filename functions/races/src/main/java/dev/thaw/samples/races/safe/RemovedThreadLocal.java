package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A value of a thread that the request removes. */
public class RemovedThreadLocal implements RequestHandler<Map<String, String>, String> {
  private static final ThreadLocal<String> USER = new ThreadLocal<>();

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    USER.set(event.get("user"));
    try {
      return "hello " + USER.get();
    } finally {
      USER.remove();
    }
  }
}
