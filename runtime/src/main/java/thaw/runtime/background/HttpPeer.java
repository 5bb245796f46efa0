package thaw.runtime.background;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server, asked over one connection that is kept: what this library needs of HTTP/1.1 (RFC
 * 9112), in few classes. Not for several threads.
 *
 * <p>A connection that was kept may have died while the process was frozen. One that was not used
 * for long is not used again. When another one turns out to be dead before a byte of the answer has
 * come, the request is sent again at once on a new one; the server may then see it twice.
 */
final class HttpPeer {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int MAX_BODY = 1 << 20;
  private static final int MAX_LINE = 16_384;

  /**
   * The size of the socket's send buffer in bytes, more than a batch of the usual size: a write
   * into the buffer returns, also when the other end is gone, and no timeout limits it.
   */
  private static final int SEND_BUFFER = 512 * 1024;

  private final String host;
  private final int port;
  private final boolean secure;
  private final long keptNanos;
  private final byte[] buffer = new byte[4096];
  private final List<String> headers = new ArrayList<>();
  private @Nullable Socket socket;
  private @Nullable InputStream in;
  private int at;
  private int end;
  private long usedNanos;
  private boolean answering;
  private boolean limited;
  private boolean whole;
  private long deadlineNanos;
  private byte[] body = new byte[0];

  /**
   * A peer that nothing has been sent to yet.
   *
   * @param secure whether by TLS, with the JVM's trust
   * @param keptNanos how long a connection may have been idle to be used again
   */
  HttpPeer(String host, int port, boolean secure, long keptNanos) {
    this.host = host;
    this.port = port;
    this.secure = secure;
    this.keptNanos = keptNanos;
  }

