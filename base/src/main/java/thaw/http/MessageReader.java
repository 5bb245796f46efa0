package thaw.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that come over one HTTP/1.1 connection, as start lines, header fields and contents.
 * Refuses to know what they mean, and to take what could be read in two ways. One thread.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112">RFC 9112</a>
 */
public final class MessageReader {
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int MOST_DIGITS = 18;

  private final InputStream in;
  private final LineEnds ends;
  private final int headBytes;
  private final int mostFields;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Repeated<RequestHead.Line> lines = new Repeated<>();
  private final Repeated<FieldSection> sections = new Repeated<>();
  private int position;
  private int limit;
  private int headLeft;
  private int fills;

  /**
   * How a line may end. A recipient may take a line feed alone (RFC 9112, 2.2), but where a proxy
   * before it takes the same bytes for a part of a value, both see different requests.
   */
  public enum LineEnds {
    /** A carriage return and a line feed end each line. */
    STRICT,

    /**
     * A line feed alone ends a line of a head, but none between chunks: so does the server of Go,
     * with which AWS answers runtimes.
     */
    LENIENT_IN_HEADS,

    /** A line feed alone ends a line, as most clients take it from a server. */
    LENIENT
  }

  /**
   * @param headBytes what a start line and header fields may have together
   * @param mostFields of one head, or as trailers
   */
  public MessageReader(InputStream in, LineEnds ends, int headBytes, int mostFields) {
    this.in = in;
    this.ends = ends;
    this.headBytes = headBytes;
    this.mostFields = mostFields;
  }

  /**
   * The values that were read last over a connection, with the bytes that they were read from.
   * Clients that keep a connection often send the same head again and again, byte by byte; a
   * runtime client sends two by turns. To compare them takes a tenth of the time that it takes to
   * read them (docs/decisions/0043). One thread.
   *
   * @param <T> is not changed by who gets it
   */
  private static final class Repeated<T> {
    /**
     * The most bytes of a kept value. Longer ones are read each time: memory is for those that come
     * often.
     */
    private static final int LARGEST_BYTES = 2048;

    private final byte[][] bytes = new byte[2][];
    private final Object[] values = new Object[2];
    private int last;
    private int found;

    /**
     * Returns the kept value whose bytes the buffer has from there on; {@link #length} tells how
     * many bytes it has.
     */
    @SuppressWarnings("unchecked") // nothing else is kept
    @Nullable T find(byte[] buffer, int from, int to) {
      for (int i = 0; i < bytes.length; i++) {
        byte[] kept = bytes[i];
        if (kept != null
            && kept.length <= to - from
            && Arrays.equals(kept, 0, kept.length, buffer, from, from + kept.length)) {
          found = kept.length;
          last = i; // the other one goes first
          return (T) values[i];
        }
      }
      return null;
    }

    /** Returns the length in bytes of the value that was found last. */
    int length() {
      return found;
    }

    /**
     * @param to behind its end, which its bytes show: nothing that is longer begins with them
     */
    void keep(byte[] buffer, int from, int to, T value) {
      if (to - from <= LARGEST_BYTES) {
        last = 1 - last;
        bytes[last] = Arrays.copyOfRange(buffer, from, to);
        values[last] = value;
      }
    }
  }

  /** Waits for the first byte of a message; false when no more will come. */
  boolean awaitFirst() throws IOException {
    return hasBuffered() || fill();
  }

  /** Returns whether bytes have come that nobody has read. */
  boolean hasBuffered() {
    return position < limit;
  }

  /** The first line of a message, or null when there is none any more. */
  public @Nullable String startLine() throws IOException {
    headLeft = headBytes;
    if (!awaitFirst()) {
      return null;
    }
    String line = line();
    return line.isEmpty() ? line() : line; // RFC 9112, 2.2: one empty line may come before
  }

  /** Reads the start line of a request, like {@link #startLine}. */
  RequestHead.@Nullable Line requestLine() throws IOException {
    if (!awaitFirst()) {
      return null;
    }
    RequestHead.Line known = lines.find(buffer, position, limit);
    if (known != null) {
      headLeft = headBytes - lines.length();
      position += lines.length();
      return known;
    }
    int begin = position;
    int before = fills;
    String text = startLine();
    if (text == null) {
      return null;
    }
    RequestHead.Line line = RequestHead.Line.of(text);
    if (fills == before) { // all of it is in the buffer
      lines.keep(buffer, begin, position, line);
    }
    return line;
  }

