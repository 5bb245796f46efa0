package thaw.service.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import thaw.function.resource.Database;
import thaw.steady.StepLoop;

/**
 * Takes connections to a database at one port. Thread-safe.
 *
 * @see DatabaseConnection
 */
final class DatabaseFront implements AutoCloseable {
  private static final long PAUSE_AFTER_FAILURE_NANOS = 10_000_000;

  private final ServerSocket listener;
  private final Terms terms;
  private final Set<DatabaseConnection> connections = ConcurrentHashMap.newKeySet();

  /**
   * What holds for all connections.
   *
   * @param password the master user's; empty where it has none
   * @param socket of the server
   * @param tls absent where there is no certificate
   * @param forcesTls whether connections without it are refused
   * @param opened told the name of each database that somebody is let into
   */
  record Terms(
      Database database,
      String password,
      Path socket,
      Optional<SSLContext> tls,
      boolean forcesTls,
      Consumer<String> opened) {
    /** Never in a message. */
    @Override
    public String toString() {
      return "Terms[" + database.name() + "]";
    }
  }

  private DatabaseFront(ServerSocket listener, Terms terms) {
    this.listener = listener;
    this.terms = terms;
  }

  /**
   * @param listener bound already; ends with the front
   */
  static DatabaseFront serve(ServerSocket listener, Terms terms) {
    DatabaseFront front = new DatabaseFront(listener, terms);
    StepLoop loop = new StepLoop("database-front");
    Thread.ofVirtual()
        .name("database-front")
        .start(() -> loop.run(() -> !listener.isClosed(), front::accept));
    return front;
  }

  private void accept() {
    try {
      Socket client = listener.accept();
      client.setTcpNoDelay(true);
      DatabaseConnection connection = new DatabaseConnection(client, terms);
      connections.add(connection);
      Thread.ofVirtual()
          .name("database-client")
          .start(() -> {
            try (connection) {
              connection.serve();
            } finally {
              connections.remove(connection);
            }
          });
    } catch (IOException e) { // closed, or out of file descriptors for now
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      connections.forEach(DatabaseConnection::close);
    } catch (IOException e) {
      throw new UncheckedIOException("could not close the front of a database: " + e, e);
    }
  }
}
