package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A concurrent map that is asked and then changed, in two steps. */
public class CheckThenAct implements RequestHandler<Map<String, String>, String> {
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    String user = event.get("user");
    Integer before = counts.get(user);
    counts.put(user, before == null ? 1 : before + 1);
    return "counted";
  }
}
