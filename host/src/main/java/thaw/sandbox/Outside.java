package thaw.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import thaw.steady.Loop;

/**
 * The way from a cell's network to the world outside of it: in the cell, every address is local,
 * and where somebody listens outside, something listens in the cell that passes connections on.
 *
 * <p>For the maintainer. Nothing is needed in the cell but a route (see {@link BoxScript}): a
 * program that connects to 10.0.0.7:443 reaches a listener of ours on port 443, whose connection
 * has that address as its local one. Which ports there are is looked up again and again, since
 * databases are started at any time; a port with nobody behind it refuses connections at once.
 *
 * <p>Thread-safe.
 */
final class Outside implements AutoCloseable {
  /** Of machines elsewhere, whose ports cannot be looked up: HTTP and HTTPS, DNS over TCP. */
  private static final Set<Integer> ELSEWHERE = Set.of(53, 80, 443);

  private static final int CONNECT_MILLIS = 10_000;
  private static final long ACCEPT_PAUSE_NANOS = 20_000_000;
  private static final int BACKLOG = 128;
  private static final int BUFFER = 64 * 1024;

  private final Cell cell;
  private final Set<Integer> ours;
  private final Map<Integer, Integer> ways;
  private final Map<Integer, ServerSocket> listeners = new ConcurrentHashMap<>();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param ours ports that cells have for themselves
   * @param ways by port inside: the port of this machine's loopback that it leads to
   */
  Outside(Cell cell, Set<Integer> ours, Map<Integer, Integer> ways) {
    this.cell = cell;
    this.ours = ours;
    this.ways = Map.copyOf(ways);
  }

  /** Listens where somebody listens outside now, and nowhere else. */
  synchronized void update(Set<Integer> hostPorts) {
    if (closed) {
      return;
    }
    Set<Integer> wanted = new TreeSet<>(hostPorts);
    wanted.addAll(ELSEWHERE);
    wanted.addAll(ways.keySet());
    wanted.removeAll(ours);
    for (Map.Entry<Integer, ServerSocket> each : Map.copyOf(listeners).entrySet()) {
      if (!wanted.contains(each.getKey())) {
        listeners.remove(each.getKey());
        close(each.getValue());
      }
    }
    wanted.removeAll(listeners.keySet());
    if (!wanted.isEmpty()) {
      cell.inNetwork(() -> listening(wanted)).forEach(this::serve);
    }
  }

  /** In the cell's network, so no thread may be started here: it would stay there. */
  private static List<ServerSocket> listening(Set<Integer> ports) {
    List<ServerSocket> opened = new ArrayList<>();
    for (int port : ports) {
      try {
        opened.add(new ServerSocket(port, BACKLOG));
      } catch (IOException e) {
        // The cell's own program listens there.
      }
    }
    return opened;
  }

  private void serve(ServerSocket listener) {
    int port = listener.getLocalPort();
    listeners.put(port, listener);
    Loop loop = new Loop("outside-" + port);
    Thread.ofVirtual()
        .name("outside-" + port)
        .start(() -> loop.run(() -> !listener.isClosed(), () -> accept(listener)));
  }

  private void accept(ServerSocket listener) {
    try {
      Socket inside = listener.accept();
      try {
        Thread.ofVirtual().name("outside").start(() -> connect(inside));
      } catch (Throwable e) {
        close(inside);
        throw e;
      }
    } catch (IOException e) {
      LockSupport.parkNanos(ACCEPT_PAUSE_NANOS); // closed, or no descriptor is left for now
    }
  }

  /** On a thread in this program's own network. */
  private void connect(Socket inside) {
    try (inside;
        Socket outside = new Socket()) {
      connections.add(inside);
      outside.connect(beyond(inside), CONNECT_MILLIS);
      inside.setTcpNoDelay(true);
      outside.setTcpNoDelay(true);
      Thread back = Thread.ofVirtual().name("outside-back").start(() -> copy(outside, inside));
      copy(inside, outside);
      back.join();
    } catch (IOException e) {
      // Closing tells the program in the cell.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(inside);
    }
  }

  private InetSocketAddress beyond(Socket inside) {
    int port = inside.getLocalPort();
    Integer way = ways.get(port);
    return way == null
        ? new InetSocketAddress(inside.getLocalAddress(), port)
        : new InetSocketAddress(InetAddress.getLoopbackAddress(), way);
  }

  private static void copy(Socket from, Socket to) {
    try {
      InputStream input = from.getInputStream();
      OutputStream output = to.getOutputStream();
      byte[] buffer = new byte[BUFFER];
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        output.write(buffer, 0, read);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      // One end is gone: then the other shall not wait for it.
      close(from);
      close(to);
    }
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // It is of no use any more, however it ends.
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    listeners.values().forEach(Outside::close);
    listeners.clear();
    connections.forEach(Outside::close);
  }
}
