package thaw.durable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executions, operations and events as AWS writes them. Functions get times in milliseconds, and
 * the API has them in seconds.
 */
public final class Shapes {
  private Shapes() {}

  /** Writes an operation as the API has it. */
  public static ObjectNode operation(Operation operation) {
    return operation(operation, false);
  }

  /**
   * @param millis whether times are in milliseconds
   */
  static ObjectNode operation(Operation operation, boolean millis) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("Id", operation.id());
    put(node, "ParentId", operation.parentId());
    put(node, "Name", operation.name());
    node.put("Type", operation.type().name());
    put(node, "SubType", operation.subType());
    put(node, "StartTimestamp", operation.startMillis(), millis);
    put(node, "EndTimestamp", operation.endMillis(), millis);
    node.put("Status", operation.status().name());
    switch (operation.type()) {
      case EXECUTION -> put(node.putObject("ExecutionDetails"), "InputPayload", operation.input());
      case CONTEXT -> {
        ObjectNode details = node.putObject("ContextDetails");
        if (operation.replayChildren()) {
          details.put("ReplayChildren", true);
        }
        putEnd(details, operation);
      }
      case STEP -> {
        ObjectNode details = node.putObject("StepDetails").put("Attempt", operation.attempt());
        put(details, "NextAttemptTimestamp", operation.dueMillis(), millis);
        putEnd(details, operation);
      }
      case WAIT ->
          put(
              node.putObject("WaitDetails"),
              "ScheduledEndTimestamp",
              operation.dueMillis(),
              millis);
      case CALLBACK -> {
        ObjectNode details = node.putObject("CallbackDetails");
        put(details, "CallbackId", operation.callbackId());
        putEnd(details, operation);
      }
      case CHAINED_INVOKE -> putEnd(node.putObject("ChainedInvokeDetails"), operation);
    }
    return node;
  }

  private static void putEnd(ObjectNode details, Operation operation) {
    put(details, "Result", operation.result());
    ErrorObject error = operation.error();
    if (error != null) {
      details.set("Error", error.toJson());
    }
  }

  private static void put(ObjectNode node, String member, @Nullable String value) {
    if (value != null) {
      node.put(member, value);
    }
  }

  private static void put(ObjectNode node, String member, @Nullable Long time, boolean millis) {
    if (time != null && millis) {
      node.put(member, time);
    } else if (time != null) {
      node.put(member, Details.seconds(time));
    }
  }

  /**
   * Writes an event as the API has it.
   *
   * @param data whether with payloads, errors and reasons
   */
  public static ObjectNode event(HistoryEvent event, boolean data) {
    String type = event.type().lambdaName();
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("EventType", type);
    put(node, "SubType", event.subType());
    node.put("EventId", event.id());
    put(node, "Id", event.operation());
    put(node, "Name", event.name());
    node.put("EventTimestamp", Details.seconds(event.millis()));
    put(node, "ParentId", event.parentId());
    node.set(type + "Details", data ? event.details() : withoutPayloads(event.details()));
    return node;
  }

  private static ObjectNode withoutPayloads(ObjectNode details) {
    ObjectNode node = details.deepCopy();
    for (JsonNode member : node) {
      if (member instanceof ObjectNode wrapper) {
        wrapper.remove("Payload");
      }
    }
    return node;
  }

  /**
   * Writes the event of an invocation.
   *
   * @param operations the first page of them
   * @param updated ids of those that have changed since the last invocation
   */
  static ObjectNode invocation(
      ExecutionArn arn, String token, OperationPage operations, List<String> updated) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("DurableExecutionArn", arn.toString())
            .put("CheckpointToken", token);
    ObjectNode state = node.putObject("InitialExecutionState");
    operations
        .operations()
        .forEach(each -> state.withArray("Operations").add(operation(each, true)));
    state.put("NextMarker", operations.nextMarker() == null ? "" : operations.nextMarker());
    updated.forEach(node.putArray("UpdatedOperationIds")::add);
    return node;
  }

  /** Writes what a list has of an execution. */
  public static ObjectNode listed(ExecutionHead head) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("DurableExecutionArn", head.arn().toString())
            .put("DurableExecutionName", head.arn().name())
            .put("FunctionArn", head.arn().functionArn())
            .put("Status", head.status().name());
    put(node, "StartTimestamp", head.startMillis(), false);
    put(node, "EndTimestamp", head.endMillis(), false);
    return node;
  }

  /**
   * Writes the description of an execution.
   *
   * @param data whether with input, result, error and reasons
   */
  public static ObjectNode described(ExecutionHead head, @Nullable String input, boolean data) {
    ObjectNode node = listed(head).put("Version", head.arn().version());
    if (data) {
      put(node, "InputPayload", input);
      put(node, "Result", head.result());
      ErrorObject error = head.error();
      if (error != null) {
        node.set("Error", error.toJson());
      }
    }
    if (head.trace() != null) {
      node.putObject("TraceHeader").put("XAmznTraceId", head.trace());
    }
    node.put("ExecutionDataIncluded", data);
    ObjectNode config =
        node.putObject("DurableConfig")
            .put("ExecutionTimeout", head.terms().executionTimeoutSeconds())
            .put("RetentionPeriodInDays", head.terms().retentionDays());
    put(config, "KMSKeyArn", head.terms().kmsKeyArn());
    ExecutionHead.Pause pause = head.pause();
    if (pause != null) {
      ObjectNode details =
          node.putObject("PauseDetails")
              .put("PauseRequestTimestamp", Details.seconds(pause.requestMillis()))
              .put("ExecutionTimeoutPaused", pause.timeoutPaused());
      if (data) {
        put(details, "Reason", pause.reason());
      }
    }
    if (!head.status().hasEnded()) {
      put(node, "ExpectedExecutionTimeoutTimestamp", head.latestMillis(), false);
    }
    return node;
  }
}
