package thaw.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One kept connection to a server of HTTP/1.1: requests as they are given, responses by their
 * framing. It does not know what is asked.
 *
 * <p>A {@link Socket} without a proxy: a socket channel would look for a provider of channels in
 * every jar of the class path (0.4 ms of CPU each on a cold JVM), and a socket that may have a
 * proxy loads what finds it. For one thread at a time.
 */
final class KeptConnection {
  private static final int CONNECT_MILLIS = 1000;
  private static final int BUFFER_BYTES = 8192;

  /**
   * The longest line of a response's head; the client context of an event is at most 3,583 bytes.
   */
  private static final int LARGEST_LINE_BYTES = 1 << 20;

  private static final int LARGEST_BODY_BYTES = 1 << 30;

  private final String host;
  private final int port;
  private @Nullable Socket socket;
  private @Nullable InputStream in;
  private @Nullable OutputStream out;

  /**
   * The bytes that have come and are not yet taken are from {@link #position} to {@link #limit}.
   */
  private byte[] buffer = new byte[BUFFER_BYTES];

  private int position;
  private int limit;

  /** Whether a byte of the response to the last request has come. */
  private boolean answered;

  private boolean repeated;
  private int status;
  private long bodyBytes;
  private boolean chunked;
  private boolean kept;

  /**
   * @param authority as {@code AWS_LAMBDA_RUNTIME_API} has it: {@code 127.0.0.1:9001}
   */
  KeptConnection(String authority) {
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > 0 && authority.indexOf(']', colon) < 0;
    host = hasPort ? authority.substring(0, colon) : authority;
    port = hasPort ? Integer.parseInt(authority.substring(colon + 1)) : 80;
  }

  /**
   * Sends a request and reads the head of its response; {@link #body} must be read afterwards.
   *
   * <p>A connection that has been kept may have been closed by the server meanwhile, and one of
   * before a snapshot is gone after it. So a request that got no byte of an answer is sent once
   * more, over a new connection.
   *
   * @param repeatable whether it may be sent once more if the connection was a new one as well
   * @param fields is told the fields of the response's head
   * @return the status
   */
  int exchange(byte[] request, int from, int length, boolean repeatable, @Nullable Event fields)
      throws IOException {
    repeated = false;
    while (true) {
      boolean reused = socket != null;
      try {
        send(request, from, length);
        readHead(fields);
        return status;
      } catch (IOException e) {
        close();
        if (answered || repeated || !(reused || repeatable)) {
          throw e;
        }
        repeated = true;
      }
    }
  }

  /** Returns whether the last request was sent twice: the first may have been taken, too. */
  boolean repeated() {
    return repeated;
  }

  /** A part of a request whose response is asked for by {@link #head}. */
  void write(byte[] bytes, int from, int length) throws IOException {
    answered = false;
    if (out == null) {
      connect();
    }
    Objects.requireNonNull(out).write(bytes, from, length);
  }

  /** Each write leaves at once: for requests of several writes. */
  void noDelay() throws IOException {
    if (socket == null) {
      connect();
    }
    Objects.requireNonNull(socket).setTcpNoDelay(true);
  }

  /** Reads the head of the response to what has been written, and returns its status. */
  int head() throws IOException {
    readHead(null);
    return status;
  }

  /** The body of the response whose head has been read. */
  byte[] body() throws IOException {
    byte[] body;
    if (chunked) {
      body = chunks();
    } else if (bodyBytes >= 0) {
      body = exactly((int) bodyBytes);
    } else {
      body = all();
    }
    if (!kept) {
      close();
    }
    return body;
  }

  /**
   * Reads over the body of a response whose status says all. The status holds when the body does
   * not come; only the connection is of no use then.
   */
  void skipBody() {
    try {
      body();
    } catch (IOException e) {
      close();
    }
  }

