package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Requests that add to a list while others walk through it. */
public class SharedIterator implements RequestHandler<Map<String, String>, String> {
  private final List<String> seen = new ArrayList<>();

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    seen.add(event.get("user"));
    int length = 0;
    for (String user : seen) {
      length += user.length();
    }
    return length < 0 ? "overflow" : "seen";
  }
}
