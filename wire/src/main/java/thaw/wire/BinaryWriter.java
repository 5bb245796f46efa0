package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes binary with the names of fields, or with their numbers. Numbers are little endian and as
 * wide as their type; a document is one element.
 *
 * <pre>
 * element     0 0 0 0 T T T T   payload
 * field       N N N N T T T T   payload                          number 1..14
 *             1 1 1 1 T T T T   varint number  payload           number from 15 on
 *        or   N N N N T T T T   name  payload                    name of 0..14 bytes of UTF-8
 *             1 1 1 1 T T T T   varint length  name  payload     name from 15 on
 *
 * T   0 null       nothing          8 float64    8 bytes, IEEE 754
 *     1 false      nothing          9 string     varint length, UTF-8
 *     2 true       nothing         10 bytes      varint length, bytes
 *     3 int8       1 byte          11 decimal    varint scale (zigzag), varint length, unscaled
 *     4 int16      2 bytes                       value in two's complement, big endian
 *     5 int32      4 bytes         12 timestamp  int64 seconds since 1970, int32 nanoseconds
 *     6 int64      8 bytes         13 object     int32 length in bytes, fields
 *     7 float32    4 bytes         14 list       int32 length in bytes, elements
 *                                  15 map        int32 length in bytes, fields with names
 *                                                as keys, in both formats
 * </pre>
 *
 * <p>A character is a string of one; a surrogate, which UTF-8 does not have, is an int32. Varints
 * have seven bits a byte, the low ones first, and are as short as they can be.
 */
final class BinaryWriter extends Writer {
  /** The next value is an element: it has a header of its own. */
  private static final int ELEMENT = -1;

  /** The next value needs a field. */
  private static final int NONE = -2;

  /** {@link Field#LONG} with names, 0 with numbers. */
  private final int names;

  /**
   * The offset of the header that the next value's type belongs to, or {@link #ELEMENT}, or NONE.
   */
  private int header;

  /**
   * The value that {@link #header} has between two values of the object, list or map that is open.
   */
  private int between;

  /** The place of the length of each that is open, and {@link #between} of the one around it. */
  private int[] stack = new int[32];

  private int top;

  BinaryWriter(boolean named) {
    names = named ? Field.LONG : 0;
    reset();
  }

  @Override
  public Writer reset() {
    header = ELEMENT;
    between = ELEMENT;
    top = 0;
    return super.reset();
  }

  @Override
  void finish() {
    if (top != 0 || header >= 0) {
      throw WireException.misuse("an object, a list or a field has not been closed");
    }
  }

  @Override
  int keys() {
    return names != 0 ? NAMES : NUMBERS;
  }

  // ---- fields

  @Override
  public boolean bool(Field field, boolean value) {
    begin(field, value ? Type.TRUE : Type.FALSE, 0);
    return value;
  }

  @Override
  public byte int8(Field field, byte value) {
    int at = begin(field, Type.INT8, 1);
    buffer[at] = value;
    return value;
  }

  @Override
  public short int16(Field field, short value) {
    int at = begin(field, Type.INT16, 2);
    Bytes.int16(buffer, at, value);
    return value;
  }

  /** The field that there is most of: in one method, for C1 calls those of more than 35 bytes. */
  @Override
  public int int32(Field field, int value) {
    int at = position;
    byte[] to = buffer;
    int header = field.tag | names | Type.INT32;
    if (header >= Field.LONG || to.length - at <= 4) {
      Bytes.int32(room(field, Type.INT32, 4), position - 4, value);
      return value;
    }
    to[at] = (byte) header;
    to[at + 1] = (byte) value;
    to[at + 2] = (byte) (value >> 8);
    to[at + 3] = (byte) (value >> 16);
    to[at + 4] = (byte) (value >> 24);
    position = at + 5;
    return value;
  }

  @Override
  public long int64(Field field, long value) {
    int at = begin(field, Type.INT64, 8);
    Bytes.int64(buffer, at, value);
    return value;
  }

  @Override
  public float float32(Field field, float value) {
    int at = begin(field, Type.FLOAT32, 4);
    Bytes.int32(buffer, at, Float.floatToRawIntBits(value));
    return value;
  }

  @Override
  public double float64(Field field, double value) {
    int at = begin(field, Type.FLOAT64, 8);
    Bytes.int64(buffer, at, Double.doubleToRawLongBits(value));
    return value;
  }

  @Override
  public char character(Field field, char value) {
    enter(field);
    return character(value);
  }

  @Override
  public @Nullable String string(Field field, @Nullable String value) {
    if (value != null || !omitsNull()) {
      enter(field);
      string(value);
    }
    return value;
  }

  @Override
  public byte @Nullable [] bytes(Field field, byte @Nullable [] value) {
    if (value != null || !omitsNull()) {
      enter(field);
      bytes(value);
    }
    return value;
  }

  @Override
  public @Nullable BigDecimal decimal(Field field, @Nullable BigDecimal value) {
    if (value != null || !omitsNull()) {
      enter(field);
      decimal(value);
    }
    return value;
  }

  @Override
  public @Nullable Instant timestamp(Field field, @Nullable Instant value) {
    if (value != null || !omitsNull()) {
      enter(field);
      timestamp(value);
    }
    return value;
  }

  // ---- values where the wire stands

