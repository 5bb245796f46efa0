package thaw.mcp;

import io.modelcontextprotocol.server.McpSyncServerExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Whether nobody wants the answer to a request any more. */
final class Cancellation {
  private final Sinks.Empty<Void> sink = Sinks.empty();
  private volatile boolean asked;

  /** Returns the cancellation of the request which is handled. */
  static Cancellation of(McpSyncServerExchange exchange) {
    return exchange.transportContext().get(Cancellation.class.getName()) instanceof Cancellation own
        ? own
        : new Cancellation();
  }

  void ask() {
    asked = true; // before the thread is interrupted, which asks for it
    sink.tryEmitEmpty();
  }

  boolean isAsked() {
    return asked;
  }

  /** Ends when it is asked for. */
  Mono<Void> asked() {
    return sink.asMono();
  }
}
