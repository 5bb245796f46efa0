package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** An array that requests use as scratch space. */
public class SharedArray implements RequestHandler<Map<String, String>, String> {
  private final int[] digits = new int[8];

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    digits[0] = event.get("user").length();
    digits[1] = digits[0] + 1;
    return "length " + digits[1];
  }
}
