package thaw.service.database;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message of PostgreSQL's protocol 3, after the first one of a connection.
 *
 * <pre>
 * 1 byte   type
 * 4 bytes  length, itself included
 * ...      body
 * </pre>
 *
 * @param type a letter
 */
record PostgresMessage(char type, byte[] body) {
  static final int PROTOCOL = 3 << 16;

  private static final int HEAD = 5;
  private static final int LARGEST = 1 << 30;

  static PostgresMessage read(DataInputStream in) throws IOException {
    int type = in.read();
    if (type < 0) {
      throw new EOFException("the connection has ended");
    }
    int length = in.readInt();
    if (length < Integer.BYTES || length > LARGEST) {
      throw new IOException("no message of PostgreSQL: its length is " + length);
    }
    byte[] body = new byte[length - Integer.BYTES];
    in.readFully(body);
    return new PostgresMessage((char) type, body);
  }

  static byte[] of(char type, byte[] body) {
    return ByteBuffer.allocate(HEAD + body.length)
        .put((byte) type)
        .putInt(Integer.BYTES + body.length)
        .put(body)
        .array();
  }

  byte[] bytes() {
    return of(type, body);
  }

  /** Returns a text with the zero at its end. */
  static byte[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(bytes.length + 1).put(bytes).array();
  }

  /** Returns the first message of a connection. */
  static byte[] startup(Map<String, String> parameters) {
    StringBuilder pairs = new StringBuilder();
    parameters.forEach((name, value) -> pairs.append(name).append('\0').append(value).append('\0'));
    byte[] bytes = text(pairs.toString());
    return ByteBuffer.allocate(2 * Integer.BYTES + bytes.length)
        .putInt(2 * Integer.BYTES + bytes.length)
        .putInt(PROTOCOL)
        .put(bytes)
        .array();
  }

  /** Returns the parameters in the body of a first message, behind the protocol. */
  static Map<String, String> parameters(byte[] body) {
    Map<String, String> parameters = new LinkedHashMap<>();
    String[] words = new String(body, StandardCharsets.UTF_8).split("\0", -1);
    for (int i = 0; i + 1 < words.length && !words[i].isEmpty(); i += 2) {
      parameters.put(words[i], words[i + 1]);
    }
    return parameters;
  }

  /** Returns an error that ends a connection. */
  static byte[] fatal(String code, String message, String detail) {
    StringBuilder fields = new StringBuilder("SFATAL\0VFATAL\0C" + code + "\0M" + message + '\0');
    if (!detail.isEmpty()) {
      fields.append('D').append(detail).append('\0');
    }
    return of('E', text(fields.toString()));
  }

  /** The number at the beginning: of an authentication's message its kind. */
  int code() {
    return ByteBuffer.wrap(body).getInt();
  }

  /** The fields of an error or a notice, by the letter of each. */
  Map<Character, String> fields() {
    Map<Character, String> fields = new LinkedHashMap<>();
    for (String field : new String(body, StandardCharsets.UTF_8).split("\0", -1)) {
      if (!field.isEmpty()) {
        fields.put(field.charAt(0), field.substring(1));
      }
    }
    return fields;
  }

  List<String> row() {
    ByteBuffer buffer = ByteBuffer.wrap(body);
    List<String> values = new ArrayList<>();
    for (int left = buffer.getShort(); left > 0; left--) {
      int length = buffer.getInt();
      byte[] value = new byte[Math.max(length, 0)];
      buffer.get(value);
      values.add(new String(value, StandardCharsets.UTF_8));
    }
    return values;
  }
}
