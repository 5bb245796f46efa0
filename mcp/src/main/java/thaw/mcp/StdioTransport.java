package thaw.mcp;

import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import reactor.core.publisher.Mono;

/**
 * Standard input and output as the SDK has them, with what it lacks: requests can be cancelled,
 * messages of several threads go out one after the other, and the end of the input is noticed.
 */
final class StdioTransport implements McpServerTransportProvider {
  private final StdioServerTransportProvider stdio;
  private final CountDownLatch end = new CountDownLatch(1);

  StdioTransport(StdioServerTransportProvider stdio) {
    this.stdio = stdio;
  }

  /** Waits until the client has closed its end. */
  void awaitEnd() throws InterruptedException {
    end.await();
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory sessions) {
    stdio.setSessionFactory(transport -> {
      OrderedTransport ordered = new OrderedTransport(transport);
      return new CancellableSession(sessions.create(ordered), ordered, end::countDown);
    });
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return stdio.notifyClients(method, params);
  }

  @Override
  public Mono<Void> notifyClient(String session, String method, Object params) {
    return stdio.notifyClient(session, method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return stdio.closeGracefully();
  }

  @Override
  public List<String> protocolVersions() {
    return stdio.protocolVersions();
  }
}
