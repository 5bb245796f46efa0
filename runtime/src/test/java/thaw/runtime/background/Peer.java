package thaw.runtime.background;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A server of raw HTTP that does to its connections what a test says. */
final class Peer implements AutoCloseable {
  static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK";

  /** What becomes of a request. */
  interface Treatment {
    /**
     * @param number of the request, 1 for the first
     * @return the bytes to answer with; null to close the connection without any
     */
    String answer(int number, Request request) throws Exception;
  }

  /** One that has come whole. */
  record Request(int connection, String head, String body) {
    String header(String name) {
      return head.lines()
          .filter(line -> line.toLowerCase().startsWith(name.toLowerCase() + ":"))
          .map(line -> line.substring(name.length() + 1).trim())
          .findFirst()
          .orElse(null);
    }
  }

  final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<Socket> connections = Collections.synchronizedList(new ArrayList<>());
  private final ServerSocket server;
  private final Treatment treatment;
  private volatile boolean closed;

  Peer(Treatment treatment) throws IOException {
    this.treatment = treatment;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  String url() {
    return "http://" + address() + "/events?v=1";
  }

  /** As a server that lost patience while the client was frozen. */
  void dropConnections() throws IOException {
    for (Socket each : connections) {
      try {
        each.shutdownInput(); // or a read that is under way would take what comes until it ends
      } catch (IOException e) {
        // its thread has closed it
      }
      each.close();
    }
  }

  int connections() {
    return connections.size();
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "peer");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        if (closed) {
          socket.close(); // it came while the server was closed
          return;
        }
        connections.add(socket);
        int number = connections.size();
        daemon(() -> serve(socket, number));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket socket, int connection) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        Request request = read(in, connection);
        if (request == null) {
          return;
        }
        requests.add(request);
        String answer = treatment.answer(requests.size(), request);
        if (answer == null) {
          return;
        }
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
      }
    } catch (Exception e) {
      // the client is gone, or the test is over
    }
  }

  private static Request read(InputStream in, int connection) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      head.append((char) next);
    }
    Request start = new Request(connection, head.toString(), "");
    String length = start.header("Content-Length");
    byte[] body = in.readNBytes(length == null ? 0 : Integer.parseInt(length));
    return new Request(connection, start.head(), new String(body, StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    closed = true;
    server.close();
    dropConnections();
  }
}
