package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.HashMap;
import java.util.Map;

/** A cache in a map that threads may not share. */
public class StaticCache implements RequestHandler<Map<String, String>, String> {
  private static final Map<String, String> CACHE = new HashMap<>();

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    return CACHE.computeIfAbsent(event.get("user"), user -> "hello " + user);
  }
}
