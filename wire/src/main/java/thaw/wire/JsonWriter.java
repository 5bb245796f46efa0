package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259) in UTF-8, without spaces.
 *
 * <p>After each value there is a comma, which the end of its object or list is written over.
 */
public final class JsonWriter extends Writer {
  private static final String HEX = "0123456789abcdef";

  private int depth;

  /** A writer with a buffer of its own. */
  public JsonWriter() {}

  @Override
  public Writer reset() {
    depth = 0;
    return super.reset();
  }

  @Override
  void finish() {
    position--; // the comma
  }

  @Override
  String path() {
    return JsonPath.of(buffer, 0, position);
  }

  // ---- fields

  private void name(Field field, int more) {
    byte[] key = field.json;
    int length = key.length;
    ensure(length + more);
    System.arraycopy(key, 0, buffer, position, length);
    position += length;
  }

  @Override
  boolean enter(Field field) {
    name(field, 0);
    return true;
  }

  @Override
  public boolean bool(Field field, boolean value) {
    name(field, 6);
    return bool(value);
  }

  @Override
  public byte int8(Field field, byte value) {
    int32(field, value);
    return value;
  }

  @Override
  public short int16(Field field, short value) {
    int32(field, value);
    return value;
  }

  @Override
  public int int32(Field field, int value) {
    name(field, 12);
    position = TextNumbers.put(buffer, position, value);
    buffer[position++] = ',';
    return value;
  }

  @Override
  public long int64(Field field, long value) {
    name(field, 21);
    position = TextNumbers.put(buffer, position, value);
    buffer[position++] = ',';
    return value;
  }

  @Override
  public float float32(Field field, float value) {
    name(field, 0);
    return float32(value);
  }

  @Override
  public double float64(Field field, double value) {
    name(field, 0);
    return float64(value);
  }

  @Override
  public char character(Field field, char value) {
    name(field, 0);
    return character(value);
  }

  @Override
  public @Nullable String string(Field field, @Nullable String value) {
    if (value != null || !omitsNull()) {
      name(field, 0);
      string(value);
    }
    return value;
  }

  @Override
  public byte @Nullable [] bytes(Field field, byte @Nullable [] value) {
    if (value != null || !omitsNull()) {
      name(field, 0);
      bytes(value);
    }
    return value;
  }

  @Override
  public @Nullable BigDecimal decimal(Field field, @Nullable BigDecimal value) {
    if (value != null || !omitsNull()) {
      name(field, 0);
      decimal(value);
    }
    return value;
  }

  @Override
  public @Nullable Instant timestamp(Field field, @Nullable Instant value) {
    if (value != null || !omitsNull()) {
      name(field, 0);
      timestamp(value);
    }
    return value;
  }

  // ---- values

  @Override
  public boolean bool(boolean value) {
    ascii(value ? "true" : "false");
    return value;
  }

  @Override
  public byte int8(byte value) {
    int32(value);
    return value;
  }

  @Override
  public short int16(short value) {
    int32(value);
    return value;
  }

  @Override
  public int int32(int value) {
    ensure(12);
    position = TextNumbers.put(buffer, position, value);
    buffer[position++] = ',';
    return value;
  }

  @Override
  public long int64(long value) {
    ensure(21);
    position = TextNumbers.put(buffer, position, value);
    buffer[position++] = ',';
    return value;
  }

  @Override
  public float float32(float value) {
    if (!Float.isFinite(value)) {
      throw failure("JSON has no " + value);
    }
    ensure(TextNumbers.LONGEST + 1);
    position = TextNumbers.put(buffer, position, value);
    buffer[position++] = ',';
    return value;
  }

  @Override
  public double float64(double value) {
    if (!Double.isFinite(value)) {
      throw failure("JSON has no " + value);
    }
    ensure(TextNumbers.LONGEST + 1);
    position = TextNumbers.put(buffer, position, value);
    buffer[position++] = ',';
    return value;
  }

