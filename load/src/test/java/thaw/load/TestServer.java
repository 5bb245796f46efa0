package thaw.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;
import org.jspecify.annotations.Nullable;
import thaw.load.http.LoadRun;

/** A server on sockets that does what a test says, byte by byte, and logs what arrives. */
public final class TestServer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("\r\nContent-Length: (\\d+)\r\n");

  /** What a server does with one request. */
  public interface Behaviour {
    /** Returns whether the connection is kept. */
    boolean answer(Request request, Socket socket) throws IOException, InterruptedException;
  }

  /**
   * One request that has arrived.
   *
   * @param nanos when it was read
   */
  public record Request(int connection, long nanos, String head, String body) {
    /** Returns its place in the schedule of a {@link LoadRun}. */
    public int number() {
      return (int) LoadRun.TRACES.number(head).orElseThrow();
    }
  }

  private final ServerSocket socket;
  private final Behaviour behaviour;
  private final AtomicInteger connections = new AtomicInteger();
  private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private TestServer(ServerSocket socket, Behaviour behaviour) {
    this.socket = socket;
    this.behaviour = behaviour;
    Thread.startVirtualThread(this::accept);
  }

  public static TestServer with(Behaviour behaviour) {
    return listen(InetAddress.getLoopbackAddress(), ServerSocketFactory.getDefault(), behaviour);
  }

  public static TestServer listen(
      InetAddress address, ServerSocketFactory factory, Behaviour behaviour) {
    try {
      ServerSocket socket = factory.createServerSocket();
      socket.bind(new InetSocketAddress(address, 0), 1000);
      return new TestServer(socket, behaviour);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Answers all requests with this text. */
  public static Behaviour saying(String answer) {
    return (request, socket) -> {
      write(socket, answer);
      return true;
    };
  }

  public static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public static String ok(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  public int port() {
    return socket.getLocalPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port() + "/";
  }

  public int connections() {
    return connections.get();
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        int number = connections.incrementAndGet();
        open.add(client);
        Thread.startVirtualThread(() -> serve(client, number));
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void serve(Socket client, int number) {
    try (client) {
      client.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(client.getInputStream());
      for (Request next = read(in, number); next != null; next = read(in, number)) {
        requests.add(next);
        if (!behaviour.answer(next, client)) {
          return;
        }
      }
    } catch (IOException e) {
      // the client, or the test, has had enough
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(client);
    }
  }

  private static @Nullable Request read(InputStream in, int connection) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0 && head.size() == 0) {
        return null;
      }
      if (next < 0) {
        throw new EOFException();
      }
      head.write(next);
    }
    String text = head.toString(StandardCharsets.ISO_8859_1);
    Matcher length = LENGTH.matcher(text);
    byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
    return new Request(
        connection, System.nanoTime(), text, new String(body, StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() {
    try {
      socket.close();
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
