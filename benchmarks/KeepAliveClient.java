import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The cheapest honest HTTP client: one connection, one write a request, the whole response read. */
final class KeepAliveClient implements Closeable {
  private final Socket socket;
  private final InputStream in;
  private final byte[] request;

  /**
   * @param path of the POST
   */
  KeepAliveClient(int port, String path, byte[] body) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nContent-Type: application/json\r\nContent-Length: "
        + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    all.writeBytes(body);
    request = all.toByteArray();
  }

  /** The body of the response, which must have status 200. */
  byte[] call() throws IOException {
    socket.getOutputStream().write(request);
    String status = line();
    int length = -1;
    boolean chunked = false;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String lower = line.toLowerCase();
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      }
      chunked |= lower.startsWith("transfer-encoding: chunked");
    }
    byte[] body = chunked ? chunks() : in.readNBytes(length);
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException(status + " " + new String(body, StandardCharsets.UTF_8));
    }
    return body;
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line().strip(), 16);
      body.writeBytes(in.readNBytes(size));
      line();
      if (size == 0) {
        return body.toByteArray();
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the server closed the connection");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