  void close() {
    Socket open = socket;
    socket = null;
    in = null;
    out = null;
    position = 0;
    limit = 0;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // It is not used any more: nothing is lost.
      }
    }
  }

  private void send(byte[] request, int from, int length) throws IOException {
    try {
      write(request, from, length);
    } catch (IOException e) {
      // A server may refuse a request before it has read it all: then its answer is there.
      if (in == null || in.available() == 0) {
        throw e;
      }
    }
  }

  private void connect() throws IOException {
    Socket opened = new Socket(Proxy.NO_PROXY);
    try {
      opened.connect(new InetSocketAddress(SecurityDefaults.address(host), port), CONNECT_MILLIS);
      in = opened.getInputStream();
      out = opened.getOutputStream();
    } catch (IOException e) {
      opened.close();
      throw e;
    }
    socket = opened;
  }

  private void readHead(@Nullable Event fields) throws IOException {
    do {
      readStatus();
      bodyBytes = -1;
      chunked = false;
      for (String line = line(); !line.isEmpty(); line = line()) {
        int colon = line.indexOf(':');
        if (colon > 0) {
          field(line.substring(0, colon), line.substring(colon + 1).trim(), fields);
        }
      }
    } while (status < 200);
    if (status == 204 || status == 304) {
      bodyBytes = 0;
      chunked = false;
    } else if (bodyBytes < 0 && !chunked) {
      kept = false;
    }
  }

  private void readStatus() throws IOException {
    String line = line();
    int space = line.indexOf(' ');
    if (!line.startsWith("HTTP/1.") || space < 0 || line.length() < space + 4) {
      throw new IOException("no status line of HTTP/1.1: " + line);
    }
    try {
      status = Integer.parseInt(line.substring(space + 1, space + 4));
    } catch (NumberFormatException e) {
      throw new IOException("no status line of HTTP/1.1: " + line, e);
    }
    kept = line.charAt(7) != '0';
  }

  private void field(String name, String value, @Nullable Event fields) throws IOException {
    if (name.equalsIgnoreCase("Content-Length")) {
      bodyBytes = length(value, 10);
    } else if (name.equalsIgnoreCase("Transfer-Encoding")) {
      chunked = value.equalsIgnoreCase("chunked");
    } else if (name.equalsIgnoreCase("Connection")) {
      kept = !value.equalsIgnoreCase("close");
    } else if (fields != null) {
      fields.field(name, value);
    }
  }

  private static int length(String text, int radix) throws IOException {
    try {
      int length = Integer.parseInt(text, radix);
      if (length >= 0 && length <= LARGEST_BODY_BYTES) {
        return length;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IOException("a length must be in 0.." + LARGEST_BODY_BYTES + ": " + text);
  }

  private byte[] exactly(int length) throws IOException {
    byte[] body = new byte[length];
    int there = Math.min(length, limit - position);
    System.arraycopy(buffer, position, body, 0, there);
    position += there;
    while (there < length) {
      int read = read(body, there, length - there);
      if (read < 0) {
        throw new IOException(
            "the connection ended after " + there + " of " + length + " bytes of a body");
      }
      there += read;
    }
    return body;
  }

  private byte[] chunks() throws IOException {
    byte[] body = new byte[BUFFER_BYTES];
    int there = 0;
    while (true) {
      String line = line();
      int extension = line.indexOf(';');
      String size = extension < 0 ? line : line.substring(0, extension);
      int length = length(size.trim(), 16);
      if (length == 0) {
        break;
      }
      if (length > LARGEST_BODY_BYTES - there) {
        throw new IOException("a body is larger than " + LARGEST_BODY_BYTES + " bytes");
      }
      byte[] chunk = exactly(length);
      if (body.length - there < length) {
        body = Arrays.copyOf(body, Math.max(2 * body.length, there + length));
      }
      System.arraycopy(chunk, 0, body, there, length);
      there += length;
      if (!line().isEmpty()) {
        throw new IOException("a chunk is longer than its size");
      }
    }
    while (!line().isEmpty()) {
      // Trailers say nothing that is wanted here.
    }
    return Arrays.copyOf(body, there);
  }

  private byte[] all() throws IOException {
    byte[] body = Arrays.copyOfRange(buffer, position, Math.max(limit, position + BUFFER_BYTES));
    int there = limit - position;
    position = limit;
    for (int read = read(body, there, body.length - there);
        read >= 0;
        read = read(body, there, body.length - there)) {
      there += read;
      if (there == body.length) {
        body = Arrays.copyOf(body, 2 * there);
      }
    }
    return Arrays.copyOf(body, there);
  }

  /** Reads up to the next end of a line, and returns the line without it. */
  private String line() throws IOException {
    int searched = position;
    while (true) {
      for (; searched < limit; searched++) {
        if (buffer[searched] == '\n') {
          int end = searched > position && buffer[searched - 1] == '\r' ? searched - 1 : searched;
          String line = new String(buffer, position, end - position, StandardCharsets.UTF_8);
          position = searched + 1;
          return line;
        }
      }
      searched -= position;
      fill();
      searched += position;
    }
  }

  /** Reads more behind what is there. */
  private void fill() throws IOException {
    if (position > 0) {
      System.arraycopy(buffer, position, buffer, 0, limit - position);
      limit -= position;
      position = 0;
    }
    if (limit == buffer.length) {
      if (limit >= LARGEST_LINE_BYTES) {
        throw new IOException("a line of a head is longer than " + LARGEST_LINE_BYTES + " bytes");
      }
      buffer = Arrays.copyOf(buffer, 2 * limit);
    }
    int read = read(buffer, limit, buffer.length - limit);
    if (read < 0) {
      throw new IOException("the Runtime API closed the connection");
    }
    limit += read;
  }

  private int read(byte[] into, int from, int length) throws IOException {
    InputStream open = in;
    if (open == null) {
      throw new IOException("the connection is closed");
    }
    int read = open.read(into, from, length);
    if (read > 0) {
      answered = true;
    }
    return read;
  }
}
