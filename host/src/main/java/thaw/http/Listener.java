package thaw.http;

import io.helidon.common.concurrency.limits.FixedLimit;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.context.Context;
import io.helidon.common.socket.NioSocket;
import io.helidon.http.HttpException;
import io.helidon.http.RequestException;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.Router;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import thaw.problem.UserMistake;
import thaw.steady.Fault;
import thaw.steady.Loop;

/**
 * Accepts connections, each of which Helidon's HTTP then reads and writes. Refuses to know what is
 * asked.
 *
 * <p>For the maintainer. Helidon's own listener (4.5.0, {@code ServerListener.listen}) ends for
 * good, with all its connections, when {@code accept} fails once, as it does when the process has
 * no file descriptor left. Here those that are open go on, and further clients wait.
 */
final class Listener implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long ACCEPT_PAUSE_NANOS = 50_000_000;
  private static final Duration IDLE_LIMIT = Duration.ofMinutes(5);
  private static final Duration IDLE_LOOK = Duration.ofMinutes(1);
  private static final int LARGEST_PORT = 65_535;

  private final ServerSocketChannel channel;
  private final int port;
  private final ServerConnectionSelector protocol;
  private final Router router;
  private final Transfers transfers;
  private final Consumer<Exception> problems;
  private final Limit requests = FixedLimit.create(); // none
  private final Semaphore places = new Semaphore(Descriptors.forConnections());
  private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("idle").factory());
  private final Connection.Surroundings surroundings;

  private Listener(
      ServerSocketChannel channel,
      ServerConnectionSelector protocol,
      HttpRouting.Builder routing,
      Transfers transfers,
      Consumer<Exception> problems)
      throws IOException {
    this.channel = channel;
    this.port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
    this.protocol = protocol;
    this.router = Router.builder().addRouting(routing).build();
    this.transfers = transfers;
    this.problems = problems;
    this.surroundings =
        new Connection.Surroundings(
            Context.create(),
            MediaContext.create(),
            new ContentAsItCame(),
            DirectHandlers.create(),
            ListenerConfig.create(),
            workers);
  }

  /**
   * @param port 0 for any
   * @param protocol speaks on the connections
   * @param routing has the answers
   * @param problems faults of ours
   * @throws UserMistake when it cannot listen there
   */
  static Listener open(
      String host,
      int port,
      ServerConnectionSelector protocol,
      HttpRouting.Builder routing,
      Transfers transfers,
      Consumer<Exception> problems) {
    try {
      ServerSocketChannel channel = bound(host, port);
      Listener listener = new Listener(channel, protocol, routing, transfers, problems);
      listener.router.beforeStart();
      Loop loop = new Loop("lambda-api", problems);
      Thread.ofPlatform()
          .daemon()
          .name("lambda-api")
          .start(() -> loop.run(channel::isOpen, listener::accept));
      listener.timer.scheduleWithFixedDelay(
          new Loop("idle", problems).task(listener::closeIdle),
          IDLE_LOOK.toSeconds(),
          IDLE_LOOK.toSeconds(),
          TimeUnit.SECONDS);
      return listener;
    } catch (IOException | IllegalArgumentException e) {
      String reason = e instanceof UnresolvedAddressException ? "unknown address" : e.getMessage();
      throw new UserMistake(
          "cannot listen on port " + port + " of " + host + ": " + reason,
          "end the program that has the port, or choose another one: --port "
              + (port % LARGEST_PORT + 1)
              + " (0: any that is free)");
    }
  }

  private static ServerSocketChannel bound(String host, int port) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true); // connections may linger
      return channel.bind(new InetSocketAddress(host, port), BACKLOG);
    } catch (IOException | IllegalArgumentException e) {
      channel.close();
      throw e;
    }
  }

  int port() {
    return port;
  }

  private void accept() {
    places.acquireUninterruptibly();
    boolean taken = false;
    try {
      SocketChannel client = channel.accept();
      try {
        workers.execute(() -> serve(client));
        taken = true;
      } finally {
        if (!taken) {
          client.close();
        }
      }
    } catch (IOException | RejectedExecutionException | LinkageError e) {
      // Closed, or no descriptor is left: not even for a class that would be loaded now.
      LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
    } finally {
      if (!taken) {
        places.release();
      }
    }
  }

  private void serve(SocketChannel client) {
    try (client) {
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      client.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      NioSocket socket = NioSocket.server(client, Integer.toHexString(client.hashCode()), "");
      Connection context = Connection.on(socket, surroundings, router, transfers.heads());
      try {
        converse(protocol.connection(context));
      } finally {
        context.heads().close();
      }
    } catch (IOException
        | UncheckedIOException
        | CloseConnectionException
        | RequestException
        | HttpException e) {
      // The client has gone, or is told to.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody but us has this thread
    } catch (RuntimeException | Error e) {
      problems.accept(Fault.of(e));
    } finally {
      places.release();
    }
  }

  private void converse(ServerConnection connection) throws InterruptedException {
    connections.add(connection);
    try {
      if (channel.isOpen()) {
        connection.handle(requests);
      }
    } finally {
      connections.remove(connection);
    }
  }

  private void closeIdle() {
    for (ServerConnection connection : connections) {
      if (connection.idleTime().compareTo(IDLE_LIMIT) > 0) {
        connection.close(false);
      }
    }
  }

  /** Takes no more requests; those that run have their connection closed. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not close port " + port + ": " + e, e);
    } finally {
      timer.shutdownNow();
      connections.forEach(connection -> connection.close(true));
      workers.shutdownNow();
    }
  }
}
