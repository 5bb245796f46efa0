package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A volatile field that is added to: each access is seen, and updates are lost. */
public class VolatileCount implements RequestHandler<Map<String, String>, String> {
  private volatile int count;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    count++;
    return "counted";
  }
}
