package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A synchronized list, walked through under its lock. */
public class SynchronizedCollection implements RequestHandler<Map<String, String>, String> {
  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    seen.add(event.get("user"));
    synchronized (seen) {
      for (String user : seen) {
        if (user == null) {
          return "null";
        }
      }
    }
    return "seen";
  }
}
