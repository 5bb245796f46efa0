package thaw.platform.async;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import thaw.function.Region;

/**
 * An accepted event that has not come to its end, without its payload.
 *
 * @param requestId the same in all attempts
 * @param trace the caller's {@code X-Amzn-Trace-Id}: which all attempts continue
 * @param attempts how often the function had it
 * @param refusals how often in a row it did not reach the function
 * @param tenant for whom the function works on it
 */
record PendingEvent(
    String requestId,
    String function,
    Optional<String> qualifier,
    Optional<String> clientContext,
    Optional<String> trace,
    Instant accepted,
    int attempts,
    int refusals,
    Optional<String> tenant) {
  private static final JsonMapper JSON = new JsonMapper();

  /** The function had it once more. */
  PendingEvent attempted() {
    return new PendingEvent(
        requestId, function, qualifier, clientContext, trace, accepted, attempts + 1, 0, tenant);
  }

  PendingEvent refused() {
    return new PendingEvent(
        requestId,
        function,
        qualifier,
        clientContext,
        trace,
        accepted,
        attempts,
        refusals + 1,
        tenant);
  }

  /** Returns the function's ARN with a qualifier, as records name it. */
  String qualifiedArn() {
    return "arn:aws:lambda:%s:%s:function:%s:%s"
        .formatted(Region.own(), Region.ACCOUNT, function, qualifier.orElse(EndCondition.LATEST));
  }

  byte[] toBytes() {
    ObjectNode node = JSON.createObjectNode();
    node.put("requestId", requestId);
    node.put("function", function);
    qualifier.ifPresent(value -> node.put("qualifier", value));
    clientContext.ifPresent(value -> node.put("clientContext", value));
    trace.ifPresent(value -> node.put("trace", value));
    node.put("accepted", accepted.toEpochMilli());
    node.put("attempts", attempts);
    node.put("refusals", refusals);
    tenant.ifPresent(value -> node.put("tenant", value));
    return bytes(node);
  }

  static PendingEvent of(byte[] head) {
    JsonNode node = tree(head);
    return new PendingEvent(
        node.path("requestId").asText(),
        node.path("function").asText(),
        text(node, "qualifier"),
        text(node, "clientContext"),
        text(node, "trace"),
        Instant.ofEpochMilli(node.path("accepted").asLong()),
        node.path("attempts").asInt(),
        node.path("refusals").asInt(),
        text(node, "tenant"));
  }

  static Optional<String> text(JsonNode node, String member) {
    return Optional.ofNullable(node.get(member)).map(JsonNode::asText);
  }

  static byte[] bytes(ObjectNode node) {
    try {
      return JSON.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of texts and numbers was not written", e);
    }
  }

  static JsonNode tree(byte[] head) {
    try {
      return JSON.readTree(head);
    } catch (IOException e) {
      throw new UncheckedIOException("an entry of the store is damaged: " + e.getMessage(), e);
    }
  }

  static ObjectNode object() {
    return JSON.createObjectNode();
  }
}
