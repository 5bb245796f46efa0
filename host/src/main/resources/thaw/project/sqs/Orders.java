package {{package}};

import java.util.Map;

/**
 * What is done with an order; it knows nothing of queues. A message may come twice: processing an
 * order again must do no harm.
 */
final class Orders {
  void process(Map<String, Object> order) {
    if (!(order.get("order") instanceof String number)
        || !(order.get("quantity") instanceof Integer quantity)
        || quantity < 1) {
      throw new IllegalArgumentException("not an order: " + order);
    }
    System.out.println("order " + number + ": " + quantity);
  }
}
