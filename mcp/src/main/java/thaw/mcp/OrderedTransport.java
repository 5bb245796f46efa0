package thaw.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Gives messages on one after the other. The SDK's own transport refuses a message while another
 * thread hands one over ("Failed to enqueue message"), and it would be lost: an answer, too.
 */
final class OrderedTransport implements McpServerTransport {
  private final McpServerTransport transport;
  private final Object order = new Object();

  OrderedTransport(McpServerTransport transport) {
    this.transport = transport;
  }

  @Override
  public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
    return Mono.defer(() -> {
      synchronized (order) {
        // Subscribed to in here: that is when the message is handed over.
        return Mono.fromFuture(transport.sendMessage(message).toFuture());
      }
    });
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return transport.unmarshalFrom(data, type);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return transport.closeGracefully();
  }

  @Override
  public void close() {
    transport.close();
  }

  @Override
  public List<String> protocolVersions() {
    return transport.protocolVersions();
  }
}