  @Override
  public char character(char value) {
    ensure(9);
    buffer[position++] = '"';
    character(value, (char) 0);
    quote();
    return value;
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (value == null) {
      writeNull();
      return null;
    }
    quoted(value);
    buffer[position++] = ',';
    return value;
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (value == null) {
      writeNull();
      return null;
    }
    byte[] text = Base64.getEncoder().encode(value);
    ensure(text.length + 3);
    buffer[position++] = '"';
    System.arraycopy(text, 0, buffer, position, text.length);
    position += text.length;
    quote();
    return value;
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    if (value == null) {
      writeNull();
    } else {
      ascii(value.toString());
    }
    return value;
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    if (value == null) {
      writeNull();
      return null;
    }
    ensure(Timestamps.LONGEST + 3);
    buffer[position++] = '"';
    position = Timestamps.put(buffer, position, value);
    quote();
    return value;
  }

  // ---- structure

  @Override
  void writeNull() {
    ascii("null");
  }

  @Override
  void writePresent() {
    // What is there says so itself.
  }

  @Override
  void openObject() {
    open('{');
  }

  @Override
  void closeObject() {
    close('}');
  }

  @Override
  void openList(int size) {
    open('[');
  }

  @Override
  void closeList() {
    close(']');
  }

  @Override
  void openMap(int size) {
    open('{');
  }

  @Override
  void key(String key) {
    quoted(key);
    buffer[position++] = ':';
  }

  @Override
  void closeMap() {
    close('}');
  }

  private void open(char bracket) {
    if (++depth > MAX_DEPTH) {
      throw tooDeep();
    }
    ensure(1);
    buffer[position++] = (byte) bracket;
  }

  private void close(char bracket) {
    depth--;
    ensure(2);
    if (buffer[position - 1] == ',') {
      position--;
    }
    buffer[position++] = (byte) bracket;
    buffer[position++] = ',';
  }

  // ---- text

  private void quote() {
    buffer[position++] = '"';
    buffer[position++] = ',';
  }

  /** Writes a text of ASCII and a comma. */
  private void ascii(String text) {
    int length = text.length();
    ensure(length + 1);
    for (int i = 0; i < length; i++) {
      buffer[position++] = (byte) text.charAt(i);
    }
    buffer[position++] = ',';
  }

  /** Leaves room for one more byte. */
  private void quoted(String text) {
    int length = text.length();
    ensure(length + 3);
    byte[] to = buffer;
    int p = position;
    to[p++] = '"';
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80 || c < ' ' || c == '"' || c == '\\') {
        position = p;
        rest(text, i);
        return;
      }
      to[p++] = (byte) c;
    }
    to[p++] = '"';
    position = p;
  }

  /** Writes a text from the first character on that is not written as it is, and its last quote. */
  private void rest(String text, int from) {
    int length = text.length();
    for (int i = from; i < length; i++) {
      ensure(8 + length - i);
      char c = text.charAt(i);
      if (character(c, i + 1 < length ? text.charAt(i + 1) : 0)) {
        i++;
      }
    }
    ensure(2);
    buffer[position++] = '"';
  }

  /** Writes up to 6 bytes; true when the next character belongs to it and is written too. */
  private boolean character(char c, char next) {
    if (c < ' ') {
      escape(c);
    } else if (c == '"' || c == '\\') {
      buffer[position++] = '\\';
      buffer[position++] = (byte) c;
    } else if (c < 0x80) {
      buffer[position++] = (byte) c;
    } else if (Character.isHighSurrogate(c) && Character.isLowSurrogate(next)) {
      position = Utf8.put(buffer, position, Character.toCodePoint(c, next));
      return true;
    } else if (Character.isSurrogate(c)) {
      unicode(c); // alone: UTF-8 has none
    } else {
      position = Utf8.put(buffer, position, c);
    }
    return false;
  }

  private void escape(char c) {
    int letter =
        c == '\n' ? 'n' : c == '\t' ? 't' : c == '\r' ? 'r' : c == '\b' ? 'b' : c == '\f' ? 'f' : 0;
    if (letter == 0) {
      unicode(c);
    } else {
      buffer[position++] = '\\';
      buffer[position++] = (byte) letter;
    }
  }

  private void unicode(char c) {
    buffer[position++] = '\\';
    buffer[position++] = 'u';
    for (int shift = 12; shift >= 0; shift -= 4) {
      buffer[position++] = (byte) HEX.charAt(c >> shift & 15);
    }
  }
}
