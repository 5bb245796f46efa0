package thaw.runtime;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Runtime API for tests: it gives the events that it is told, answers all else with 202 unless it
 * is told otherwise, and keeps what it was asked.
 */
final class FakeRuntimeApi implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  /** What a client asked. */
  record Request(
      String line,
      Map<String, String> fields,
      byte[] bytes,
      Map<String, String> trailers,
      int chunks,
      int connection) {
    String path() {
      return line.split(" ")[1].substring("/2018-06-01/runtime".length());
    }

    String body() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    String field(String name) {
      return fields.get(name.toLowerCase(Locale.ROOT));
    }
  }

  /** An answer, byte by byte; none when it is null: the connection is closed instead. */
  record Answer(String pathPart, byte[] bytes, boolean closeAfterwards, int pieceBytes) {}

  private final ServerSocket server;
  private final BlockingQueue<byte[]> events = new LinkedBlockingQueue<>();
  private final List<Answer> answers = Collections.synchronizedList(new ArrayList<>());
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger ids = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();

  FakeRuntimeApi() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    daemon(this::accept);
  }

  String authority() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** An event as Lambda gives it; ids are id-1, id-2 and so on. */
  FakeRuntimeApi event(String body, String... fields) {
    return event(body.getBytes(StandardCharsets.UTF_8), fields);
  }

  FakeRuntimeApi event(byte[] body, String... fields) {
    StringBuilder head = new StringBuilder("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n");
    head.append("Lambda-Runtime-Aws-Request-Id: id-").append(ids.incrementAndGet()).append("\r\n");
    head.append("Lambda-Runtime-Deadline-Ms: ").append(System.currentTimeMillis() + 30_000);
    head.append(
        "\r\nLambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:eu-west-1:1:function:f\r\n");
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    return raw(joined(head.toString().getBytes(StandardCharsets.UTF_8), body));
  }

  /** What {@code /next} answers, byte by byte. */
  FakeRuntimeApi raw(byte[] answer) {
    events.add(answer);
    return this;
  }

  /** The next request whose path has a part is answered so; null closes the connection. */
  FakeRuntimeApi answer(String pathPart, String answer) {
    return answer(pathPart, answer, false, Integer.MAX_VALUE);
  }

  FakeRuntimeApi answer(String pathPart, String answer, boolean closeAfterwards, int pieceBytes) {
    byte[] bytes = answer == null ? null : answer.getBytes(StandardCharsets.UTF_8);
    answers.add(new Answer(pathPart, bytes, closeAfterwards, pieceBytes));
    return this;
  }

  /** The next request that a client made, other than for an event. */
  Request take() throws InterruptedException {
    while (true) {
      Request request = takeAny();
      if (!request.path().equals("/invocation/next")) {
        return request;
      }
    }
  }

  Request takeAny() throws InterruptedException {
    Request request = requests.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("no request came in " + PATIENCE_SECONDS + " s");
    }
    return request;
  }

  /** Closes the connections that there are; new ones are welcome. */
  void disconnect() throws IOException {
    synchronized (sockets) {
      for (Socket socket : sockets) {
        socket.close();
      }
      sockets.clear();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    disconnect();
  }

  static byte[] joined(byte[] first, byte[] second) {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(first);
    both.writeBytes(second);
    return both.toByteArray();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        int number = connections.incrementAndGet();
        daemon(() -> serve(socket, number));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private void serve(Socket socket, int number) {
    try (socket) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      while (true) {
        Request request = read(in, number);
        requests.add(request);
        Answer told = told(request);
        if (told != null) {
          if (told.bytes() == null) {
            return;
          }
          for (int at = 0; at < told.bytes().length; at += told.pieceBytes()) {
            int length = Math.min(told.pieceBytes(), told.bytes().length - at);
            out.write(told.bytes(), at, length);
            out.flush();
            Thread.yield();
          }
          if (told.closeAfterwards()) {
            return;
          }
        } else if (request.path().equals("/invocation/next")) {
          out.write(events.take());
        } else if (request.line().startsWith("GET")) {
          out.write(
              "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        } else {
          out.write(
              "HTTP/1.1 202 Accepted\r\nContent-Length: 15\r\n\r\n{\"status\":\"OK\"}"
                  .getBytes(StandardCharsets.UTF_8));
        }
      }
    } catch (IOException e) {
      // The client has gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Answer told(Request request) {
    synchronized (answers) {
      for (int i = 0; i < answers.size(); i++) {
        if (request.path().contains(answers.get(i).pathPart())) {
          return answers.remove(i);
        }
      }
    }
    return null;
  }

  private static Request read(InputStream in, int connection) throws IOException {
    String line = line(in);
    Map<String, String> fields = fields(in);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Map<String, String> trailers = Map.of();
    int chunks = 0;
    if ("chunked".equals(fields.get("transfer-encoding"))) {
      for (int size = size(in); size > 0; size = size(in)) {
        chunks++;
        body.writeBytes(in.readNBytes(size));
        line(in);
      }
      trailers = fields(in);
    } else {
      body.writeBytes(in.readNBytes(Integer.parseInt(fields.getOrDefault("content-length", "0"))));
    }
    return new Request(line, fields, body.toByteArray(), trailers, chunks, connection);
  }

  private static int size(InputStream in) throws IOException {
    return Integer.parseInt(line(in), 16);
  }

  private static Map<String, String> fields(InputStream in) throws IOException {
    Map<String, String> fields = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      fields.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
    }
    return fields;
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException();
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }
}
