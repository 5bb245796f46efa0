package com.example;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** Takes an order: {@code {"item": "tea", "count": "2"}}. */
public class CreateOrder implements RequestHandler<Map<String, String>, Map<String, String>> {
  @Override
  public Map<String, String> handleRequest(Map<String, String> order, Context context) {
    String item = order.get("item");
    if (item == null) {
      throw new IllegalArgumentException("an order needs an item");
    }
    context.getLogger().log("ordering " + item);
    return Map.of("status", "ordered", "item", item);
  }
}
