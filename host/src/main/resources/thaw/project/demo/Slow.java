package {{package}};

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** Answers an order with its receipt, and does everything in the request. */
public final class Slow implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> order, Context context) {
    PriceList prices = PriceList.read();
    return Receipt.of(order, prices);
  }
}
