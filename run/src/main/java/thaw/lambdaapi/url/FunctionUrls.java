package thaw.lambdaapi.url;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import thaw.function.LambdaLimits;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Invoking;
import thaw.lambdaapi.invoke.ResponsePipe;
import thaw.lambdaapi.invoke.StreamedInvoking;
import thaw.platform.Attachments.UrlOwner;
import thaw.platform.Platform;
import thaw.platform.record.Refused;
import thaw.platform.record.ResourcePolicy;
import thaw.platform.record.UrlConfig;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.TraceId;

/**
 * The HTTP handler that serves function URLs. Refuses to know the server, and what requests and
 * results look like as JSON: see {@link UrlEvent} and {@link UrlAnswer}.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html">Invoking Lambda
 *     function URLs</a>
 */
public final class FunctionUrls {
  /**
   * The copies of an answer that memory must hold: the answer, its text, what is read of it as
   * JSON, and what is sent.
   */
  private static final int ANSWER_COPIES = 5;

  private final Platform platform;
  private final StreamedInvoking streams;

  public FunctionUrls(Platform platform, StreamedInvoking streams) {
    this.platform = platform;
    this.streams = streams;
  }

  /**
   * @param onResponse gets the answer, once, before this method returns, perhaps on another thread
   */
  void serve(UrlAddress address, UrlRequest request, Consumer<Response> onResponse)
      throws InterruptedException {
    Optional<UrlOwner> owner = owner(address);
    if (owner.isEmpty()) {
      onResponse.accept(
          address instanceof UrlAddress.OfHost(String id, _)
                  && platform.attachments().isFormerUrl(id)
              ? UrlAccess.forbidden()
              : UrlAccess.unknown());
      return;
    }
    UrlConfig url = owner.get().url();
    UrlCors cors = new UrlCors(url.cors());
    if (cors.isPreflight(request)) {
      onResponse.accept(cors.preflight(request));
      return;
    }
    boolean open = url.authType().equals("NONE");
    Optional<String> signer = open ? Optional.empty() : UrlAccess.signer(request);
    if (open ? !isPublic(owner.get()) : signer.isEmpty()) {
      onResponse.accept(UrlAccess.forbidden());
      return;
    }
    Invocation invocation = invocation(request, url, signer);
    Response.Field trace =
        new Response.Field("X-Amzn-Trace-Id", TraceId.shown(invocation.trace().orElseThrow()));
    Consumer<Response> shared =
        answer -> onResponse.accept(cors.applied(request, answer).with(trace));
    try {
      if ("RESPONSE_STREAM".equals(url.invokeMode())) {
        stream(owner.get().function(), invocation, shared);
      } else {
        FunctionReference function = reference(owner.get().function(), url);
        platform.invoke(
            function.name(),
            invocation,
            false,
            outcome -> shared.accept(answer(outcome, function)));
      }
    } catch (Refused refused) {
      if (refused.reason() != Refused.Reason.NOT_FOUND) {
        throw refused;
      }
      onResponse.accept(UrlAccess.forbidden()); // its alias is gone: as recorded
    }
  }

  /** Returns whether it is the address of a function. */
  boolean knows(UrlAddress.OfHost address) {
    return owner(address).isPresent();
  }

  private Optional<UrlOwner> owner(UrlAddress address) {
    return switch (address) {
      case UrlAddress.OfHost(String id, _) -> platform.attachments().urlOwner(id);
      case UrlAddress.OfPath(String written, _) -> {
        FunctionReference function = FunctionReference.of(written, Optional.empty());
        yield platform
            .attachments()
            .url(function.name(), function.qualifierOrEmpty())
            .map(url -> new UrlOwner(function.name(), url));
      }
    };
  }

  private boolean isPublic(UrlOwner owner) {
    return platform
        .catalog()
        .find(owner.function())
        .flatMap(function -> {
          ResourcePolicy policy = function.policies().get(owner.url().qualifier());
          return Optional.ofNullable(policy);
        })
        .filter(UrlAccess::isPublic)
        .isPresent();
  }

  private static FunctionReference reference(String function, UrlConfig url) {
    return new FunctionReference(
        function, Optional.of(url.qualifier()).filter(qualifier -> !qualifier.isEmpty()));
  }

