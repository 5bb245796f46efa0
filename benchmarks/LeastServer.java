import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import thaw.environment.launch.RuntimeClient;
import thaw.sandbox.jdk.Jdk;

/**
 * The least that can stand between a client and the same runtime: one thread that reads the request,
 * writes the event, reads the response and writes it back. No platform, no log, no limits, no second
 * client. What a warm invocation takes here is the floor for every server in Java on this machine.
 */
final class LeastServer implements AutoCloseable {
  static final String PATH = "/2015-03-31/functions/function/invocations";

  private final ServerSocket front;
  private final ServerSocket runtimeApi;
  private final Process process;
  final int port;

  LeastServer(Jdk jdk, RuntimeClient client, Path code) throws Exception {
    this(jdk, client, code, 1);
  }

  /**
   * @param clients so many threads of the runtime, each with a client of its own
   */
  LeastServer(Jdk jdk, RuntimeClient client, Path code, int clients) throws Exception {
    front = new ServerSocket(0, clients, InetAddress.getLoopbackAddress());
    runtimeApi = new ServerSocket(0, clients, InetAddress.getLoopbackAddress());
    port = front.getLocalPort();
    ProcessBuilder builder = new ProcessBuilder(Emulator.runtime(jdk, client)).directory(code.toFile());
    builder.environment().clear();
    builder.environment().putAll(Emulator.VARIABLES);
    builder.environment().put("AWS_LAMBDA_RUNTIME_API", "127.0.0.1:" + runtimeApi.getLocalPort());
    if (clients > 1) {
      builder.environment().put("AWS_LAMBDA_MAX_CONCURRENCY", "" + clients);
    }
    process = builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    for (int i = 0; i < clients; i++) {
      Thread.ofPlatform().daemon().name("least-server").start(this::serve);
    }
  }

  /** Of the runtime; the server is a part of this program. */
  ProcessHandle process() {
    return process.toHandle();
  }

  private void serve() {
    try (Socket runtime = runtimeApi.accept();
        Socket client = front.accept()) {
      runtime.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
      Connection toRuntime = new Connection(runtime);
      Connection toClient = new Connection(client);
      toRuntime.message(); // the first call of next
      while (true) {
        byte[] event = toClient.message();
        toRuntime.send(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nLambda-Runtime-Aws-Request-Id: " + UUID.randomUUID()
                + "\r\nLambda-Runtime-Deadline-Ms: " + (System.currentTimeMillis() + 30_000)
                + "\r\nLambda-Runtime-Invoked-Function-Arn: arn:aws:lambda:us-east-1:012345678912:function:hello"
                + "\r\nLambda-Runtime-Trace-Id: Root=1-00000000-000000000000000000000000;Sampled=0",
            event);
        byte[] response = toRuntime.message();
        toClient.send("HTTP/1.1 200 OK\r\nContent-Type: application/json", response);
        toRuntime.send("HTTP/1.1 202 Accepted\r\nContent-Type: application/json", "{\"status\":\"OK\"}".getBytes(StandardCharsets.US_ASCII));
        toRuntime.message(); // the next call of next
      }
    } catch (IOException e) {
      // The end of the benchmark, or its client sees it.
    }
  }

  /** Messages with a length, over one connection. */
  private static final class Connection {
    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[64 * 1024];
    private int begin;
    private int end;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
    }

    /** The body of the next one. */
    byte[] message() throws IOException {
      int length = 0;
      boolean chunked = false;
      for (String line = line(); !line.isEmpty(); line = line()) {
        String lower = line.toLowerCase();
        if (lower.startsWith("content-length:")) {
          length = Integer.parseInt(lower.substring(15).strip());
        }
        chunked |= lower.startsWith("transfer-encoding:");
      }
      if (chunked) {
        throw new IOException("a message without a length");
      }
      byte[] body = new byte[length];
      for (int i = 0; i < length; i++) {
        body[i] = next();
      }
      return body;
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (byte next = next(); next != '\n'; next = next()) {
        if (next != '\r') {
          line.append((char) next);
        }
      }
      return line.toString();
    }

    private byte next() throws IOException {
      if (begin == end) {
        begin = 0;
        end = in.read(buffer);
        if (end < 0) {
          throw new EOFException();
        }
      }
      return buffer[begin++];
    }

    void send(String head, byte[] body) throws IOException {
      byte[] start = (head + "\r\nContent-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
      byte[] all = new byte[start.length + body.length];
      System.arraycopy(start, 0, all, 0, start.length);
      System.arraycopy(body, 0, all, start.length, body.length);
      socket.getOutputStream().write(all);
    }
  }

  @Override
  public void close() throws Exception {
    process.destroyForcibly().waitFor();
    front.close();
    runtimeApi.close();
  }
}
