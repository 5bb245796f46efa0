package thaw.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/**
 * A session of the SDK whose requests end when the client cancels them ({@code
 * notifications/cancelled}, which the SDK ignores) or closes its end: the thread that handles one
 * is interrupted, and no answer is sent.
 */
final class CancellableSession extends McpServerSession {
  private static final String CANCELLED = "notifications/cancelled";

  private final McpServerSession session;
  private final Runnable closed;
  private final Map<Object, Cancellation> requests = new ConcurrentHashMap<>();

  /**
   * @param session does everything else
   * @param closed to be called when nothing comes any more
   */
  CancellableSession(McpServerSession session, McpServerTransport transport, Runnable closed) {
    super(
        session.getId(),
        Duration.ofDays(1),
        transport,
        _ -> Mono.error(new IllegalStateException("the other session handles it")),
        Map.of(),
        Map.of());
    this.session = session;
    this.closed = closed;
  }

  @Override
  public Mono<Void> handle(McpSchema.JSONRPCMessage message) {
    return switch (message) {
      case McpSchema.JSONRPCRequest request -> cancellable(request);
      case McpSchema.JSONRPCNotification notification
          when notification.method().equals(CANCELLED) ->
          Mono.fromRunnable(() -> cancel(notification));
      default -> session.handle(message);
    };
  }

  private Mono<Void> cancellable(McpSchema.JSONRPCRequest request) {
    Cancellation cancellation = new Cancellation();
    McpTransportContext context =
        McpTransportContext.create(Map.of(Cancellation.class.getName(), cancellation));
    requests.put(request.id(), cancellation);
    return session
        .handle(request)
        .contextWrite(each -> each.put(McpTransportContext.KEY, context))
        .takeUntilOther(cancellation.asked())
        .doFinally(_ -> requests.remove(request.id(), cancellation));
  }

  /** One that has been answered is not known any more. */
  private void cancel(McpSchema.JSONRPCNotification notification) {
    if (notification.params() instanceof Map<?, ?> params
        && params.get("requestId") instanceof Object id
        && requests.get(id) instanceof Cancellation cancellation) {
      cancellation.ask();
    }
  }

  @Override
  public Mono<Void> sendNotification(String method, Object params) {
    return session.sendNotification(method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return session.closeGracefully().doFinally(_ -> end());
  }

  @Override
  public void close() {
    session.close();
    end();
  }

  private void end() {
    List.copyOf(requests.values()).forEach(Cancellation::ask);
    closed.run();
  }
}
