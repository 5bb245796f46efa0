package thaw.load.http;

import java.io.ByteArrayOutputStream;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.http.FieldSection;
import thaw.http.MalformedMessage;
import thaw.http.Response;
import thaw.http.StatusLine;

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
  private static final int MOST_FIELDS = 1000;

  private static final String ERROR = "x-amz-function-error";
  private static final String CODING = "Transfer-Encoding";
  private static final String LENGTH = "Content-Length";
  private static final String CONNECTION = "Connection";

  /**
   * The names of fields that are kept: texts of all others would be most of what a run allocates.
   */
  private static final String[] ASKED = {ERROR, CODING, LENGTH, CONNECTION};

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
  private int headLeft;
  private boolean lineIsOver;
  private State state = State.DONE;
  private final List<Response.Field> fields = new ArrayList<>(); // of those in ASKED
  private int fieldCount; // of all lines of the head
  private boolean withoutBody;
  private boolean begun;
  private int status; // 0 before its line
  private boolean isOld; // of HTTP/1.0
  private boolean persistent;
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
    headLeft = HEAD_LIMIT_BYTES;
    lineIsOver = true;
    status = 0;
    persistent = true;
    functionError = null;
    fields.clear();
    fieldCount = 0;
    body.reset();
  }

  /** Returns whether a byte of the answer has come. */
  boolean hasBegun() {
    return begun;
  }

  boolean isDone() {
    return state == State.DONE;
  }

  int status() {
    return status;
  }

  /** Returns whether the connection can be used again. */
  boolean isPersistent() {
    return persistent;
  }

  Optional<String> functionError() {
    return Optional.ofNullable(functionError);
  }

  /** Returns the bytes that were kept of the body; they are not to be changed. */
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
          if (readHeadLine(in)) {
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
          if (readHeadLine(in)) {
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

  /** All lines of a head together are as long as a head may be. */
  private boolean readHeadLine(ByteBuffer in) throws ProtocolException {
    int from = in.position();
    boolean isWhole = readLine(in, HEAD_LIMIT_BYTES);
    headLeft -= in.position() - from;
    if (headLeft < 0) {
      throw new ProtocolException("the head is longer than " + HEAD_LIMIT_BYTES + " bytes");
    }
    return isWhole;
  }

  /** Returns whether a whole line is there now: in {@link #line}, without its end. */
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
    if (status == 0) {
      if (length > 0) {
        String text = text(0, length);
        status = status(text);
        isOld = text.startsWith("HTTP/1.0");
      }
    } else if (length == 0) {
      headEnd(new FieldSection(fields));
    } else if (fieldCount++ == MOST_FIELDS) {
      throw new ProtocolException("the answer has more than " + MOST_FIELDS + " header fields");
    } else {
      for (String name : ASKED) {
        if (isNamed(name)) {
          fields.add(new Response.Field(name, text(name.length() + 1, length).strip()));
        }
      }
    }
  }

  /** Returns whether the line is a field of this name. */
  private boolean isNamed(String name) {
    if (length <= name.length() || line[name.length()] != ':') {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.toLowerCase(line[i]) != Character.toLowerCase(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads the status. The error leaves out what was sent instead, so that failures of a kind are
   * counted as one.
   */
  private static int status(String text) throws ProtocolException {
    try {
      return StatusLine.status(text);
    } catch (MalformedMessage e) {
      throw new ProtocolException("the answer is not HTTP/1.1");
    }
  }

  private String text(int from, int to) {
    return new String(line, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private void headEnd(FieldSection head) throws ProtocolException {
    if (status / 100 == 1 && status != 101) {
      beginHead(); // an interim answer: the final one follows
      return;
    }
    functionError = head.joined(ERROR);
    persistent =
        status != 101 // another protocol follows, which nobody asked for
            && !head.lists(CONNECTION, "close")
            && (!isOld || head.lists(CONNECTION, "keep-alive"));
    state = content(head);
    persistent &= state != State.UNTIL_CLOSE;
  }

  private State content(FieldSection head) throws ProtocolException {
    String coding = head.joined(CODING);
    String announced = head.joinedOnce(LENGTH);
    left = announced == null ? -1 : number(announced, 10, LENGTH);
    if (withoutBody || status == 101 || status == 204 || status == 304) {
      return State.DONE;
    }
    if (coding != null) {
      boolean chunked = coding.toLowerCase(Locale.ROOT).endsWith("chunked");
      return chunked ? State.CHUNK_HEAD : State.UNTIL_CLOSE;
    }
    return left < 0 ? State.UNTIL_CLOSE : left == 0 ? State.DONE : State.BODY;
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

  /** {@code 1f4;name=value}. */
  private void chunkHead() throws ProtocolException {
    String text = text(0, length);
    int extension = text.indexOf(';');
    String size = (extension < 0 ? text : text.substring(0, extension)).strip();
    left = number(size, 16, "the length of a chunk");
    state = left == 0 ? State.TRAILER : State.CHUNK;
    headLeft = HEAD_LIMIT_BYTES; // trailers are a head of their own
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
