package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A counter behind the lock of its object. */
public class SynchronizedCounter implements RequestHandler<Map<String, String>, String> {
  private long count;

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    count();
    return "counted";
  }

  private synchronized void count() {
    count++;
    if (count < 0) {
      throw new IllegalStateException("overflow");
    }
  }
}
