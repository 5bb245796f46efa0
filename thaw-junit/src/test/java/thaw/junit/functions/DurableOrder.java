package thaw.junit.functions;

import java.util.Map;

/** A durable function that charges, waits for a month and for an approval, and ships. */
public final class DurableOrder {
  public Map<String, Object> handle(Map<String, Object> event) throws Exception {
    Checkpoints durable = new Checkpoints(event);
    String charged = durable.step("charge", () -> "\"charged\"");
    if (!durable.hasWaited("cooling-off", 30 * 24 * 3_600)) {
      return Map.of("Status", "PENDING");
    }
    if (!durable.isCallbackOver("approval")) {
      return Map.of("Status", "PENDING");
    }
    if (durable.status("approval").equals("FAILED")) {
      return Map.of(
          "Status",
          "FAILED",
          "Error",
          Map.of("ErrorType", "Refused", "ErrorMessage", "no approval"));
    }
    String shipped = durable.step("ship", () -> durable.result("approval"));
    return Map.of("Status", "SUCCEEDED", "Result", "[" + charged + "," + shipped + "]");
  }
}
