package thaw.durable;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a function reports of one operation.
 *
 * @param replayChildren of a context
 * @param nextAttemptSeconds of a step
 * @param waitSeconds of a wait
 * @param timeoutSeconds of a callback
 * @param heartbeatSeconds of a callback
 * @param function to be called
 */
public record Update(
    String id,
    @Nullable String parentId,
    @Nullable String name,
    OperationType type,
    @Nullable String subType,
    OperationAction action,
    @Nullable String payload,
    @Nullable ErrorObject error,
    boolean replayChildren,
    @Nullable Integer nextAttemptSeconds,
    @Nullable Integer waitSeconds,
    @Nullable Integer timeoutSeconds,
    @Nullable Integer heartbeatSeconds,
    @Nullable String function,
    @Nullable String tenant,
    @Nullable String trace) {
  /**
   * Reads the API's list of updates.
   *
   * @param list fits the service model
   */
  public static List<Update> list(JsonNode list) {
    List<Update> updates = new ArrayList<>();
    list.forEach(node -> updates.add(of(node)));
    return updates;
  }

  private static Update of(JsonNode node) {
    JsonNode callback = node.path("CallbackOptions");
    JsonNode chained = node.path("ChainedInvokeOptions");
    JsonNode error = node.path("Error");
    return new Update(
        node.path("Id").asText(),
        text(node, "ParentId"),
        text(node, "Name"),
        OperationType.valueOf(node.path("Type").asText()),
        text(node, "SubType"),
        OperationAction.valueOf(node.path("Action").asText()),
        text(node, "Payload"),
        error.isObject() ? ErrorObject.of(error) : null,
        node.path("ContextOptions").path("ReplayChildren").asBoolean(false),
        number(node.path("StepOptions"), "NextAttemptDelaySeconds"),
        number(node.path("WaitOptions"), "WaitSeconds"),
        number(callback, "TimeoutSeconds"),
        number(callback, "HeartbeatTimeoutSeconds"),
        text(chained, "FunctionName"),
        text(chained, "TenantId"),
        text(chained, "XAmznTraceId"));
  }

  private static @Nullable String text(JsonNode node, String member) {
    JsonNode value = node.get(member);
    return value == null || value.isNull() ? null : value.asText();
  }

  private static @Nullable Integer number(JsonNode node, String member) {
    JsonNode value = node.get(member);
    return value == null || value.isNull() ? null : value.asInt();
  }
}
