package thaw.apigateway;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.http.MessageContent;
import thaw.http.Response;
import thaw.http.Upstream;

/**
 * Hands requests on to servers elsewhere, and their answers back: integrations of type {@code
 * http_proxy}. Runs on the thread of the client's connection, which waits for the server.
 */
final class HttpProxy implements AutoCloseable {
  /** API Gateway's limit of a payload in both directions. */
  private static final int ANSWER_LIMIT_BYTES = ApiGateway.BODY_LIMIT_BYTES;

  private final TimeLimits limits;
  private final Consumer<String> notes;

  /** The servers by origin. */
  private final Map<String, Upstream> servers = new ConcurrentHashMap<>();

  /**
   * @param notes gets a line when a server does not answer: clients do not learn why
   */
  HttpProxy(TimeLimits limits, Consumer<String> notes) {
    this.limits = limits;
    this.notes = notes;
  }

  void forward(ProxyCall call, ApiRoute.Target.Http target, byte[] body, Reply reply) {
    Api.Kind kind = call.api().kind();
    Upstream.Request request =
        new Upstream.Request(
            target.method().orElse(call.in().method()),
            BackendPath.of(target.path(), call),
            BackendHeaders.of(call),
            body);
    Upstream server = servers.computeIfAbsent(target.origin(), Upstream::new);
    Upstream.Fetch fetch = server.fetch(request, ANSWER_LIMIT_BYTES);
    Future<?> limit =
        limits.watch(
            target.limit(),
            () -> {
              RouteAccess.refuse(reply, call, Refusal.late(kind));
              fetch.giveUp();
            });
    Response answer;
    try {
      Upstream.Received response = fetch.run();
      answer = BackendHeaders.answer(response, call);
    } catch (MessageContent.TooLarge e) {
      note(call, target, e, reply);
      answer = Refusal.internal(kind).answer(kind, call.gatewayId());
    } catch (IOException e) {
      note(call, target, e, reply);
      answer = Refusal.unreachable(kind).answer(kind, call.gatewayId());
    } finally {
      limit.cancel(false);
    }
    reply.give(answer);
  }

  private void note(ProxyCall call, ApiRoute.Target.Http target, IOException failure, Reply reply) {
    if (!reply.isGiven()) {
      notes.accept(
          call.in().method()
              + " "
              + call.in().rawPath()
              + ": "
              + target.uri()
              + " did not answer: "
              + failure.getMessage());
    }
  }

  /** Requests that run fail. */
  @Override
  public void close() {
    servers.values().forEach(Upstream::close);
  }
}
