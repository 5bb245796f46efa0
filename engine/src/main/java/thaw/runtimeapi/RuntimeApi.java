package thaw.runtimeapi;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import thaw.http.Response;
import thaw.sandbox.HostPorts;

/**
 * The Runtime API's HTTP shape for one environment, on a loopback port of its own. Refuses to know
 * what the calls mean: it hands them to the current {@link RuntimeConversation}.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html">Lambda runtime
 *     API</a>
 */
public final class RuntimeApi implements AutoCloseable {
  private static final String RUNTIME = "/2018-06-01/runtime/";
  private static final String INVOCATION = RUNTIME + "invocation/";
  private static final Response.Field JSON = new Response.Field("Content-Type", "application/json");

  /**
   * The most bytes of an error, of which a runtime sends little; the rest of a larger one is
   * dropped.
   */
  private static final int LARGEST_ERROR_BYTES = PayloadLimits.RESPONSE_BYTES;

  /** A process that ends breaks its connections first: then its end is the error to tell. */
  private static final Duration EXIT_PATIENCE = Duration.ofMillis(250);

  private final AtomicReference<@Nullable RuntimeConversation> session = new AtomicReference<>();
  private final String functionArn;
  private final Further further;
  private final ApiServer server;

  /** The other APIs at the same address. */
  public interface Further {
    /** Answers a request for one of these APIs; returns false when it is none of theirs. */
    boolean handle(SandboxRequest request, ApiReply reply) throws IOException, InterruptedException;
  }

  /** Makes the API of a runtime that serves one request at a time. */
  public RuntimeApi(
      HostPorts hostPorts, String functionArn, Predicate<Socket> admits, Further further) {
    this(hostPorts, functionArn, admits, further, 1);
  }

  /**
   * @param hostPorts learns of the port, which is to be hidden from other environments
   * @param admits whether a connection comes from this environment: another function must not get
   *     its events or answer for it
   * @param requestsAtOnce how many the runtime serves at a time
   */
  public RuntimeApi(
      HostPorts hostPorts,
      String functionArn,
      Predicate<Socket> admits,
      Further further,
      int requestsAtOnce) {
    this.functionArn = functionArn;
    this.further = further;
    this.server = new ApiServer(hostPorts, this::handle, admits, this::failed, requestsAtOnce);
  }

  /** Whoever waits for the runtime must not take its silence for its own. */
  private void failed(Throwable fault) {
    RuntimeConversation now = session.get();
    if (now != null) {
      now.events().failed(fault);
    }
  }

  /** Returns whether processes in the box can still reach it. */
  public boolean isListening() {
    return server.isListening();
  }

