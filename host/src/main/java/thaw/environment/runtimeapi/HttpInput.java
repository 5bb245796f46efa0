package thaw.environment.runtimeapi;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that come over one HTTP/1.1 connection, as request lines, header fields and bodies.
 * Refuses to know what they mean. One thread.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112">RFC 9112</a>
 */
final class HttpInput {
  /** The runtime client sends an X-Ray cause of up to 1 MiB as a header field. */
  private static final int LARGEST_HEAD = 1024 * 1024 + 256 * 1024;

  /** Clients send some ten. */
  private static final int MOST_FIELDS = 256;

  /** What is longer is no small body: several at once would fill this program's memory. */
  private static final int SMALL_BODY_BYTES = 64 * 1024;

  /** By character: whether it may be part of a field's name (RFC 9110, 5.6.2). */
  private static final boolean[] TOKEN = token();

  private static final int MOST_DIGITS = 18;

  private static final Pattern CHUNK_SIZE = Pattern.compile("[0-9a-fA-F]{1,15}");

  private static final int BUFFER_BYTES = 16 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private int headLeft = LARGEST_HEAD;

  HttpInput(InputStream in) {
    this.in = in;
  }

  /** What came is no HTTP. */
  static final class Malformed extends IOException {
    Malformed(String message) {
      super(message);
    }
  }

  /** The first line of a request, or null when there is none any more. */
  @Nullable String startLine() throws IOException {
    headLeft = LARGEST_HEAD;
    if (position == limit && !fill()) {
      return null;
    }
    String line = line();
    return line.isEmpty() ? line() : line; // RFC 9112, 2.2: one empty line may come before
  }

  /** Header fields or trailers by lower-case name; repeated ones are joined by a comma. */
  Map<String, String> fields() throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    int count = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon <= 0 || !isToken(line, colon)) {
        throw new Malformed("no header field: " + line.substring(0, Math.min(80, line.length())));
      }
      count++;
      if (count > MOST_FIELDS) {
        throw new Malformed("more than " + MOST_FIELDS + " header fields");
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      String value = line.substring(colon + 1).strip();
      String before = fields.put(name, value);
      if (before != null) {
        fields.put(name, before + ", " + value);
      }
    }
    return fields;
  }

  private static boolean[] token() {
    boolean[] token = new boolean[128];
    String others = "!#$%&'*+-.^_`|~";
    for (char c = 0; c < token.length; c++) {
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      token[c] = letter || c >= '0' && c <= '9' || others.indexOf(c) >= 0;
    }
    return token;
  }

  private static boolean isToken(String line, int end) {
    for (int i = 0; i < end; i++) {
      char c = line.charAt(i);
      if (c >= TOKEN.length || !TOKEN[c]) {
        return false;
      }
    }
    return end > 0;
  }

  private String line() throws IOException {
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
        throw new Malformed("a head of more than " + LARGEST_HEAD + " bytes");
      }
      String piece = new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
      if (end < limit) {
        position++;
        return withoutReturn(begun == null ? piece : begun.append(piece).toString(), controls);
      }
      begun = (begun == null ? new StringBuilder() : begun).append(piece);
    }
  }

  /** One carriage return may be there, at the end. */
  private static String withoutReturn(String line, int controls) throws Malformed {
    boolean returned = line.endsWith("\r");
    if (controls > (returned ? 1 : 0)) {
      throw new Malformed("a line with a control character");
    }
    return returned ? line.substring(0, line.length() - 1) : line;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  /** The body that the header fields announce. */
  Body body(Map<String, String> fields) throws Malformed {
    String encoding = fields.get("transfer-encoding");
    String length = fields.get("content-length");
    if (encoding != null) {
      if (length != null || !encoding.equalsIgnoreCase("chunked")) {
        throw new Malformed("a body with the encoding " + encoding + " and the length " + length);
      }
      return new Body(0, true);
    }
    if (length == null) {
      return new Body(0, false);
    }
    if (!isLength(length)) {
      throw new Malformed("a body of length " + length);
    }
    return new Body(Long.parseLong(length), false);
  }

  private static boolean isLength(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= MOST_DIGITS;
  }

  /** A request's body, to be read before the next request. */
  final class Body extends InputStream {
    private long left; // of the body or of the chunk
    private boolean chunked;
    private boolean inChunks; // the first chunk's size has been read
    private Map<String, String> trailers = Map.of();

    private Body(long length, boolean chunked) {
      this.left = length;
      this.chunked = chunked;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (left == 0 && chunked) {
        nextChunk();
      }
      if (left == 0) {
        return -1;
      }
      if (position == limit && !fill()) {
        throw new EOFException("the connection ended within a body");
      }
      int count = (int) Math.min(Math.min(length, left), limit - position);
      System.arraycopy(buffer, position, target, offset, count);
      position += count;
      left -= count;
      return count;
    }

    /** The rest of a body whose length is known needs no buffer that is larger. */
    @Override
    public byte[] readNBytes(int most) throws IOException {
      if (chunked || left > most) {
        return super.readNBytes(most);
      }
      byte[] rest = new byte[Math.toIntExact(left)];
      readNBytes(rest, 0, rest.length);
      return rest;
    }

    private void nextChunk() throws IOException {
      if (inChunks && !line().isEmpty()) {
        throw new Malformed("no line feed behind a chunk");
      }
      inChunks = true;
      headLeft = LARGEST_HEAD;
      String line = line();
      int extension = line.indexOf(';');
      String size = (extension < 0 ? line : line.substring(0, extension)).strip();
      if (!CHUNK_SIZE.matcher(size).matches()) {
        throw new Malformed("a chunk of size " + size.substring(0, Math.min(80, size.length())));
      }
      left = Long.parseLong(size, 16);
      if (left == 0) {
        chunked = false;
        trailers = fields();
      }
    }

    /** Whether it may take much memory; asked before any of it is read. */
    boolean mayBeLarge() {
      return chunked || left > SMALL_BODY_BYTES;
    }

    /** How many bytes there are to come, or as many as are wanted where nobody knows. */
    long most(long wanted) {
      return chunked ? wanted : Math.min(left, wanted);
    }

    /** Known when all of the body has been read. */
    Map<String, String> trailers() {
      return trailers;
    }
  }
}