  @Override
  public boolean bool(boolean value) {
    begin(value ? Type.TRUE : Type.FALSE, 0);
    return value;
  }

  @Override
  public byte int8(byte value) {
    int at = begin(Type.INT8, 1);
    buffer[at] = value;
    return value;
  }

  @Override
  public short int16(short value) {
    int at = begin(Type.INT16, 2);
    Bytes.int16(buffer, at, value);
    return value;
  }

  @Override
  public int int32(int value) {
    int at = begin(Type.INT32, 4);
    Bytes.int32(buffer, at, value);
    return value;
  }

  @Override
  public long int64(long value) {
    int at = begin(Type.INT64, 8);
    Bytes.int64(buffer, at, value);
    return value;
  }

  @Override
  public float float32(float value) {
    int at = begin(Type.FLOAT32, 4);
    Bytes.int32(buffer, at, Float.floatToRawIntBits(value));
    return value;
  }

  @Override
  public double float64(double value) {
    int at = begin(Type.FLOAT64, 8);
    Bytes.int64(buffer, at, Double.doubleToRawLongBits(value));
    return value;
  }

  @Override
  public char character(char value) {
    if (Character.isSurrogate(value)) {
      int32((int) value);
    } else {
      string(String.valueOf(value));
    }
    return value;
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (value == null) {
      writeNull();
      return null;
    }
    begin(Type.STRING, 0);
    Payload.string(this, value, 0);
    return value;
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (value == null) {
      writeNull();
      return null;
    }
    begin(Type.BYTES, 0);
    Payload.bytes(this, value, 0);
    return value;
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    if (value == null) {
      writeNull();
      return null;
    }
    begin(Type.DECIMAL, 0);
    Payload.decimal(this, value);
    return value;
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    if (value == null) {
      writeNull();
      return null;
    }
    int at = begin(Type.TIMESTAMP, 12);
    Payload.timestamp(buffer, at, value);
    return value;
  }

  // ---- objects, lists and maps

  @Override
  boolean enter(Field field) {
    header = position;
    begin(field, 0, 0);
    return true;
  }

  @Override
  void writeNull() {
    begin(Type.NULL, 0);
  }

  @Override
  void writePresent() {}

  @Override
  void openObject() {
    open(Type.OBJECT, NONE);
  }

  @Override
  void closeObject() {
    close();
  }

  @Override
  void openList(int size) {
    open(Type.LIST, ELEMENT);
  }

  @Override
  void closeList() {
    close();
  }

  @Override
  void openMap(int size) {
    open(Type.MAP, NONE);
  }

  @Override
  void key(String key) {
    header = position;
    int size = Payload.utf8(this, key, 0);
    ensure(1 + Bytes.VARINT + size);
    buffer[position++] = (byte) (Math.min(size, 15) << 4);
    if (size >= 15) {
      position = Bytes.varint(buffer, position, size);
    }
    position = Utf8.put(buffer, position, key);
  }

  @Override
  void closeMap() {
    close();
  }

  private void open(int type, int inside) {
    if (top == stack.length) {
      deeper();
    }
    stack[top] = begin(type, 4);
    stack[top + 1] = between;
    top += 2;
    between = inside;
    header = inside;
  }

  private void deeper() {
    if (top == 2 * MAX_DEPTH) {
      throw tooDeep();
    }
    stack = Arrays.copyOf(stack, Math.min(2 * top, 2 * MAX_DEPTH));
  }

  /** Returns the path as if all objects, lists and maps that are open ended here. */
  @Override
  String path() {
    for (int i = 0; i < top; i += 2) {
      Bytes.int32(buffer, stack[i], position - stack[i] - 4);
    }
    return BinaryPath.of(buffer, 0, position, position - 1, names != 0);
  }

  private void close() {
    top -= 2;
    int at = stack[top];
    between = stack[top + 1];
    header = between;
    Bytes.int32(buffer, at, position - at - 4);
  }

  /** A field's header and room for its payload, whose place it returns. */
  private int begin(Field field, int type, int payload) {
    int header = field.tag | names | type;
    if (header >= Field.LONG) {
      return beginLong(field, type, payload);
    }
    ensure(1 + payload);
    int at = position;
    buffer[at] = (byte) header;
    position = at + 1 + payload;
    return at + 1;
  }

  /**
   * Makes room as {@link #begin(Field, int, int)} does; the place of the payload is so many bytes
   * before the position.
   */
  private byte[] room(Field field, int type, int payload) {
    begin(field, type, payload);
    return buffer;
  }

  private int beginLong(Field field, int type, int payload) {
    byte[] name = names != 0 ? field.named : field.numbered;
    int length = name.length;
    ensure(length + payload);
    int at = position;
    System.arraycopy(name, 0, buffer, at, length);
    buffer[at] |= (byte) type;
    position = at + length + payload;
    return at + length;
  }

  /** The type of the value that follows, and room for its payload, whose place it returns. */
  private int begin(int type, int payload) {
    ensure(1 + payload);
    int at = position;
    if (header >= 0) {
      buffer[header] |= (byte) type;
      header = between;
    } else if (header == ELEMENT) {
      buffer[at++] = (byte) type;
    } else {
      throw WireException.misuse("a value in an object or a map needs a field or a key");
    }
    position = at + payload;
    return at;
  }
}
