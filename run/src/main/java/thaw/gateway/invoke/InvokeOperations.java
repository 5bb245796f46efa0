package thaw.gateway.invoke;

import java.util.List;
import java.util.Optional;
import thaw.function.LambdaLimits;
import thaw.gateway.request.ApiRequest;
import thaw.gateway.request.FunctionReference;
import thaw.gateway.request.Operation;
import thaw.platform.Platform;

/** The operations that run functions: how they are asked for. */
public final class InvokeOperations {
  /** Itself, and what is written with its head. */
  private static final int ANSWER_COPIES = 2;

  /** The name that stands for the only function, where the Runtime Interface Emulator has one. */
  private static final String EMULATED = "function";

  private final Platform platform;
  private final Invoking invoking;
  private final StreamedInvoking streams;

  public InvokeOperations(Platform platform, Invoking invoking, StreamedInvoking streams) {
    this.platform = platform;
    this.invoking = invoking;
    this.streams = streams;
  }

  public List<Operation> operations() {
    return List.of(
        new Operation(
            "Invoke",
            "POST",
            "/2015-03-31/functions/{FunctionName}/invocations",
            (request, caller) -> invoking.invoke(invocation(request), caller)),
        new Operation(
            "InvokeWithResponseStream",
            "POST",
            "/2021-11-15/functions/{FunctionName}/response-streaming-invocations",
            (request, caller) -> streams.invoke(invocation(request), caller)),
        new Operation(
            "InvokeAsync",
            "POST",
            "/2014-11-13/functions/{FunctionName}/invoke-async",
            (request, caller) ->
                invoking.invoke(invocation(request, Optional.of("Event")), caller)));
  }

  private Invoking.Request invocation(ApiRequest request) {
    return invocation(request, request.header("X-Amz-Invocation-Type"));
  }

  private Invoking.Request invocation(ApiRequest request, Optional<String> type) {
    return new Invoking.Request(
        request.id(),
        emulated(request.function()),
        type,
        request.header("X-Amz-Log-Type"),
        request.header("X-Amz-Client-Context"),
        request.header("X-Amzn-Trace-Id"),
        request.header("X-Amz-Tenant-Id"),
        request.header("X-Amz-Durable-Execution-Name"),
        request.content().whole(LambdaLimits.LARGEST_REQUEST_BYTES, 1),
        bytes -> request.content().makeRoom(ANSWER_COPIES * bytes));
  }

  /**
   * Resolves the fixed name that clients of the Runtime Interface Emulator use to the only
   * function.
   */
  private FunctionReference emulated(FunctionReference reference) {
    if (!reference.name().equals(EMULATED)
        || platform.catalog().find(EMULATED).isPresent()
        || platform.catalog().all().size() != 1) {
      return reference;
    }
    String only = platform.catalog().all().getFirst().name();
    return new FunctionReference(only, reference.qualifier());
  }
}
