package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.durable.CheckpointAnswer;
import thaw.durable.DurableExecutions;
import thaw.durable.ErrorObject;
import thaw.durable.ExecutionArn;
import thaw.durable.ExecutionHead;
import thaw.durable.ExecutionStatus;
import thaw.durable.HistoryEvent;
import thaw.durable.ListRequest;
import thaw.durable.OperationPage;
import thaw.durable.Page;
import thaw.durable.Rejected;
import thaw.durable.Shapes;
import thaw.durable.Update;
import thaw.function.LambdaLimits;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;

/**
 * The operations on durable executions. Those that a function calls while it runs are permitted to
 * everybody who has a token: {@link Operation#rights}.
 */
final class DurableOperations {
  private static final String EXECUTIONS = "/2025-12-01/durable-executions/{DurableExecutionArn}";
  private static final String CALLBACKS = "/2025-12-01/durable-execution-callbacks/{CallbackId}";

  /** A checkpoint has many updates, each with a payload of 1 MB at most. */
  private static final int LARGEST_CHECKPOINT_BYTES = 2 * LambdaLimits.LARGEST_REQUEST_BYTES;

  private static final int COPIES = 4;

  private final Platform platform;
  private final Supplier<DurableExecutions> engine;

  DurableOperations(Platform platform, Supplier<DurableExecutions> engine) {
    this.platform = platform;
    this.engine = engine;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("GetDurableExecution", "GET", EXECUTIONS, this::get),
        new Operation("DeleteDurableExecution", "DELETE", EXECUTIONS, this::delete),
        new Operation("GetDurableExecutionHistory", "GET", EXECUTIONS + "/history", this::history),
        new Operation("GetDurableExecutionState", "GET", EXECUTIONS + "/state", this::state),
        new Operation(
            "CheckpointDurableExecution", "POST", EXECUTIONS + "/checkpoint", this::checkpoint),
        new Operation("StopDurableExecution", "POST", EXECUTIONS + "/stop", this::stop),
        new Operation("PauseDurableExecution", "POST", EXECUTIONS + "/pause", this::pause),
        new Operation("ResumeDurableExecution", "POST", EXECUTIONS + "/resume", this::resume),
        new Operation(
            "ListDurableExecutionsByFunction",
            "GET",
            "/2025-12-01/functions/{FunctionName}/durable-executions",
            this::list),
        new Operation(
            "SendDurableExecutionCallbackSuccess", "POST", CALLBACKS + "/succeed", this::succeed),
        new Operation(
            "SendDurableExecutionCallbackFailure", "POST", CALLBACKS + "/fail", this::fail),
        new Operation(
            "SendDurableExecutionCallbackHeartbeat",
            "POST",
            CALLBACKS + "/heartbeat",
            this::heartbeat));
  }

  private DurableExecutions executions() {
    return engine.get();
  }

  /** The service model has looked at its form. */
  private static ExecutionArn arn(ApiRequest request) {
    String text = request.parameter("DurableExecutionArn");
    return ExecutionArn.parse(text)
        .orElseThrow(
            () -> new Rejected(Rejected.Reason.NOT_FOUND, "Durable Execution does not exist"));
  }

  private static boolean flag(ApiRequest request, String name, boolean absent) {
    return request.queried(name).map(Boolean::parseBoolean).orElse(absent);
  }

  private static int number(ApiRequest request, String name) {
    return request.queried(name).map(Integer::parseInt).orElse(0);
  }

  private static @Nullable String marker(ApiRequest request) {
    return request.queried("Marker").orElse(null);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static BigDecimal seconds(long millis) {
    return BigDecimal.valueOf(millis, 3);
  }

  private Response get(ApiRequest request) {
    ExecutionArn arn = arn(request);
    ExecutionHead head = executions().head(arn);
    boolean data = flag(request, "IncludeExecutionData", true);
    requireContents(request, data);
    return Response.json(
        Shapes.described(head, data ? executions().input(arn).orElse(null) : null, data));
  }

  /** What functions get and answer is for those who may see it. */
  private static void requireContents(ApiRequest request, boolean data) {
    if (data && !request.seesContents()) {
      throw ApiError.notYourContents().refusal();
    }
  }

  private Response history(ApiRequest request) {
    boolean data = flag(request, "IncludeExecutionData", true);
    requireContents(request, data);
    Page<HistoryEvent> page =
        executions()
            .history(
                arn(request),
                marker(request),
                number(request, "MaxItems"),
                flag(request, "ReverseOrder", false));
    ObjectNode node = object();
    var events = node.putArray("Events");
    page.items().forEach(event -> events.add(Shapes.event(event, data)));
    return Response.json(withMarker(node, page.nextMarker()));
  }

  private static ObjectNode withMarker(ObjectNode node, @Nullable String marker) {
    return marker == null ? node : node.put("NextMarker", marker);
  }

  private Response state(ApiRequest request) {
    OperationPage page =
        executions()
            .state(
                arn(request),
                request.queried("CheckpointToken").orElse(""),
                marker(request),
                number(request, "MaxItems"));
    ObjectNode node = object();
    var operations = node.putArray("Operations");
    page.operations().forEach(operation -> operations.add(Shapes.operation(operation)));
    return Response.json(withMarker(node, page.nextMarker()));
  }

  private Response checkpoint(ApiRequest request) {
    byte[] body = request.content().whole(LARGEST_CHECKPOINT_BYTES, COPIES);
    if (body.length > LARGEST_CHECKPOINT_BYTES) {
      throw ApiError.entityTooLarge(LARGEST_CHECKPOINT_BYTES, request.operation()).refusal();
    }
    Input input = request.checked(Input.parse(body));
    CheckpointAnswer answer =
        executions()
            .checkpoint(
                arn(request),
                input.required("CheckpointToken"),
                input.textOrNull("ClientToken"),
                Update.list(input.node("Updates").orElseGet(JsonNodeFactory.instance::arrayNode)));
    ObjectNode node = object();
    if (answer.token() != null) {
      node.put("CheckpointToken", answer.token());
    }
    var operations = node.putObject("NewExecutionState").putArray("Operations");
    answer.operations().forEach(operation -> operations.add(Shapes.operation(operation)));
    return Response.json(node);
  }

  private Response stop(ApiRequest request) {
    JsonNode body = body(request);
    long stopped = executions().stop(arn(request), body.isObject() ? ErrorObject.of(body) : null);
    return Response.json(object().put("StopTimestamp", seconds(stopped)));
  }

  /** The body of an operation whose error is all of it; missing when there is none. */
  private static JsonNode body(ApiRequest request) {
    byte[] body = request.content().whole(LambdaLimits.LARGEST_REQUEST_BYTES, COPIES);
    return body.length == 0 ? JsonNodeFactory.instance.missingNode() : Input.parse(body).members();
  }

  private Response pause(ApiRequest request) {
    Input input = request.input();
    executions()
        .pause(
            arn(request),
            input.textOrNull("Reason"),
            input.flag("ExecutionTimeoutPaused").orElse(true),
            input.textOrNull("ClientToken"));
    return Response.json(202, object());
  }

  private Response resume(ApiRequest request) {
    Input input = request.input();
    executions().resume(arn(request), input.textOrNull("Reason"), input.textOrNull("ClientToken"));
    return Response.json(202, object());
  }

  private Response delete(ApiRequest request) {
    long asked = executions().delete(arn(request));
    return Response.json(202, object().put("DeletionRequestTimestamp", seconds(asked)));
  }

  private Response list(ApiRequest request) {
    FunctionReference function = request.function();
    FunctionOperations.required(platform, function);
    Optional<String> version =
        function
            .qualifier()
            .map(qualifier -> platform.catalog().version(function.name(), qualifier).version());
    Set<ExecutionStatus> statuses = EnumSet.noneOf(ExecutionStatus.class);
    request.query().apply("Statuses").stream()
        .filter(status -> !status.isEmpty())
        .forEach(status -> statuses.add(ExecutionStatus.valueOf(status)));
    Page<ExecutionHead> page =
        executions()
            .list(
                new ListRequest(
                    function.name(),
                    version,
                    request.queried("DurableExecutionName"),
                    statuses,
                    time(request, "StartedAfter"),
                    time(request, "StartedBefore"),
                    flag(request, "ReverseOrder", false),
                    marker(request),
                    number(request, "MaxItems")));
    ObjectNode node = object();
    var executions = node.putArray("DurableExecutions");
    page.items().forEach(head -> executions.add(Shapes.listed(head)));
    return Response.json(withMarker(node, page.nextMarker()));
  }

  private static OptionalLong time(ApiRequest request, String name) {
    Optional<String> text = request.queried(name);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(
          DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text.get(), Instant::from).toEpochMilli());
    } catch (DateTimeException e) {
      throw ApiError.invalidParameter(name + " is not a timestamp: " + text.get()).refusal();
    }
  }

  private Response succeed(ApiRequest request) {
    byte[] result = request.content().whole(LambdaLimits.LARGEST_REQUEST_BYTES, COPIES);
    executions()
        .succeedCallback(
            request.parameter("CallbackId"),
            result.length == 0 ? null : new String(result, StandardCharsets.UTF_8));
    return Response.json(object());
  }

  private Response fail(ApiRequest request) {
    JsonNode body = body(request);
    executions()
        .failCallback(
            request.parameter("CallbackId"), ErrorObject.of(body.isObject() ? body : object()));
    return Response.json(object());
  }

  private Response heartbeat(ApiRequest request) {
    request.content().whole(LambdaLimits.LARGEST_REQUEST_BYTES, 1);
    executions().heartbeatCallback(request.parameter("CallbackId"));
    return Response.json(object());
  }
}
