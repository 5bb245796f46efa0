package thaw.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One connection to a server elsewhere: writes requests, a write each, and has responses read. */
final class UpstreamConnection {
  /** The connection that stands for none. */
  static final UpstreamConnection NONE = new UpstreamConnection();

  /** Those whose servers expect a length, were it zero (RFC 9110, 8.6). */
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private volatile Socket plain = new Socket();
  private volatile boolean closed;
  private Socket socket = plain;
  private ResponseReader reader = new ResponseReader(InputStream.nullInputStream());
  private boolean connected;
  private boolean broken;
  private long restedNanos;

  /** The server has closed the connection and not said a word. */
  static final class Silent extends IOException {
    Silent(String why) {
      super(why);
    }

    Silent(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /**
   * Does nothing when it is connected.
   *
   * @param tls empty for a connection without
   */
  void connect(String host, int port, Optional<SSLSocketFactory> tls) throws IOException {
    if (connected) {
      return;
    }
    IOException failed = new IOException("no address of " + host);
    for (InetAddress address : InetAddress.getAllByName(withoutBrackets(host))) {
      try {
        open(new InetSocketAddress(address, port));
        if (tls.isPresent()) {
          socket = secured(tls.get(), host, port);
        }
        reader = new ResponseReader(socket.getInputStream());
        connected = true;
        return;
      } catch (IOException e) {
        failed = e;
        plain.close();
      }
    }
    throw failed;
  }

  private static String withoutBrackets(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private void open(SocketAddress address) throws IOException {
    Socket next = new Socket();
    plain = next;
    socket = next;
    if (closed) {
      throw new IOException("given up");
    }
    next.setTcpNoDelay(true);
    next.connect(address);
  }

  private Socket secured(SSLSocketFactory factory, String host, int port) throws IOException {
    SSLSocket tls = (SSLSocket) factory.createSocket(plain, withoutBrackets(host), port, true);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return tls;
  }

  /**
   * @param authority the server's, as clients name it
   * @param limit of the response's body, in bytes
   * @throws Silent when not a byte of it came
   */
  Upstream.Received exchange(Upstream.Request request, String authority, int limit)
      throws IOException {
    try {
      send(request, authority);
    } catch (IOException e) {
      broken = true; // perhaps it said why, before it had read all
    }
    return reader.read(request.method(), limit);
  }

  private void send(Upstream.Request request, String authority) throws IOException {
    byte[] body = request.body();
    OutputStream out = socket.getOutputStream();
    out.write(head(request, authority).with(body));
    if (body.length > MessageHead.FIRST_BYTES) {
      out.write(body, MessageHead.FIRST_BYTES, body.length - MessageHead.FIRST_BYTES);
    }
    out.flush();
  }

  private static MessageHead head(Upstream.Request request, String authority) {
    MessageHead head = new MessageHead(request.method() + " " + request.target() + " HTTP/1.1");
    if (request.fields().stream().noneMatch(field -> field.name().equalsIgnoreCase("Host"))) {
      head.field("Host", authority);
    }
    request.fields().forEach(field -> head.field(field.name(), field.value()));
    if (request.body().length > 0 || WITH_BODY.contains(request.method())) {
      head.field("Content-Length", Integer.toString(request.body().length));
    }
    return head;
  }

  /** Returns whether the next request may use it. */
  boolean isReusable() {
    return connected && !closed && !broken && reader.isReusable();
  }

  void rest() {
    restedNanos = System.nanoTime();
  }

  long idleNanos(long nowNanos) {
    return nowNanos - restedNanos;
  }

  /** Whoever waits for it gets an exception. Any thread. */
  void close() {
    closed = true;
    try {
      plain.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }
}
