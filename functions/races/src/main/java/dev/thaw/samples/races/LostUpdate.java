package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A counter in a field: two requests may add to the same value. */
public class LostUpdate implements RequestHandler<Map<String, String>, String> {
  private int count;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    count++;
    return "counted";
  }
}
