package thaw.junit.functions;

import java.util.List;
import java.util.Map;

/** A handler that a queue feeds. */
public final class OrdersFunction {
  public void take(Map<String, Object> event) {
    for (Object message : (List<?>) event.get("Records")) {
      System.out.println("order " + ((Map<?, ?>) message).get("body"));
    }
  }
}
