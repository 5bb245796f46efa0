package dev.thaw.samples.doubling;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/**
 * Doubles the number in the body of an HTTP API's request; without one it is 21. It does nothing
 * else, so what a request takes is what the layers before it cost.
 */
public final class Doubling implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> request, Context context) {
    Object body = request.get("body");
    try {
      long number = body == null ? 21 : Long.parseLong(body.toString().strip());
      return Map.of("statusCode", 200, "body", Long.toString(Math.multiplyExact(number, 2L)));
    } catch (NumberFormatException e) {
      return Map.of("statusCode", 400, "body", "not a whole number: " + body);
    } catch (ArithmeticException e) {
      return Map.of("statusCode", 400, "body", "too large to be doubled: " + body);
    }
  }
}
