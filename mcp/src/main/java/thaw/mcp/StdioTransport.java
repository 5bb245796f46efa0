package thaw.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Standard input and output, a message a line. A line that is no message is answered with an error,
 * and the next one is read; the SDK's own transport ends there. Messages of several threads go out
 * one after the other; the SDK's loses one of them.
 */
final class StdioTransport implements McpServerTransportProvider {
  /** The most bytes of a message, as the SDK has it. */
  private static final int LARGEST_BYTES = 16 * 1024 * 1024;

  private final McpJsonMapper json;
  private final InputStream requests;
  private final OutputStream protocol;
  private final Object order = new Object(); // of messages that go out
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile @Nullable CancellableSession session;

  StdioTransport(McpJsonMapper json, InputStream requests, OutputStream protocol) {
    this.json = json;
    this.requests = new BufferedInputStream(requests);
    this.protocol = protocol;
  }

  /** Waits until the client has closed its end. */
  void awaitEnd() throws InterruptedException {
    end.await();
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory sessions) {
    Outgoing outgoing = new Outgoing();
    CancellableSession made =
        new CancellableSession(sessions.create(outgoing), outgoing, end::countDown);
    session = made;
    Thread.ofPlatform().name("mcp-requests").daemon().start(() -> read(made));
  }

  private void read(CancellableSession to) {
    try {
      for (byte[] line = line(); line != null; line = line()) {
        if (line.length > LARGEST_BYTES) {
          send(
              new ReceivedLine.NoMessage(
                      ReceivedLine.JSON.nullNode(),
                      ReceivedLine.INVALID_REQUEST,
                      "a message must have at most " + LARGEST_BYTES + " bytes")
                  .answer());
          continue;
        }
        switch (ReceivedLine.of(line, json)) {
          case ReceivedLine.NoMessage refused -> send(refused.answer());
          case ReceivedLine.Message(McpSchema.JSONRPCMessage message) -> handle(to, message);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("thaw: the client's end is gone: " + e.getMessage());
    } finally {
      to.close();
    }
  }

  private void handle(CancellableSession to, McpSchema.JSONRPCMessage message) {
    to.handle(message).subscribe(_ -> {}, failure -> failed(message, failure));
  }

  private void failed(McpSchema.JSONRPCMessage message, Throwable failure) {
    System.err.println("thaw: a message of the client could not be handled: " + failure);
    if (message instanceof McpSchema.JSONRPCRequest request) {
      send(ReceivedLine.failed(request, failure).answer());
    }
  }

  /** Returns the next line, of one that is too long its beginning; null at the end. */
  private byte @Nullable [] line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = requests.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = requests.read()) {
      if (line.size() <= LARGEST_BYTES) {
        line.write(next);
      }
    }
    return line.toByteArray();
  }

  private void send(byte[] message) {
    synchronized (order) {
      try {
        protocol.write(message);
        protocol.write('\n');
        protocol.flush();
      } catch (IOException e) {
        throw new UncheckedIOException("could not write to standard output: " + e, e);
      }
    }
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    CancellableSession to = session;
    return to == null ? Mono.empty() : to.sendNotification(method, params);
  }

  @Override
  public Mono<Void> notifyClient(String id, String method, Object params) {
    return notifyClients(method, params); // there is one
  }

  @Override
  public Mono<Void> closeGracefully() {
    CancellableSession of = session;
    return of == null ? Mono.empty() : of.closeGracefully();
  }

  /** The way out, of the session. */
  private final class Outgoing implements McpServerTransport {
    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
      return Mono.fromCallable(() -> json.writeValueAsBytes(message))
          .doOnNext(StdioTransport.this::send)
          .then();
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
      return json.convertValue(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
      return Mono.empty(); // input and output are the program's
    }
  }
}
