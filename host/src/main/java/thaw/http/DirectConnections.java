package thaw.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Gives connections of the server a platform thread each, as long as they are few. A platform
 * thread waits in the read itself, and what comes wakes it; a virtual one is woken by way of a
 * poller and a carrier, which costs a warm invocation two thread switches more
 * (docs/decisions/0009-warm-invoke.md). Refuses to know what is said on a connection.
 */
final class DirectConnections implements ServerConnectionSelector {
  /** Clients of a developer have few; those of a load test share the virtual ones' carriers. */
  private static final int MOST = 64;

  /** As deep as a request goes, several times over. */
  private static final long STACK_BYTES = 512 * 1024;

  private final ServerConnectionSelector protocol;
  private final Semaphore threads = new Semaphore(MOST);

  /**
   * @param protocol what speaks on the connections
   */
  DirectConnections(ServerConnectionSelector protocol) {
    this.protocol = protocol;
  }

  @Override
  public int bytesToIdentifyConnection() {
    return protocol.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return protocol.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return protocol.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    return new Direct(protocol.connection(context));
  }

  /** One connection. */
  private final class Direct implements ServerConnection, InterruptableTask<Void> {
    private final ServerConnection connection;

    Direct(ServerConnection connection) {
      this.connection = connection;
    }

    /** Called on a virtual thread; returns when the connection has ended. */
    @Override
    public void handle(Limit limit) throws InterruptedException {
      if (!threads.tryAcquire()) {
        connection.handle(limit);
        return;
      }
      AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
      Thread thread =
          Thread.ofPlatform()
              .daemon()
              .name("lambda-api-connection")
              .stackSize(STACK_BYTES)
              .unstarted(() -> {
                try {
                  connection.handle(limit);
                } catch (Throwable e) {
                  failure.set(e);
                } finally {
                  threads.release();
                }
              });
      try {
        thread.start();
      } catch (OutOfMemoryError e) { // no thread is to be had: this one is slower, and does
        threads.release();
        connection.handle(limit);
        return;
      }
      awaitEnd(thread);
      rethrow(failure.get());
    }

    /** An interrupt is meant for who speaks; the socket must not be closed before that ends. */
    private static void awaitEnd(Thread thread) throws InterruptedException {
      while (true) {
        try {
          thread.join();
          return;
        } catch (InterruptedException e) {
          thread.interrupt();
        }
      }
    }

    private static void rethrow(@Nullable Throwable failure) throws InterruptedException {
      switch (failure) {
        case null -> {}
        case InterruptedException e -> throw e;
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(failure);
      }
    }

    @Override
    public boolean canInterrupt() {
      return connection instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    @Override
    public Duration idleTime() {
      return connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      connection.close(interrupt);
    }
  }
}
