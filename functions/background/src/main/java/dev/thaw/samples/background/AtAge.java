package dev.thaw.samples.background;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.time.Duration;
import java.util.Map;
import thaw.runtime.background.BackgroundWork;

/** Sends in batches, by size and age alone: what a freeze or an end finds in the buffer is at risk. */
public final class AtAge implements RequestHandler<Map<String, Object>, String> {
  private static final BackgroundWork METRICS =
      BackgroundWork.to(Metrics.sink()).flushAtSize(100).flushAtAge(Duration.ofSeconds(1)).start();

  @Override
  public String handleRequest(Map<String, Object> event, Context context) {
    try (BackgroundWork.Invocation invocation =
        METRICS.invocation(context.getAwsRequestId(), context.getRemainingTimeInMillis())) {
      for (int i = 0; i < Metrics.count(event); i++) {
        METRICS.publish(Metrics.document(event, i));
      }
      return Metrics.answer(event);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
