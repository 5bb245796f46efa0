package thaw.durable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The details of events, as the API has them. */
final class Details {
  private Details() {}

  static ObjectNode none() {
    return JsonNodeFactory.instance.objectNode();
  }

  static ObjectNode result(@Nullable String payload) {
    return payload("Result", payload);
  }

  static ObjectNode error(@Nullable ErrorObject error) {
    ObjectNode node = none();
    node.set("Error", wrapped(error));
    return node;
  }

  /** A member with a payload in it. */
  static ObjectNode payload(String member, @Nullable String payload) {
    ObjectNode node = none();
    ObjectNode wrapper = node.putObject(member);
    if (payload != null) {
      wrapper.put("Payload", payload);
    }
    wrapper.put("Truncated", false);
    return node;
  }

  private static ObjectNode wrapped(@Nullable ErrorObject error) {
    ObjectNode wrapper = none();
    if (error != null) {
      wrapper.set("Payload", error.toJson());
    }
    return wrapper.put("Truncated", false);
  }

  static ObjectNode stepResult(
      @Nullable String result, int attempt, @Nullable Integer nextAttemptSeconds) {
    return withRetry(result(result), attempt, nextAttemptSeconds);
  }

  static ObjectNode stepError(
      @Nullable ErrorObject error, int attempt, @Nullable Integer nextAttemptSeconds) {
    return withRetry(error(error), attempt, nextAttemptSeconds);
  }

  private static ObjectNode withRetry(
      ObjectNode node, int attempt, @Nullable Integer nextAttemptSeconds) {
    ObjectNode retry = node.putObject("RetryDetails").put("CurrentAttempt", attempt);
    if (nextAttemptSeconds != null) {
      retry.put("NextAttemptDelaySeconds", nextAttemptSeconds);
    }
    return node;
  }

  static ObjectNode invocation(
      long startMillis, long endMillis, String requestId, @Nullable ErrorObject error) {
    ObjectNode node =
        none()
            .put("StartTimestamp", seconds(startMillis))
            .put("EndTimestamp", seconds(endMillis))
            .put("RequestId", requestId);
    if (error != null) {
      node.set("Error", wrapped(error));
    }
    return node;
  }

  static ObjectNode wait(int waitSeconds, long endMillis) {
    return none().put("Duration", waitSeconds).put("ScheduledEndTimestamp", seconds(endMillis));
  }

  /** Returns a time as the API has it. */
  static BigDecimal seconds(long millis) {
    return BigDecimal.valueOf(millis, 3);
  }
}
