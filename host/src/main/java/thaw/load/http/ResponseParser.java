package thaw.load.http;

import java.io.ByteArrayOutputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one response of HTTP/1.1 after the other as its bytes come, and keeps no more of it than
 * what a load test asks of it.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112.html">RFC 9112</a>
 */
final class ResponseParser {
  static final int HEAD_LIMIT_BYTES = 64 * 1024;
  static final int BODY_LIMIT_BYTES = 16 * 1024 * 1024;

  private static final byte[] NONE = {};
  private static final int LONGEST_CHUNK_HEAD = 1024;

  private enum State {
    HEAD,
    BODY,
    CHUNK_HEAD,
    CHUNK,
    CHUNK_END,
    TRAILER,
    UNTIL_CLOSE,
    DONE
  }

  private final boolean keepsBody;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private byte[] line = new byte[1024];
  private int length;
  private boolean lineIsOver;
  private State state = State.DONE;
  private boolean withoutBody;
  private boolean firstLine;
  private boolean begun;
  private int status;
  private boolean persistent;
  private boolean closes;
  private boolean coded;
  private boolean chunked;
  private long left;
  private @Nullable String functionError;

  ResponseParser(boolean keepsBody) {
    this.keepsBody = keepsBody;
  }

  /**
   * A request has been sent.
   *
   * @param isHead whether it was a HEAD request, whose answer has no body
   */
  void expect(boolean isHead) {
    withoutBody = isHead;
    begun = false;
    beginHead();
  }

  private void beginHead() {
    state = State.HEAD;
    firstLine = true;
    lineIsOver = true;
    status = 0;
    persistent = true;
    closes = false;
    coded = false;
    chunked = false;
    left = -1;
    functionError = null;
    body.reset();
  }

  /** Whether a byte of the answer has come. */
  boolean hasBegun() {
    return begun;
  }

  boolean isDone() {
    return state == State.DONE;
  }

  int status() {
    return status;
  }

  /** Whether the connection can be used again. */
  boolean isPersistent() {
    return persistent;
  }

  Optional<String> functionError() {
    return Optional.ofNullable(functionError);
  }

  /** What was kept of it; to be read only. */
  byte[] body() {
    return keepsBody ? body.toByteArray() : NONE;
  }

  /**
   * Reads until the response is done or nothing is left.
   *
   * @throws ProtocolException when this is no HTTP
   */
  void feed(ByteBuffer in) throws ProtocolException {
    begun |= in.hasRemaining();
    while (in.hasRemaining() && state != State.DONE) {
      switch (state) {
        case HEAD -> {
          if (readLine(in, HEAD_LIMIT_BYTES)) {
            headLine();
          }
        }
        case BODY -> {
          left -= take(in, left);
          if (left == 0) {
            state = State.DONE;
          }
        }
        case CHUNK_HEAD -> {
          if (readLine(in, LONGEST_CHUNK_HEAD)) {
            chunkHead();
          }
        }
        case CHUNK -> {
          left -= take(in, left);
          if (left == 0) {
            state = State.CHUNK_END;
          }
        }
        case CHUNK_END -> {
          if (readLine(in, LONGEST_CHUNK_HEAD)) {
            if (length != 0) {
              throw new ProtocolException("a chunk is longer than announced");
            }
            state = State.CHUNK_HEAD;
          }
        }
        case TRAILER -> {
          if (readLine(in, HEAD_LIMIT_BYTES)) {
            state = length == 0 ? State.DONE : State.TRAILER;
          }
        }
        case UNTIL_CLOSE -> take(in, in.remaining());
        case DONE -> throw new IllegalStateException("no answer is expected");
      }
    }
  }

  /** The server has closed the connection; whether that was the end of the answer. */
  boolean end() {
    if (state == State.UNTIL_CLOSE) {
      state = State.DONE;
    }
    persistent = false;
    return state == State.DONE;
  }

  /** Whether a whole line is there now: in {@link #line}, without its end. */
  private boolean readLine(ByteBuffer in, int limit) throws ProtocolException {
    if (lineIsOver) {
      length = 0;
      lineIsOver = false;
    }
    while (in.hasRemaining()) {
      byte next = in.get();
      if (next == '\n') {
        if (length > 0 && line[length - 1] == '\r') {
          length--;
        }
        lineIsOver = true;
        return true;
      }
      if (length == line.length) {
        if (length >= limit) {
          throw new ProtocolException("a line of the answer is longer than " + limit + " bytes");
        }
        line = java.util.Arrays.copyOf(line, Math.min(limit, 2 * length));
      }
      line[length++] = next;
    }
    return false;
  }

