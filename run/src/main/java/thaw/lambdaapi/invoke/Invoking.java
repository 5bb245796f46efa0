package thaw.lambdaapi.invoke;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.durable.DurableExecutions;
import thaw.function.LambdaLimits;
import thaw.function.constraint.Constraint;
import thaw.http.Response;
import thaw.platform.DurableFunctions;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.record.FunctionVersion;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.TraceId;

/**
 * The operations that run functions.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html">Invoke</a>
 */
public final class Invoking {
  private static final int CLIENT_CONTEXT_LIMIT = 3583;
  private static final int LONGEST_TENANT = 256;
  private static final Constraint TENANT = Constraint.matches("[a-zA-Z0-9\\._:\\/=+\\-@ ]+");
  private static final int LONGEST_DURABLE_NAME = 64;
  private static final Constraint DURABLE_NAME = Constraint.matches("[a-zA-Z0-9-_]+");
  private static final byte[] NO_EVENT = {'{', '}'};

  /** An answer itself, and what is written with its head. */
  private static final int ANSWER_COPIES = 2;

  /** The name that stands for the only function, where the Runtime Interface Emulator has one. */
  private static final String EMULATED = "function";

  private final Platform platform;
  private final EventQueue events;
  private final StreamedInvoking streams;
  private final Function<Exception, Response> faults;

  /**
   * @param faults makes the answer of a fault of ours
   */
  public Invoking(
      Platform platform,
      EventQueue events,
      StreamedInvoking streams,
      Function<Exception, Response> faults) {
    this.platform = platform;
    this.events = events;
    this.streams = streams;
    this.faults = faults;
  }

  public List<Operation> operations() {
    return List.of(
        new Operation(
            "Invoke",
            "POST",
            "/2015-03-31/functions/{FunctionName}/invocations",
            (request, onResponse) ->
                invoke(request, request.header("X-Amz-Invocation-Type"), onResponse)),
        new Operation(
            "InvokeWithResponseStream",
            "POST",
            "/2021-11-15/functions/{FunctionName}/response-streaming-invocations",
            (request, onResponse) -> streams.invoke(request, function(request), onResponse)),
        new Operation(
            "InvokeAsync",
            "POST",
            "/2014-11-13/functions/{FunctionName}/invoke-async",
            (request, onResponse) -> invoke(request, Optional.of("Event"), onResponse)));
  }

  /**
   * Resolves the fixed name that clients of the Runtime Interface Emulator use to the only
   * function.
   */
  private FunctionReference function(ApiRequest request) {
    FunctionReference named = request.function();
    if (!named.name().equals(EMULATED)
        || platform.catalog().find(EMULATED).isPresent()
        || platform.catalog().all().size() != 1) {
      return named;
    }
    return new FunctionReference(platform.catalog().all().getFirst().name(), named.qualifier());
  }

  /**
   * @param wanted the type of the invocation
   * @param onResponse gets the answer, once, perhaps on another thread, and perhaps when this
   *     method has returned
   */
  private void invoke(ApiRequest request, Optional<String> wanted, Consumer<Response> onResponse)
      throws InterruptedException {
    FunctionReference function = function(request);
    String type = oneOf(wanted, "invocationType", "RequestResponse", "Event", "DryRun");
    boolean wantsLog = wantsLog(request);
    Invocation invocation = invocation(request, function, platform);
    Optional<FunctionVersion> drawn =
        platform.durable().drawn(function.name(), function.qualifier());
    if (drawn.isPresent() && drawn.get().isDurable()) {
      onResponse.accept(
          traced(durable(request, function, drawn.get(), invocation, type), invocation));
      return;
    }
    switch (type) {
      case "DryRun" -> onResponse.accept(traced(Response.nothing(), invocation));
      case "Event" -> onResponse.accept(traced(accepted(function.name(), invocation), invocation));
      default ->
          platform.begin(
              function.name(),
              drawn,
              invocation,
              wantsLog,
              outcome -> onResponse.accept(traced(answer(outcome, function), invocation)),
              fault -> onResponse.accept(faults.apply(fault)));
    }
  }

  /** Starts an execution, and waits for its end where the caller does. */
  private Response durable(
      ApiRequest request,
      FunctionReference function,
      FunctionVersion version,
      Invocation invocation,
      String type)
      throws InterruptedException {
    if (function.qualifier().isEmpty()) {
      throw ApiError.invalidParameter(DurableFunctions.UNQUALIFIED).refusal();
    }
    if (type.equals("DryRun")) {
      return Response.nothing();
    }
    boolean event = type.equals("Event");
    if (event) {
      requireEventSize(invocation);
    }
    DurableExecutions.Started started =
        platform
            .durable()
            .start(
                function.name(),
                version,
                invocation,
                request.header("X-Amz-Durable-Execution-Name"),
                !event);
    Response.Field arn =
        new Response.Field("X-Amz-Durable-Execution-Arn", started.arn().toString());
    return event
        ? new Response(202, Map.of(), new byte[0]).with(arn)
        : answer(
                new RequestOutcome.Completed(
                    platform.durable().await(started), Optional.empty(), started.arn().version()))
            .with(arn);
  }

