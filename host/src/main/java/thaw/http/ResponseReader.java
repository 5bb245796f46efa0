package thaw.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Reads the responses of one connection (RFC 9112). Refuses to take what could be read in two ways.
 */
final class ResponseReader {
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int HEAD_LIMIT_BYTES = 64 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int begin;
  private int end;
  private boolean reusable;

  ResponseReader(InputStream in) {
    this.in = in;
  }

  /** Whether another response can follow the last one. */
  boolean isReusable() {
    return reusable && begin == end;
  }

  /**
   * @param method of the request
   * @param limit of the body, in bytes
   * @throws UpstreamConnection.Silent when not a byte of it came
   */
  Upstream.Response read(String method, int limit) throws IOException {
    reusable = false;
    while (true) {
      if (begin == end) {
        first();
      }
      String[] status = statusLine(line(HEAD_LIMIT_BYTES));
      List<Answer.Field> fields = fields();
      int code = Integer.parseInt(status[1]);
      if (code == 101) {
        throw new ProtocolException("the server changes the protocol");
      }
      if (code >= 200) {
        byte[] body = body(method, code, fields, limit);
        reusable = reusable && keepsOpen(status[0], fields);
        return new Upstream.Response(code, fields, body);
      }
    }
  }

  private void first() throws IOException {
    int read;
    try {
      read = in.read(buffer, 0, buffer.length);
    } catch (IOException e) {
      throw new UpstreamConnection.Silent(e);
    }
    if (read < 0) {
      throw new UpstreamConnection.Silent("the server has closed the connection without an answer");
    }
    begin = 0;
    end = read;
  }

  private static String[] statusLine(String line) throws ProtocolException {
    String[] parts = line.split(" ", 3);
    if (parts.length < 2 || !parts[0].startsWith("HTTP/1.") || !parts[1].matches("[1-9]\\d\\d")) {
      throw new ProtocolException("this is not a status line of HTTP/1.1: " + shortened(line));
    }
    return parts;
  }

  private static String shortened(String line) {
    return line.length() > 80 ? line.substring(0, 80) + "..." : line;
  }

  private List<Answer.Field> fields() throws IOException {
    List<Answer.Field> fields = new ArrayList<>();
    int left = HEAD_LIMIT_BYTES;
    while (true) {
      String line = line(left);
      if (line.isEmpty()) {
        return fields;
      }
      left -= line.length();
      int colon = line.indexOf(':');
      String name = line.substring(0, Math.max(0, colon));
      String value = line.substring(colon + 1).strip();
      if (!FieldRules.isSound(name, value)) {
        throw new ProtocolException("this is not a header field: " + shortened(line));
      }
      fields.add(new Answer.Field(name, value));
    }
  }

  /** Without its end. */
  private String line(int limit) throws IOException {
    StringBuilder before = new StringBuilder();
    while (true) {
      for (int i = begin; i < end; i++) {
        if (buffer[i] == '\n') {
          int length = i > begin && buffer[i - 1] == '\r' ? i - 1 - begin : i - begin;
          String rest = new String(buffer, begin, length, StandardCharsets.ISO_8859_1);
          begin = i + 1;
          String line = before.isEmpty() ? rest : before.append(rest).toString();
          return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        }
      }
      before.append(new String(buffer, begin, end - begin, StandardCharsets.ISO_8859_1));
      if (before.length() > limit) {
        throw new ProtocolException("the head of the answer is too large");
      }
      fill();
    }
  }

  private void fill() throws IOException {
    int read = in.read(buffer, 0, buffer.length);
    if (read < 0) {
      throw new EOFException("the server has closed the connection within the answer");
    }
    begin = 0;
    end = read;
  }

  private byte[] body(String method, int status, List<Answer.Field> fields, int limit)
      throws IOException {
    if (method.equals("HEAD") || status == 204 || status == 304) {
      reusable = true;
      return new byte[0];
    }
    String coding = all(fields, "Transfer-Encoding");
    if (coding.equalsIgnoreCase("chunked")) {
      byte[] body = chunks(limit);
      reusable = true;
      return body;
    }
    if (!coding.isEmpty()) {
      throw new ProtocolException("the answer has an unknown transfer encoding: " + coding);
    }
    String length = all(fields, "Content-Length");
    if (length.isEmpty()) {
      return untilClosed(limit);
    }
    if (!length.matches("\\d{1,18}")) {
      throw new ProtocolException("the answer has no proper length: " + shortened(length));
    }
    byte[] body = exactly(Long.parseLong(length), limit);
    reusable = true;
    return body;
  }

  /** The values of a name, as one. */
  private static String all(List<Answer.Field> fields, String name) {
    String found = "";
    for (Answer.Field field : fields) {
      if (field.name().equalsIgnoreCase(name) && !field.value().equals(found)) {
        found = found.isEmpty() ? field.value() : found + ", " + field.value();
      }
    }
    return found;
  }

  private byte[] exactly(long length, int limit) throws IOException {
    if (length > limit) {
      throw new Upstream.TooLarge(limit);
    }
    byte[] body = new byte[Math.toIntExact(length)];
    int have = Math.min(body.length, end - begin);
    System.arraycopy(buffer, begin, body, 0, have);
    begin += have;
    if (in.readNBytes(body, have, body.length - have) < body.length - have) {
      throw new EOFException("the server has closed the connection within the answer");
    }
    return body;
  }

  private byte[] untilClosed(int limit) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(buffer, begin, end - begin);
    begin = end;
    byte[] rest = in.readNBytes(Math.max(0, limit + 1 - body.size()));
    body.write(rest, 0, rest.length);
    if (body.size() > limit) {
      throw new Upstream.TooLarge(limit);
    }
    return body.toByteArray();
  }

  /** Chunk extensions and trailers are read and left out. */
  private byte[] chunks(int limit) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      String digits = line(HEAD_LIMIT_BYTES).split(";", 2)[0].strip();
      if (!digits.matches("[0-9A-Fa-f]{1,15}")) {
        throw new ProtocolException("this is not a length of a chunk: " + shortened(digits));
      }
      long size = Long.parseLong(digits, 16);
      if (size == 0) {
        fields();
        return body.toByteArray();
      }
      if (size > limit - body.size()) {
        throw new Upstream.TooLarge(limit);
      }
      byte[] chunk = exactly(size, limit);
      body.write(chunk, 0, chunk.length);
      if (!line(HEAD_LIMIT_BYTES).isEmpty()) {
        throw new ProtocolException("a chunk is longer than it says");
      }
    }
  }

  private static boolean keepsOpen(String version, List<Answer.Field> fields) {
    List<String> said =
        Arrays.asList(all(fields, "Connection").toLowerCase(Locale.ROOT).split("\\s*,\\s*"));
    return version.equals("HTTP/1.0") ? said.contains("keep-alive") : !said.contains("close");
  }
}