  private void handle(SandboxRequest request, ApiReply reply)
      throws IOException, InterruptedException {
    String path = request.path();
    String call = request.method() + " " + path;
    if (call.equals("GET " + INVOCATION + "next")) {
      next(reply);
    } else if (call.equals("POST " + RUNTIME + "init/error")) {
      Optional<String> type = errorType(request);
      send(reply, current().failInit(type.orElse(null), request.content(LARGEST_ERROR_BYTES)));
    } else if (call.equals("GET " + RUNTIME + "restore/next") && current().knowsRestore()) {
      restoreNext(reply);
    } else if (call.equals("POST " + RUNTIME + "restore/error") && current().knowsRestore()) {
      Optional<String> type = errorType(request);
      send(reply, current().failInit(type.orElse(null), request.content(LARGEST_ERROR_BYTES)));
    } else if (call.equals("GET /2018-06-01/ping")) {
      reply.send(200, List.of(), "pong".getBytes(StandardCharsets.UTF_8));
    } else if (call.startsWith("POST " + INVOCATION) && path.endsWith("/response")) {
      respond(request, reply, id(path, "/response"));
    } else if (call.startsWith("POST " + INVOCATION) && path.endsWith("/error")) {
      byte[] body = request.content(LARGEST_ERROR_BYTES);
      send(reply, current().fail(id(path, "/error"), errorType(request).orElse(null), body));
    } else if (!further.handle(request, reply)) {
      reply.send(404, List.of(), "404 page not found\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String id(String path, String end) {
    int from = INVOCATION.length();
    return path.substring(from, Math.max(from, path.length() - end.length()));
  }

  private void next(ApiReply reply) throws InterruptedException {
    reply.defer();
    StatusResponse refusal = current().next(next -> send(reply, next), reply::isAwaited);
    if (refusal != null) {
      send(reply, refusal);
    }
  }

  /** Answered after a restore only; the runtime reads nothing but the status. */
  private void restoreNext(ApiReply reply) {
    reply.defer();
    StatusResponse refusal = current().restoreNext(() -> reply.send(200, List.of(), new byte[0]));
    if (refusal != null) {
      send(reply, refusal);
    }
  }

  private void send(ApiReply reply, NextInvocation next) {
    Invocation invocation = next.invocation();
    List<Response.Field> fields = new ArrayList<>(8);
    fields.add(JSON);
    fields.add(new Response.Field("Lambda-Runtime-Aws-Request-Id", invocation.requestId()));
    fields.add(
        new Response.Field(
            "Lambda-Runtime-Deadline-Ms", Long.toString(next.deadlineEpochMillis())));
    fields.add(
        new Response.Field(
            "Lambda-Runtime-Invoked-Function-Arn",
            functionArn + invocation.qualifier().map(name -> ":" + name).orElse("")));
    fields.add(new Response.Field("Lambda-Runtime-Trace-Id", next.traceId()));
    addField("Lambda-Runtime-Client-Context", invocation.clientContext(), fields);
    addField("Lambda-Runtime-Aws-Tenant-Id", invocation.tenant(), fields);
    reply.send(200, fields, invocation.payload());
  }

  private static void addField(String name, Optional<String> value, List<Response.Field> fields) {
    if (value.isPresent()) {
      fields.add(new Response.Field(name, value.get()));
    }
  }

  private void respond(SandboxRequest request, ApiReply reply, String id)
      throws IOException, InterruptedException {
    long firstNanos = System.nanoTime();
    String mode = request.field(ResponseRelay.MODE_FIELD).orElse("");
    if (mode.equalsIgnoreCase("streaming")) {
      stream(request, reply, id, firstNanos);
    } else if (mode.isEmpty() || mode.equalsIgnoreCase("buffered")) {
      byte[] body = answer(current(), request, id);
      current().respond(id, firstNanos, body, status -> send(reply, status));
    } else {
      send(reply, StatusResponse.INVALID_RESPONSE_MODE);
    }
  }

  private static byte[] answer(RuntimeConversation to, SandboxRequest request, String id)
      throws IOException, InterruptedException {
    if (request.head().content().mayBeLarge()) {
      to.makeRoom(id, request.head().content().most(PayloadLimits.RESPONSE_BYTES));
    }
    return request.content(PayloadLimits.RESPONSE_BYTES);
  }

  private void stream(SandboxRequest request, ApiReply reply, String id, long firstNanos)
      throws IOException, InterruptedException {
    RuntimeConversation to = current();
    switch (to.beginStream(id)) {
      case RuntimeConversation.StreamStart.Refused(StatusResponse why) -> send(reply, why);
      case RuntimeConversation.StreamStart.Buffered() -> {
        byte[] body;
        try {
          body = answer(to, request, id);
        } catch (IOException e) {
          if (!to.events().endsWithin(EXIT_PATIENCE)) {
            to.endStream(
                id,
                RuntimeEvent.ofStream(
                    firstNanos, new byte[0], Optional.of(FunctionError.truncated())));
          }
          throw e;
        }
        var error = ResponseRelay.error(request.trailers());
        send(reply, to.endStream(id, RuntimeEvent.ofStream(firstNanos, body, error)));
      }
      case RuntimeConversation.StreamStart.Live(ResponseStream target) -> {
        ResponseRelay response = new ResponseRelay(target);
        String type = request.field("content-type").orElse("application/octet-stream");
        boolean all;
        try {
          all = response.copy(type, request.content());
        } catch (IOException e) {
          if (!to.events().endsWithin(EXIT_PATIENCE)) {
            to.endStream(
                id,
                RuntimeEvent.ofStream(
                    firstNanos, response.bytes(), Optional.of(FunctionError.truncated())));
          }
          throw e;
        }
        Optional<InvocationOutcome.Failure> error =
            all
                ? ResponseRelay.error(request.trailers())
                : Optional.of(FunctionError.responseTooLarge());
        send(reply, to.endStream(id, RuntimeEvent.ofStream(firstNanos, response.bytes(), error)));
      }
    }
  }

  private static void send(ApiReply reply, StatusResponse response) {
    if (response.equals(StatusResponse.ACCEPTED)) {
      reply.accept();
    } else {
      reply.send(response.status(), response.bytes());
    }
  }

  private static Optional<String> errorType(SandboxRequest request) {
    return request.field("lambda-runtime-function-error-type");
  }

  private RuntimeConversation current() {
    RuntimeConversation now = session.get();
    if (now == null) {
      throw new IllegalStateException("no runtime has been started");
    }
    return now;
  }

  /** Directs calls to this session from now on. */
  public void serve(RuntimeConversation next) {
    session.set(next);
  }

  /** Moves to a listener: from now on it listens there, and nowhere else. */
  public void moveTo(ServerSocket listener) {
    server.moveTo(listener);
  }

  /** {@code host:port} for {@code AWS_LAMBDA_RUNTIME_API}. */
  public String address() {
    return "127.0.0.1:" + server.port();
  }

  @Override
  public void close() {
    server.close();
  }
}