  static boolean wantsLog(ApiRequest request) {
    return oneOf(request.header("X-Amz-Log-Type"), "logType", "None", "Tail").equals("Tail");
  }

  /** Returns the invocation, provided that the function exists and the payload can be an event. */
  static Invocation invocation(ApiRequest request, FunctionReference function, Platform platform) {
    Optional<String> tenant = request.header("X-Amz-Tenant-Id");
    Input header = Input.empty();
    tenant.ifPresent(id ->
        header.check(
            id, "tenantId", Constraint.atLeast(1), Constraint.atMost(LONGEST_TENANT), TENANT));
    request
        .header("X-Amz-Durable-Execution-Name")
        .ifPresent(name ->
            header.check(
                name,
                "durableExecutionName",
                Constraint.atMost(LONGEST_DURABLE_NAME),
                DURABLE_NAME));
    header.requireValid();
    FunctionVersion version =
        platform
            .catalog()
            .find(function.name())
            .flatMap(known -> known.version(function.qualifierOrEmpty()))
            .orElseThrow(() -> ApiError.functionNotFound(function.qualifiedArn()).refusal());
    version.requireTenant(tenant);
    // At most one byte more than allowed.
    byte[] payload = request.content().whole(LambdaLimits.LARGEST_REQUEST_BYTES, 1);
    if (payload.length > LambdaLimits.LARGEST_REQUEST_BYTES) {
      throw ApiError.tooLarge(LambdaLimits.LARGEST_REQUEST_BYTES).refusal();
    }
    byte[] event = payload.length == 0 ? NO_EVENT : payload;
    PassedJson.requireEvent(event);
    return new Invocation(
        request.id(),
        event,
        request.header("X-Amz-Client-Context").map(Invoking::clientContext),
        function.qualifier(),
        Optional.of(TraceId.of(request.header("X-Amzn-Trace-Id"), version.tracesActively())),
        Optional.empty(),
        bytes -> request.content().makeRoom(ANSWER_COPIES * bytes),
        tenant);
  }

  /**
   * Returns a good answer with what AWS's front end adds to it, so that a caller finds its trace.
   */
  static Response traced(Response answer, Invocation invocation) {
    return answer.status() / 100 == 2
        ? answer.with(
            new Response.Field("X-Amzn-Remapped-Content-Length", "0"),
            new Response.Field("X-Amzn-Trace-Id", TraceId.shown(invocation.trace().orElseThrow())))
        : answer;
  }

  /** It is kept before it is answered; log and version are not known yet. */
  private Response accepted(String function, Invocation invocation) {
    requireEventSize(invocation);
    events.accept(function, invocation);
    return new Response(202, Map.of(), new byte[0]);
  }

  private static void requireEventSize(Invocation invocation) {
    int bytes = invocation.payload().length;
    if (bytes > EventQueue.EVENT_LIMIT_BYTES) {
      throw ApiError.eventTooLarge(bytes, EventQueue.EVENT_LIMIT_BYTES).refusal();
    }
  }

  /** The header's value, or the first choice when it is absent. */
  static String oneOf(Optional<String> value, String member, String... choices) {
    String chosen = value.orElse(choices[0]);
    for (String choice : choices) {
      if (choice.equals(chosen)) {
        return chosen;
      }
    }
    throw ApiError.validation(
            chosen,
            member,
            "Member must satisfy enum value set: [" + String.join(", ", choices) + "]")
        .refusal();
  }

  private static String clientContext(String header) {
    if (header.length() > CLIENT_CONTEXT_LIMIT) {
      throw ApiError.invalidContent(
              "Client context must be at most " + CLIENT_CONTEXT_LIMIT + " bytes of base64.")
          .refusal();
    }
    return PassedJson.clientContext(header);
  }

  public static Response answer(RequestOutcome outcome, FunctionReference function) {
    return switch (outcome) {
      case RequestOutcome.Completed completed -> answer(completed);
      case RequestOutcome.Throttled(var reason) -> ApiError.throttled(reason).answer();
      case RequestOutcome.Unprepared(String cause, String remedy) ->
          ApiError.unprepared(function.name(), cause, remedy).answer();
    };
  }

  private static Response answer(RequestOutcome.Completed completed) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-Amz-Executed-Version", completed.executedVersion());
    InvocationOutcome outcome = completed.outcome();
    if (outcome instanceof InvocationOutcome.Failure) {
      headers.put("X-Amz-Function-Error", "Unhandled");
    }
    completed
        .logTail()
        .ifPresent(log -> headers.put("X-Amz-Log-Result", Base64.getEncoder().encodeToString(log)));
    return new Response(200, headers, outcome.payload());
  }
}
