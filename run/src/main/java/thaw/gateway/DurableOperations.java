package thaw.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import thaw.gateway.invoke.ApiError;
import thaw.gateway.invoke.ApiRequest;
import thaw.gateway.invoke.Operation;
import thaw.http.Response;
import thaw.platform.Platform;

/**
 * The operations on durable executions, which are refused but for the list: there are no durable
 * functions here.
 */
final class DurableOperations {
  private static final String REASON =
      "durable functions cannot be created here, so that there are no durable executions";
  private static final String EXECUTIONS = "/2025-12-01/durable-executions/{DurableExecutionArn}";
  private static final String CALLBACKS = "/2025-12-01/durable-execution-callbacks/{CallbackId}";

  private DurableOperations() {}

  static List<Operation> operations(Platform platform) {
    return List.of(
        refused("GetDurableExecution", "GET", EXECUTIONS),
        refused("DeleteDurableExecution", "DELETE", EXECUTIONS),
        refused("GetDurableExecutionHistory", "GET", EXECUTIONS + "/history"),
        refused("GetDurableExecutionState", "GET", EXECUTIONS + "/state"),
        refused("CheckpointDurableExecution", "POST", EXECUTIONS + "/checkpoint"),
        refused("StopDurableExecution", "POST", EXECUTIONS + "/stop"),
        refused("PauseDurableExecution", "POST", EXECUTIONS + "/pause"),
        refused("ResumeDurableExecution", "POST", EXECUTIONS + "/resume"),
        new Operation(
            "ListDurableExecutionsByFunction",
            "GET",
            "/2025-12-01/functions/{FunctionName}/durable-executions",
            request -> none(platform, request)),
        refused("SendDurableExecutionCallbackSuccess", "POST", CALLBACKS + "/succeed"),
        refused("SendDurableExecutionCallbackFailure", "POST", CALLBACKS + "/fail"),
        refused("SendDurableExecutionCallbackHeartbeat", "POST", CALLBACKS + "/heartbeat"));
  }

  /** No function can be durable here, so that none has an execution. */
  private static Response none(Platform platform, ApiRequest request) {
    FunctionOperations.required(platform, request.function());
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.putArray("DurableExecutions");
    return Response.json(node);
  }

  private static Operation refused(String name, String method, String template) {
    return new Operation(
        name,
        method,
        template,
        (request, _) -> {
          request.content().whole(0, 1); // read, so that the client reads the answer
          throw ApiError.notSupported(name, REASON).refusal();
        });
  }
}
