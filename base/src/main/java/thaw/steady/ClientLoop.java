package thaw.steady;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes clients of a listener, each on a virtual thread of its own, until it is closed; those that
 * are there then find their connections closed. Refuses to know what clients want. {@link #close}
 * may be called by any thread.
 */
public final class ClientLoop implements AutoCloseable {
  private static final long PAUSE_AFTER_FAILURE_NANOS = 10_000_000;

  private final String name;
  private final ServerSocket listener;
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

  /** Does what a client wants. */
  public interface Service {
    /**
     * @param client is closed afterwards
     * @throws IOException the client has gone, or what it is led to: it finds its connection closed
     */
    void serve(Socket client) throws IOException, InterruptedException;
  }

  /**
   * Listens, and takes nobody before {@link #serve}: connections wait.
   *
   * @param name of its threads
   * @param listener bound already; ends with the loop
   */
  public ClientLoop(String name, ServerSocket listener) {
    this.name = name;
    this.listener = listener;
  }

  /** Serves from now on, also clients that have waited. */
  public void serve(Service service) {
    StepLoop loop = new StepLoop(name);
    Thread.ofVirtual()
        .name(name)
        .start(() -> loop.run(() -> !listener.isClosed(), () -> accept(service)));
  }

  private void accept(Service service) {
    try {
      Socket client = listener.accept();
      try {
        Thread.ofVirtual().name(name + "-client").start(() -> serve(client, service));
      } catch (Throwable e) {
        client.close();
        throw e;
      }
    } catch (IOException e) { // closed, or out of file descriptors for now
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
    }
  }

  private void serve(Socket client, Service service) {
    try (client) {
      clients.add(client);
      if (!listener.isClosed()) { // otherwise close() may not have seen it
        client.setTcpNoDelay(true);
        service.serve(client);
      }
    } catch (IOException e) {
      // The client sees its connection closed, as it would on a network.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      clients.remove(client);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket client : clients) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not close " + name + ": " + e, e);
    }
  }
}