  private void headLine() throws ProtocolException {
    if (firstLine) {
      if (length > 0) {
        statusLine();
        firstLine = false;
      }
      return;
    }
    if (length == 0) {
      headEnd();
      return;
    }
    header();
  }

  /** {@code HTTP/1.1 200 OK}. */
  private void statusLine() throws ProtocolException {
    if (length < 12
        || !startsWith("HTTP/1.")
        || line[8] != ' '
        || (length > 12 && line[12] != ' ')) {
      throw new ProtocolException("the answer is not HTTP/1.1");
    }
    for (int i = 9; i < 12; i++) {
      if (line[i] < '0' || line[i] > '9') {
        throw new ProtocolException("the answer has no status");
      }
      status = status * 10 + line[i] - '0';
    }
    persistent = line[7] != '0';
  }

  private boolean startsWith(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (line[i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void header() throws ProtocolException {
    switch (line[0] | 0x20) {
      case 'c' -> {
        if (isNamed("content-length")) {
          contentLength(value("content-length"));
        } else if (isNamed("connection")) {
          connection(value("connection").toLowerCase(Locale.ROOT));
        }
      }
      case 't' -> {
        if (isNamed("transfer-encoding")) {
          coded = true;
          chunked = value("transfer-encoding").toLowerCase(Locale.ROOT).endsWith("chunked");
        }
      }
      case 'x' -> {
        if (isNamed("x-amz-function-error")) {
          functionError = value("x-amz-function-error");
        }
      }
      default -> {
        // of no use here
      }
    }
  }

  private boolean isNamed(String name) {
    if (length <= name.length() || line[name.length()] != ':') {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      int letter = line[i] >= 'A' && line[i] <= 'Z' ? line[i] | 0x20 : line[i];
      if (letter != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private String value(String name) {
    int from = name.length() + 1;
    return new String(line, from, length - from, StandardCharsets.ISO_8859_1).strip();
  }

  /** Twice the same is one; two different ones would leave open where the answer ends. */
  private void contentLength(String value) throws ProtocolException {
    long announced = number(value, 10, "Content-Length");
    if (left >= 0 && left != announced) {
      throw new ProtocolException("the answer has two lengths");
    }
    left = announced;
  }

  private static long number(String digits, int radix, String what) throws ProtocolException {
    try {
      if (!digits.isEmpty() && Character.digit(digits.charAt(0), radix) >= 0) { // and no sign
        return Long.parseLong(digits, radix);
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new ProtocolException(what + " is not a number: " + digits);
  }

  private void connection(String value) {
    closes |= value.contains("close");
    persistent = !closes && (persistent || value.contains("keep-alive"));
  }

  private void headEnd() {
    if (status == 101) {
      state = State.DONE; // another protocol follows, which nobody asked for
      persistent = false;
    } else if (status / 100 == 1) {
      beginHead(); // an interim answer: the final one follows
    } else if (withoutBody || status == 204 || status == 304) {
      state = State.DONE;
    } else if (chunked) {
      state = State.CHUNK_HEAD;
    } else if (left == 0 && !coded) {
      state = State.DONE;
    } else if (left > 0 && !coded) {
      state = State.BODY;
    } else {
      state = State.UNTIL_CLOSE;
      persistent = false;
    }
  }

  /** {@code 1f4;name=value}. */
  private void chunkHead() throws ProtocolException {
    String text = new String(line, 0, length, StandardCharsets.ISO_8859_1);
    int extension = text.indexOf(';');
    String size = (extension < 0 ? text : text.substring(0, extension)).strip();
    left = number(size, 16, "the length of a chunk");
    state = left == 0 ? State.TRAILER : State.CHUNK;
  }

  private long take(ByteBuffer in, long most) {
    int count = (int) Math.min(in.remaining(), most);
    int kept = keepsBody ? Math.min(count, BODY_LIMIT_BYTES - body.size()) : 0;
    if (kept > 0) {
      byte[] part = new byte[kept];
      in.get(in.position(), part);
      body.write(part, 0, kept);
    }
    in.position(in.position() + count);
    return count;
  }
}
