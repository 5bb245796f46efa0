package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** The same, of the class. */
public class StaticCounter implements RequestHandler<Map<String, String>, String> {
  private static long total;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    total += 2;
    return "counted";
  }
}
