package example;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Answers when it is called by two events at a time. */
public final class Meeting implements RequestHandler<String, String> {
  private final CountDownLatch both = new CountDownLatch(2);

  @Override
  public String handleRequest(String event, Context context) {
    both.countDown();
    try {
      if (!both.await(30, TimeUnit.SECONDS)) {
        return "alone";
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (event.equals("fatal")) {
      throw new OutOfMemoryError("not for others");
    }
    String trace = System.getProperty("com.amazonaws.xray.traceHeader");
    return "met " + context.getAwsRequestId() + " " + trace;
  }
}
