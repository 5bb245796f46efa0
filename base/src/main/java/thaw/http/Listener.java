package thaw.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import thaw.problem.UserMistake;
import thaw.steady.InternalFault;
import thaw.steady.StepLoop;

/**
 * Accepts connections and gives each a thread. Refuses to know what is asked.
 *
 * <p>For the maintainer. An {@code accept} fails when the process has no file descriptor left:
 * those that are open go on, and further clients wait.
 */
final class Listener implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long ACCEPT_PAUSE_NANOS = 50_000_000;
  private static final Duration IDLE_LIMIT = Duration.ofMinutes(5);
  private static final Duration IDLE_LOOK = Duration.ofMinutes(1);
  private static final int LARGEST_PORT = 65_535;

  /** Clients of a developer have few; those of a load test share the virtual ones' carriers. */
  private static final int MOST_DIRECT = 64;

  /** The stack size of a request's thread, several times as large as a request needs. */
  private static final long STACK_BYTES = 512 * 1024;

  private final ServerSocket socket;
  private final BiFunction<Connection, RequestHead, Connection.Served> served;
  private final Transfers transfers;
  private final Consumer<Exception> problems;
  private final Semaphore places = new Semaphore(Descriptors.forConnections());
  private final ConnectionThreads threads =
      new ConnectionThreads("lambda-api-connection", MOST_DIRECT, STACK_BYTES);
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("idle").factory());

  private Listener(
      ServerSocket socket,
      BiFunction<Connection, RequestHead, Connection.Served> served,
      Transfers transfers,
      Consumer<Exception> problems) {
    this.socket = socket;
    this.served = served;
    this.transfers = transfers;
    this.problems = problems;
  }

  /**
   * @param port 0 for any
   * @param served sees to it that a request is answered
   * @param problems faults of ours
   * @throws UserMistake when it cannot listen there
   */
  static Listener open(
      String host,
      int port,
      BiFunction<Connection, RequestHead, Connection.Served> served,
      Transfers transfers,
      Consumer<Exception> problems) {
    try {
      Listener listener = new Listener(bound(host, port), served, transfers, problems);
      StepLoop loop = new StepLoop("lambda-api", problems);
      Thread.ofPlatform()
          .daemon()
          .name("lambda-api")
          .start(() -> loop.run(() -> !listener.socket.isClosed(), listener::accept));
      listener.timer.scheduleWithFixedDelay(
          new StepLoop("idle", problems).task(listener::closeIdle),
          IDLE_LOOK.toSeconds(),
          IDLE_LOOK.toSeconds(),
          TimeUnit.SECONDS);
      return listener;
    } catch (IOException | IllegalArgumentException e) {
      throw new UserMistake(
          "cannot listen on port " + port + " of " + host + ": " + e.getMessage(),
          "end the program that has the port, or choose another one: --port "
              + (port % LARGEST_PORT + 1)
              + " (0: any that is free)");
    }
  }

  private static ServerSocket bound(String host, int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IOException("unknown address");
    }
    ServerSocket socket = new ServerSocket();
    try {
      socket.setReuseAddress(true); // connections may linger
      socket.bind(address, BACKLOG);
      return socket;
    } catch (IOException | IllegalArgumentException e) {
      socket.close();
      throw e;
    }
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    places.acquireUninterruptibly();
    boolean taken = false;
    try {
      Socket client = socket.accept();
      try {
        threads.start(() -> serve(client));
        taken = true;
      } finally {
        if (!taken) {
          client.close();
        }
      }
    } catch (IOException | LinkageError e) {
      // Closed, or no descriptor is left: not even for a class that would be loaded now.
      LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
    } finally {
      if (!taken) {
        places.release();
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      client.setKeepAlive(true);
      Connection connection = new Connection(client, transfers);
      connections.add(connection);
      try {
        if (!socket.isClosed()) {
          connection.converse(head -> served.apply(connection, head));
        }
      } finally {
        connections.remove(connection);
      }
    } catch (IOException e) {
      // The client has gone, or is told to.
    } catch (RuntimeException | Error e) {
      problems.accept(InternalFault.of(e));
    } finally {
      places.release();
    }
  }

  private void closeIdle() {
    for (Connection connection : connections) {
      if (connection.idleNanos() > IDLE_LIMIT.toNanos()) {
        connection.close();
      }
    }
  }

  /** Takes no more requests; those that run have their connection closed. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not close port " + port() + ": " + e, e);
    } finally {
      timer.shutdownNow();
      connections.forEach(Connection::end);
    }
  }
}