  /** The limit holds for the event too, in which a body may be larger. */
  private static Invocation invocation(UrlRequest request, UrlConfig url, Optional<String> signer) {
    byte[] body = request.content().upTo(LambdaLimits.LARGEST_REQUEST_BYTES);
    if (body.length > LambdaLimits.LARGEST_REQUEST_BYTES) {
      throw ApiError.tooLarge(LambdaLimits.LARGEST_REQUEST_BYTES).refusal();
    }
    ObjectNode tree = UrlEvent.of(request, url.id(), body, signer, Instant.now());
    byte[] event = tree.toString().getBytes(StandardCharsets.UTF_8);
    if (event.length > LambdaLimits.LARGEST_REQUEST_BYTES) {
      throw ApiError.tooLarge(LambdaLimits.LARGEST_REQUEST_BYTES).refusal();
    }
    request.content().keep(event.length);
    return new Invocation(
            request.id(),
            event,
            Optional.empty(),
            reference("", url).qualifier(),
            Optional.of(tree.path("headers").path(UrlEvent.TRACE_HEADER).asText()),
            Optional.empty())
        .withRoom(bytes -> request.content().makeRoom(ANSWER_COPIES * bytes));
  }

  private static Response answer(RequestOutcome outcome, FunctionReference function) {
    return switch (outcome) {
      case RequestOutcome.Completed completed ->
          switch (completed.outcome()) {
            case InvocationOutcome.Success(byte[] payload) -> UrlAnswer.of(payload);
            case InvocationOutcome.Failure _ -> UrlAnswer.badGateway();
          };
      case RequestOutcome.Throttled _, RequestOutcome.Unprepared _ ->
          Invoking.answer(outcome, function);
    };
  }

  private void stream(String function, Invocation invocation, Consumer<Response> onResponse)
      throws InterruptedException {
    ResponsePipe pipe = streams.start(function, invocation, false);
    try {
      FunctionReference reference = new FunctionReference(function, invocation.qualifier());
      onResponse.accept(streamed(pipe, reference));
    } finally {
      pipe.abandon();
    }
  }

  private static Response streamed(ResponsePipe pipe, FunctionReference function)
      throws InterruptedException {
    return switch (pipe.take()) {
      case ResponsePipe.Part.Begun(_, String contentType) ->
          contentType.startsWith(UrlPrelude.CONTENT_TYPE)
              ? withPrelude(pipe)
              : Response.streamed(
                  200,
                  Map.of("Content-Type", contentType),
                  List.of(),
                  to -> copy(new byte[0], pipe, to));
      case ResponsePipe.Part.Ended(RequestOutcome.Completed completed)
          when completed.outcome() instanceof InvocationOutcome.Success(byte[] payload) ->
          new Response(200, Map.of(), payload); // as it is, not taken for status and headers
      case ResponsePipe.Part.Ended(RequestOutcome outcome) -> answer(outcome, function);
      case ResponsePipe.Part.Failed(Exception cause) -> throw StreamedInvoking.unchecked(cause);
      case ResponsePipe.Part.Piece _ ->
          throw new IllegalStateException("a piece before the beginning");
    };
  }

  private static Response withPrelude(ResponsePipe pipe) throws InterruptedException {
    UrlPrelude prelude = new UrlPrelude();
    while (!prelude.isTooLarge() && pipe.take() instanceof ResponsePipe.Part.Piece(byte[] bytes)) {
      Optional<UrlPrelude.Split> split = prelude.add(bytes);
      if (split.isPresent()) {
        return UrlAnswer.head(split.get().json())
            .map(head -> begun(head, split.get().body(), pipe))
            .orElseGet(UrlAnswer::badGateway);
      }
    }
    return UrlAnswer.badGateway();
  }

  private static Response begun(UrlAnswer.Head head, byte[] first, ResponsePipe pipe) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(head.headers());
    headers.putIfAbsent("Content-Type", "application/octet-stream");
    return Response.streamed(head.status(), headers, head.cookies(), to -> copy(first, pipe, to));
  }

  private static void copy(byte[] first, ResponsePipe pipe, OutputStream to)
      throws IOException, InterruptedException {
    to.write(first);
    to.flush();
    while (true) {
      switch (pipe.take()) {
        case ResponsePipe.Part.Piece(byte[] bytes) -> {
          to.write(bytes);
          to.flush();
        }
        case ResponsePipe.Part.Ended(RequestOutcome outcome) -> {
          if (outcome instanceof RequestOutcome.Completed completed
              && completed.outcome() instanceof InvocationOutcome.Success) {
            return;
          }
          throw new IOException("the function failed in the middle of its response");
        }
        case ResponsePipe.Part.Failed(Exception cause) -> throw StreamedInvoking.unchecked(cause);
        case ResponsePipe.Part.Begun _ -> throw new IllegalStateException("begun twice");
      }
    }
  }
}
