package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A field that two ways guard with two locks. */
public class TwoLocks implements RequestHandler<Map<String, String>, String> {
  private final Object one = new Object();
  private final Object other = new Object();
  private long sum;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    long length = event.get("user").length();
    if (length % 2 == 0) {
      synchronized (one) {
        sum += length;
      }
    } else {
      synchronized (other) {
        sum -= length;
      }
    }
    return "summed";
  }
}
