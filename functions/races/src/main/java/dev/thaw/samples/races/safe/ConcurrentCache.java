package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A concurrent map that is changed in one step. */
public class ConcurrentCache implements RequestHandler<Map<String, String>, String> {
  private static final Map<String, String> CACHE = new ConcurrentHashMap<>();

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    return CACHE.computeIfAbsent(event.get("user"), user -> "hello " + user);
  }
}
