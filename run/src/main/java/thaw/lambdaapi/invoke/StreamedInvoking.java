package thaw.lambdaapi.invoke;

import java.io.IOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.http.Response;
import thaw.platform.Platform;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.steady.InternalFault;

/**
 * Invocations whose responses are sent as they come, and the operation InvokeWithResponseStream.
 * The function's invocation has a thread of its own: its client's may be slow.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/api/API_InvokeWithResponseStream.html">
 *     InvokeWithResponseStream</a>
 */
public final class StreamedInvoking {
  private static final String NOT_STREAMED = "application/json";

  private final Platform platform;
  private final Consumer<Exception> problems;

  /**
   * @param problems failures that no client can learn of
   */
  public StreamedInvoking(Platform platform, Consumer<Exception> problems) {
    this.platform = platform;
    this.problems = problems;
  }

  /** Has the function invoked; what becomes of it comes out of the pipe. */
  public ResponsePipe start(String function, Invocation invocation, boolean wantsLog) {
    ResponsePipe pipe = new ResponsePipe();
    Invocation streamed = invocation.withStream(pipe);
    Thread.ofVirtual()
        .name("streamed " + invocation.requestId())
        .start(() -> run(function, streamed, wantsLog, pipe));
    return pipe;
  }

  private void run(String function, Invocation invocation, boolean wantsLog, ResponsePipe pipe) {
    try {
      platform.invoke(function, invocation, wantsLog, pipe::chosen, pipe::end);
    } catch (InterruptedException e) {
      pipe.fail(e); // the platform is shutting down, and this thread ends here
    } catch (RuntimeException | Error e) { // who empties the pipe must not wait for ever
      if (!pipe.fail(InternalFault.of(e))) {
        problems.accept(InternalFault.of(e));
      }
    }
  }

  /** The operation. */
  void invoke(ApiRequest request, FunctionReference function, Consumer<Response> onResponse)
      throws InterruptedException {
    String type =
        Invoking.oneOf(
            request.header("X-Amz-Invocation-Type"), "invocationType", "RequestResponse", "DryRun");
    boolean wantsLog = Invoking.wantsLog(request);
    Invocation invocation = Invoking.invocation(request, function, platform);
    if (type.equals("DryRun")) {
      onResponse.accept(Invoking.traced(Response.nothing(), invocation));
      return;
    }
    ResponsePipe pipe = start(function.name(), invocation, wantsLog);
    try {
      onResponse.accept(Invoking.traced(answer(pipe, function), invocation));
    } finally {
      pipe.abandon();
    }
  }

  private static Response answer(ResponsePipe pipe, FunctionReference function)
      throws InterruptedException {
    return switch (pipe.take()) {
      case ResponsePipe.Part.Begun(String version, String contentType) ->
          events(version, contentType, to -> forward(pipe, to));
      case ResponsePipe.Part.Ended(RequestOutcome.Completed completed) ->
          events(completed.executedVersion(), NOT_STREAMED, to -> whole(completed, to));
      case ResponsePipe.Part.Ended(RequestOutcome outcome) -> Invoking.answer(outcome, function);
      case ResponsePipe.Part.Failed(Exception cause) -> throw unchecked(cause);
      case ResponsePipe.Part.Piece _ ->
          throw new IllegalStateException("a piece before the beginning");
    };
  }

  /** Returns what the platform threw on the other thread. */
  public static RuntimeException unchecked(Exception cause) throws InterruptedException {
    if (cause instanceof RuntimeException known) {
      return known;
    }
    throw new InterruptedException("the platform is shutting down");
  }

  private static Response events(String version, String contentType, EventWriting writing) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", InvokeEventStream.CONTENT_TYPE);
    headers.put("X-Amzn-Remapped-Content-Type", contentType);
    headers.put("X-Amz-Executed-Version", version);
    return Response.streamed(
        200, headers, List.of(), to -> writing.write(new InvokeEventStream(to)));
  }

  @FunctionalInterface
  private interface EventWriting {
    void write(InvokeEventStream to) throws IOException, InterruptedException;
  }

  private static void forward(ResponsePipe pipe, InvokeEventStream to)
      throws IOException, InterruptedException {
    while (true) {
      switch (pipe.take()) {
        case ResponsePipe.Part.Piece(byte[] bytes) -> to.chunk(bytes);
        case ResponsePipe.Part.Ended(RequestOutcome.Completed completed) -> {
          complete(completed, to);
          return;
        }
        case ResponsePipe.Part.Failed(Exception cause) -> throw unchecked(cause);
        case ResponsePipe.Part.Ended _, ResponsePipe.Part.Begun _ ->
            throw new IllegalStateException("a response that began was not run");
      }
    }
  }

  private static void whole(RequestOutcome.Completed completed, InvokeEventStream to)
      throws IOException {
    if (completed.outcome() instanceof InvocationOutcome.Success(byte[] payload)) {
      to.chunk(payload);
    }
    complete(completed, to);
  }

  private static void complete(RequestOutcome.Completed completed, InvokeEventStream to)
      throws IOException {
    to.complete(
        completed.outcome() instanceof InvocationOutcome.Failure failure
            ? Optional.of(failure.payload())
            : Optional.empty(),
        completed.logTail().map(log -> Base64.getEncoder().encodeToString(log)));
  }
}