  /** Header fields or trailers. */
  public FieldSection fields() throws IOException {
    FieldSection known = sections.find(buffer, position, limit);
    if (known != null && sections.length() <= headLeft) {
      headLeft -= sections.length();
      position += sections.length();
      return known;
    }
    int begin = position;
    int before = fills;
    FieldSection section = readFields();
    if (fills == before) { // all of it is in the buffer
      sections.keep(buffer, begin, position, section);
    }
    return section;
  }

  private FieldSection readFields() throws IOException {
    List<Response.Field> fields = new ArrayList<>(16);
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (!FieldRules.isName(line, colon)) {
        throw new MalformedMessage("this is not a header field", line);
      }
      if (fields.size() == mostFields) {
        throw new MalformedMessage("more than " + mostFields + " header fields");
      }
      fields.add(
          new Response.Field(
              line.substring(0, colon), FieldRules.trimmed(line.substring(colon + 1))));
    }
    return new FieldSection(fields);
  }

  /** Reads the head of a chunk. */
  String chunkLine() throws IOException {
    headLeft = headBytes;
    return line(ends == LineEnds.LENIENT);
  }

  /** Reads the end of a chunk's content, which is an empty line; false when more of it comes. */
  boolean isChunkEnd() throws IOException {
    return line(ends == LineEnds.LENIENT).isEmpty();
  }

  private String line() throws IOException {
    return line(ends != LineEnds.STRICT);
  }

  private String line(boolean lenient) throws IOException {
    StringBuilder begun = null; // in an earlier buffer
    int controls = 0;
    while (true) {
      if (position == limit && !fill()) {
        throw new EOFException("the connection ended within a line");
      }
      int start = position;
      int end = start;
      for (byte next; end < limit && (next = buffer[end]) != '\n'; end++) {
        if (next == '\r' || next == 0) {
          controls++;
        }
      }
      position = end;
      headLeft -= end - start + 1;
      if (headLeft < 0) {
        throw new MalformedMessage("the head is too large");
      }
      String piece = new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
      if (end < limit) {
        position++;
        String line = begun == null ? piece : begun.append(piece).toString();
        return withoutReturn(line, controls, lenient);
      }
      begun = (begun == null ? new StringBuilder() : begun).append(piece);
    }
  }

  /** One carriage return is there, at the end; it may be missing where that is allowed. */
  private static String withoutReturn(String line, int controls, boolean lenient)
      throws MalformedMessage {
    boolean returned = line.endsWith("\r");
    if (!returned && !lenient) {
      throw new MalformedMessage("a line that ends without a carriage return", line);
    }
    if (controls > (returned ? 1 : 0)) {
      throw new MalformedMessage("a line with a control character");
    }
    return returned ? line.substring(0, line.length() - 1) : line;
  }

  private boolean fill() throws IOException {
    fills++;
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  /** Some of the bytes that have come or come next; fails when none do. */
  int read(byte[] target, int offset, long most) throws IOException {
    if (position == limit && !fill()) {
      throw new EOFException("the connection ended within a body");
    }
    int count = (int) Math.min(most, limit - position);
    System.arraycopy(buffer, position, target, offset, count);
    position += count;
    return count;
  }

  /** The content that a request's header fields announce. */
  MessageContent content(FieldSection fields) throws MalformedMessage {
    String coding = fields.joined("Transfer-Encoding");
    String length = fields.joined("Content-Length");
    if (coding != null) {
      if (length != null || !coding.equalsIgnoreCase("chunked")) {
        throw new MalformedMessage("a body with the encoding " + coding + ", the length " + length);
      }
      return MessageContent.chunked(this);
    }
    return MessageContent.of(this, length == null ? 0 : length(length));
  }

  /** The content of a response: one that announces no length ends with its connection. */
  MessageContent responseContent(FieldSection fields) throws MalformedMessage {
    String coding = fields.joined("Transfer-Encoding");
    if (coding != null) {
      if (!coding.equalsIgnoreCase("chunked")) {
        throw new MalformedMessage("the answer has an unknown transfer encoding", coding);
      }
      return MessageContent.chunked(this);
    }
    String length = fields.joinedOnce("Content-Length");
    return length == null
        ? MessageContent.untilClosed(this)
        : MessageContent.of(this, length(length));
  }

  private static long length(String text) throws MalformedMessage {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        throw new MalformedMessage("this is not the length of a body", text);
      }
    }
    if (text.isEmpty() || text.length() > MOST_DIGITS) {
      throw new MalformedMessage("this is not the length of a body", text);
    }
    return Long.parseLong(text);
  }
}
