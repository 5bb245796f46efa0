package dev.thaw.samples.traced;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import software.amazon.lambda.powertools.tracing.Tracing;
import software.amazon.lambda.powertools.tracing.TracingUtils;

/** Prices an order; Powertools records its methods as X-Ray subsegments. */
public final class PowertoolsOrders implements RequestHandler<Map<String, String>, String> {
  @Override
  @Tracing
  public String handleRequest(Map<String, String> order, Context context) {
    TracingUtils.putAnnotation("order", order.getOrDefault("id", "none"));
    return price(order) + " EUR";
  }

  @Tracing(segmentName = "price")
  private int price(Map<String, String> order) {
    int items = Integer.parseInt(order.getOrDefault("items", "1"));
    TracingUtils.withSubsegment("discount", subsegment -> subsegment.putMetadata("items", items));
    return items * 3;
  }
}