  /**
   * Connects, so that a first request need not.
   *
   * @param withinNanos as for {@link #exchange}
   * @throws IOException when nobody is there
   */
  void open(long withinNanos) throws IOException {
    limited = withinNanos > 0;
    deadlineNanos = System.nanoTime() + withinNanos;
    try {
      connected();
      usedNanos = System.nanoTime();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /**
   * Sends a request and reads the answer.
   *
   * @param request head and body
   * @param withinNanos for all of it but what cannot be limited, which is the look-up of the name,
   *     and a write that the socket's buffer has no room for; 0 for no limit
   * @return the status; when it is one of 200 to 299, also if the body could not be read
   * @throws IOException without an answer; the connection is closed then
   */
  int exchange(byte[] request, long withinNanos) throws IOException {
    limited = withinNanos > 0;
    deadlineNanos = System.nanoTime() + withinNanos;
    if (socket != null && System.nanoTime() - usedNanos > keptNanos) {
      close();
    }
    boolean kept = socket != null;
    try {
      return attempt(request);
    } catch (SocketTimeoutException e) {
      close();
      throw e;
    } catch (IOException e) {
      close();
      if (!kept || answering) {
        throw e;
      }
    }
    try {
      return attempt(request);
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Returns a field of the last response; null when it has none of that name. */
  @Nullable String header(String name) {
    for (String line : headers) {
      if (line.length() > name.length()
          && line.charAt(name.length()) == ':'
          && line.regionMatches(true, 0, name, 0, name.length())) {
        return line.substring(name.length() + 1).trim();
      }
    }
    return null;
  }

  /** Returns the body of the last response. */
  String body() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Returns whether the body of the last answer was read to its end. */
  boolean isWhole() {
    return whole;
  }

  void close() {
    Socket open = socket;
    socket = null;
    in = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // it is of no use any more
      }
    }
  }

  private int attempt(byte[] request) throws IOException {
    answering = false;
    Socket open = socket == null ? connected() : socket;
    open.getOutputStream().write(request);
    int status = status();
    whole = false;
    try {
      readBody(status);
      whole = true;
    } catch (IOException e) {
      close();
      if (status >= 300) {
        throw e;
      }
      return status; // the request was taken; sent again, it would be there twice
    }
    usedNanos = System.nanoTime();
    if (at != end || "close".equalsIgnoreCase(header("Connection"))) {
      close(); // more than was asked for is no answer to what comes next
    }
    return status;
  }

  private Socket connected() throws IOException {
    Socket made = new Socket(Proxy.NO_PROXY); // what looks for a proxy is not loaded
    socket = made; // closed with the others when it fails
    made.setTcpNoDelay(true);
    made.setSendBufferSize(SEND_BUFFER);
    made.connect(new InetSocketAddress(host, port), leftMillis());
    if (secure) {
      made.setSoTimeout(leftMillis());
      made = Tls.over(made, host, port);
      socket = made;
    }
    in = made.getInputStream();
    at = 0;
    end = 0;
    return made;
  }

  /** Returns the milliseconds that are left, for a timeout, of which 0 is none. */
  private int leftMillis() throws SocketTimeoutException {
    if (!limited) {
      return 0;
    }
    long left = deadlineNanos - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("no time is left for " + host + ":" + port);
    }
    return (int) Math.min(Integer.MAX_VALUE, (left + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
  }

  /** Reads the head of the final answer; those before it (100 to 199) are passed over. */
  private int status() throws IOException {
    while (true) {
      String line = line();
      int space = line.indexOf(' ');
      int status = -1;
      if (line.startsWith("HTTP/1.") && space > 0 && line.length() >= space + 4) {
        status = number(line, space + 1, space + 4, 10);
      }
      if (status < 100) {
        throw new IOException("no answer of HTTP/1.1 from " + host + ":" + port + ": " + line);
      }
      headers.clear();
      for (String header = line(); !header.isEmpty(); header = line()) {
        headers.add(header);
      }
      if (status >= 200) {
        return status;
      }
    }
  }

  private void readBody(int status) throws IOException {
    body = new byte[0];
    if (status == 204 || status == 304) {
      return;
    }
    String encoding = header("Transfer-Encoding");
    if (encoding != null) {
      if (!encoding.equalsIgnoreCase("chunked")) {
        throw new IOException("cannot read a body in " + encoding);
      }
      int size = chunkSize();
      while (size > 0) {
        append(size);
        line();
        size = chunkSize();
      }
      while (!line().isEmpty()) {
        // trailers
      }
      return;
    }
    String length = header("Content-Length");
    if (length != null) {
      append(number(length, 0, length.length(), 10));
      return;
    }
    close(); // it ends with the connection, and nothing in it is needed
  }

  private int chunkSize() throws IOException {
    String line = line();
    int extension = line.indexOf(';');
    String size = (extension < 0 ? line : line.substring(0, extension)).trim();
    return number(size, 0, size.length(), 16);
  }

  private static int number(String text, int from, int to, int radix) throws IOException {
    int value = to > from ? 0 : -1;
    for (int i = from; i < to && value >= 0; i++) {
      int digit = Character.digit(text.charAt(i), radix);
      value = digit < 0 || value > MAX_BODY ? -1 : value * radix + digit;
    }
    if (value < 0) {
      throw new IOException("not a number, or too large: " + text);
    }
    return value;
  }

  private void append(int count) throws IOException {
    int before = body.length;
    if (before + count > MAX_BODY) {
      throw new IOException("an answer of more than " + MAX_BODY + " bytes");
    }
    body = Arrays.copyOf(body, before + count);
    for (int i = before; i < body.length; i++) {
      body[i] = (byte) read();
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder(64);
    for (int next = read(); next != '\n'; next = read()) {
      if (line.length() == MAX_LINE) {
        throw new IOException("a line of more than " + MAX_LINE + " bytes");
      }
      line.append((char) next);
    }
    int length = line.length();
    if (length > 0 && line.charAt(length - 1) == '\r') {
      line.setLength(length - 1);
    }
    return line.toString();
  }

  private int read() throws IOException {
    if (at == end) {
      Socket open = socket;
      InputStream stream = in;
      if (open == null || stream == null) {
        throw new EOFException("closed");
      }
      open.setSoTimeout(leftMillis());
      int count = stream.read(buffer);
      if (count <= 0) {
        throw new EOFException("the connection to " + host + ":" + port + " has ended");
      }
      answering = true;
      at = 0;
      end = count;
    }
    return buffer[at++] & 0xff;
  }
}
