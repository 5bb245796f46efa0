package thaw.service.busy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;
import thaw.service.process.LocalService;

/**
 * Functions in front of the Lambda API as AWS has them: they are made and changed in some time, and
 * the account may ask for changes at some rate. Those that clients have not made are active.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/functions-states.html">Lambda function
 *     states</a>
 */
final class Functions implements HttpHandler {
  private static final String CREATING = "The function is being created.";
  private static final String NOT_NOW = "The operation cannot be performed at this time. ";

  private static final Set<String> INVOCATIONS =
      Set.of("Invoke", "InvokeAsync", "InvokeWithResponseStream");
  private static final Set<String> CHANGES =
      Set.of("PublishVersion", "UpdateFunctionCode", "UpdateFunctionConfiguration");

  /** The operations whose answers show functions. */
  private static final Set<String> SHOWN =
      Set.of(
          "CreateFunction",
          "GetFunction",
          "GetFunctionConfiguration",
          "ListFunctions",
          "UpdateFunctionCode",
          "UpdateFunctionConfiguration");

  /**
   * Requests a second.
   *
   * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html">Lambda
   *     quotas</a>
   */
  private static final double CONTROL_RATE = 15;

  private static final double GET_FUNCTION_RATE = 100;

  private final HttpHandler operations;
  private final Function<Exchange, Call> calls;
  private final RunConditions run;
  private final Map<String, Instant> pending = new ConcurrentHashMap<>();
  private final Map<String, Instant> updating = new ConcurrentHashMap<>();
  private final Map<String, String> arns = new ConcurrentHashMap<>();
  private final Map<String, Capacity> rates = new ConcurrentHashMap<>();

  Functions(HttpHandler operations, Function<Exchange, Call> calls, RunConditions run) {
    this.operations = operations;
    this.calls = calls;
    this.run = run;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException {
    Call call = calls.apply(exchange);
    String operation = call.operation();
    if (isTooFast(call)) {
      run.tell(call, "rate of the account exceeded");
      onResponse.accept(AwsFault.throttled(call).answer(call));
    } else if (is(pending, call.resource())
        && (INVOCATIONS.contains(operation) || CHANGES.contains(operation))) {
      refuse(call, "The function is currently in the following state: Pending", onResponse);
    } else if (is(updating, call.resource()) && CHANGES.contains(operation)) {
      refuse(
          call,
          "An update is in progress for resource: " + arns.getOrDefault(call.resource(), ""),
          onResponse);
    } else {
      operations.serve(
          exchange,
          SHOWN.contains(operation)
              ? response -> onResponse.accept(shown(operation, response))
              : onResponse);
    }
  }

  private boolean isTooFast(Call call) {
    if (!run.terms(call).limits() || INVOCATIONS.contains(call.operation())) {
      return false;
    }
    boolean own = call.operation().equals("GetFunction") || call.operation().equals("GetPolicy");
    double rate = call.operation().equals("GetFunction") ? GET_FUNCTION_RATE : CONTROL_RATE;
    return !rates
        .computeIfAbsent(own ? call.operation() : "", _ -> new Capacity(rate, now()))
        .take(1, now());
  }

  private boolean is(Map<String, Instant> states, String function) {
    Instant until = states.get(function);
    if (until != null && !now().isBefore(until)) {
      states.remove(function, until);
      return false;
    }
    return until != null;
  }

  private void refuse(Call call, String why, Consumer<Response> onResponse) {
    run.tell(call, why);
    onResponse.accept(
        new AwsFault(409, "ResourceConflictException", NOT_NOW + why, Map.of("Type", "User"))
            .answer(call));
  }

  private Response shown(String operation, Response response) {
    if (response.status() / 100 != 2
        || !(Protocol.REST_JSON.read(response.body()) instanceof ObjectNode answer)) {
      return response;
    }
    String name = answer.path("FunctionName").asText();
    switch (operation) {
      case "CreateFunction" ->
          pending.put(name, now().plus(run.time(LocalService.LAMBDA, "Pending")));
      case "UpdateFunctionCode", "UpdateFunctionConfiguration" -> {
        updating.put(name, now().plus(run.time(LocalService.LAMBDA, "InProgress")));
        arns.put(name, answer.path("FunctionArn").asText());
      }
      default -> {}
    }
    show(answer);
    show(answer.path("Configuration"));
    answer.path("Functions").forEach(this::show);
    return new Response(
        response.status(),
        response.headers(),
        response.fields(),
        answer.toString().getBytes(StandardCharsets.UTF_8),
        response.stream());
  }

  private void show(JsonNode shown) {
    if (!(shown instanceof ObjectNode function)) {
      return;
    }
    String name = function.path("FunctionName").asText();
    if (is(pending, name)) {
      function.put("State", "Pending");
      function.put("StateReason", CREATING).put("StateReasonCode", "Creating");
    }
    if (is(pending, name) || is(updating, name)) {
      function.put("LastUpdateStatus", "InProgress");
      function.put("LastUpdateStatusReason", CREATING);
      function.put("LastUpdateStatusReasonCode", "Creating");
    }
  }

  private Instant now() {
    return run.clock().instant();
  }

  @Override
  public Response failed(Exception reason) {
    return operations.failed(reason);
  }
}
