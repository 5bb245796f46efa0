package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes what protobuf calls the wire format: an object is its fields, in the order of the
 * description.
 *
 * <pre>
 * field     tag: varint of number * 8 + wire type, then the value
 *
 * 0 varint  bool, character, enumeration, int8 to int64      seven bits a byte, the low ones first
 * 1         float64, int64 of a field that is fixed          8 bytes, little endian
 * 2 length  string, decimal: UTF-8     bytes                 varint length, then that many bytes
 *           object: its fields         timestamp: seconds = 1, nanoseconds = 2, not those that are 0
 *           list of numbers: each without a tag
 *           entry of a map: key = 1, value = 2
 * 5         float32, int8 to int32 of a field that is fixed  4 bytes, little endian
 * </pre>
 *
 * <p>A list of others is a field for each element, and a map one for each entry; an empty one is
 * nothing, as null is. All else is written, also zeros, for a field that is missing keeps its value
 * where it is read.
 *
 * <p>A length is written once the value is there: one byte is left for it, and what needs more
 * moves the value.
 */
final class ProtobufWriter extends Writer {
  // Wire types.
  static final int VARINT = 0;
  static final int INT64 = 1;
  static final int LENGTH = 2;
  static final int GROUP = 3;
  static final int GROUP_END = 4;
  static final int INT32 = 5;

  // What the next value belongs to.
  static final int FIELD = 0;
  static final int LIST = 1;
  static final int PACKED = 2;
  static final int MAP = 3;

  /** In place of a number: the next value is the document. */
  private static final int DOCUMENT = -1;

  /** A tag, and a varint of 64 bits. */
  private static final int LARGEST = 15;

  /** What is kept of each object, and of what is around it. */
  private static final int FRAME = 4;

  /** The field of the next value or of the list or map that is open; 0 for none. */
  private int number;

  private int encoding;
  private int place;

  /** Where the length of the packed list or of the entry that is open will be; or -1. */
  private int length;

  /** The number of elements that have been begun, for messages. */
  private int element;

  private int[] stack = new int[8 * FRAME];
  private int top;

  ProtobufWriter() {
    reset();
  }

  @Override
  public Writer reset() {
    number = DOCUMENT;
    place = FIELD;
    top = 0;
    return super.reset();
  }

  @Override
  void finish() {
    if (top != 0 || number != 0) {
      throw WireException.misuse("an object or a field has not been closed");
    }
  }

  /** Its keys are numbers, but a value without a description has no type here. */
  @Override
  boolean tellsTypes() {
    return false;
  }

  // ---- fields

  /** The field that there is most of: in one method, for C1 does not inline those. */
  @Override
  public int int32(Field field, int value) {
    int at = position;
    byte[] to = buffer;
    int tag = field.protobuf;
    if (value < 0 || tag >= Field.LONG || to.length - at < LARGEST) {
      enter(field);
      return int32(value);
    }
    to[at] = (byte) tag;
    if (value < 128) {
      to[at + 1] = (byte) value;
      position = at + 2;
      return value;
    }
    to[at + 1] = (byte) (value | 128);
    int left = value >> 7;
    at += 2;
    while (left > 127) {
      to[at++] = (byte) (left | 128);
      left >>= 7;
    }
    to[at] = (byte) left;
    position = at + 1;
    return value;
  }

  @Override
  public byte @Nullable [] unknown(byte @Nullable [] fields) {
    if (fields != null) {
      ensure(fields.length);
      System.arraycopy(fields, 0, buffer, position, fields.length);
      position += fields.length;
    }
    return fields;
  }

  // ---- values where the wire stands

  @Override
  public boolean bool(boolean value) {
    begin(VARINT);
    buffer[position++] = (byte) (value ? 1 : 0);
    return value;
  }

  @Override
  public byte int8(byte value) {
    integer(value, INT32);
    return value;
  }

  @Override
  public short int16(short value) {
    integer(value, INT32);
    return value;
  }

  @Override
  public int int32(int value) {
    integer(value, INT32);
    return value;
  }

  @Override
  public long int64(long value) {
    integer(value, INT64);
    return value;
  }

  @Override
  public float float32(float value) {
    begin(INT32);
    Payload.int32(buffer, position, Float.floatToRawIntBits(value));
    position += 4;
    return value;
  }

  @Override
  public double float64(double value) {
    begin(INT64);
    Payload.int64(buffer, position, Double.doubleToRawLongBits(value));
    position += 8;
    return value;
  }

  @Override
  public char character(char value) {
    begin(VARINT);
    varint(value);
    return value;
  }

  @Override
  boolean numbersConstants() {
    return true;
  }

  @Override
  int constant(int value) {
    begin(VARINT);
    varint(value);
    return value;
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (value == null) {
      writeNull();
    } else {
      begin(LENGTH);
      Payload.string(this, value, 0);
    }
    return value;
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (value == null) {
      writeNull();
    } else {
      begin(LENGTH);
      Payload.bytes(this, value, 0);
    }
    return value;
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    string(value == null ? null : value.toString());
    return value;
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    if (value == null) {
      writeNull();
      return null;
    }
    begin(LENGTH);
    ensure(2 * LARGEST);
    int at = position++;
    if (value.getEpochSecond() != 0) {
      buffer[position++] = 1 << 3 | VARINT;
      varint(value.getEpochSecond());
    }
    if (value.getNano() != 0) {
      buffer[position++] = 2 << 3 | VARINT;
      varint(value.getNano());
    }
    buffer[at] = (byte) (position - at - 1);
    return value;
  }

  private void integer(long value, int fixed) {
    if (encoding != Field.FIXED) {
      begin(VARINT);
      varint(encoding == Field.ZIGZAG ? value << 1 ^ value >> 63 : value);
      return;
    }
    begin(fixed);
    if (fixed == INT64) {
      Payload.int64(buffer, position, value);
      position += 8;
    } else {
      Payload.int32(buffer, position, (int) value);
      position += 4;
    }
  }

  private void varint(long value) {
    int at = position;
    byte[] to = buffer;
    long left = value;
    while ((left & ~127L) != 0) {
      to[at++] = (byte) (left | 128);
      left >>>= 7;
    }
    to[at++] = (byte) left;
    position = at;
  }

  // ---- objects, lists and maps

  @Override
  boolean enter(Field field) {
    number = field.number();
    encoding = field.encoding;
    return true;
  }

  /** A field that is null is not there. */
  @Override
  void writeNull() {
    if (number == DOCUMENT) {
      throw refused("a document of protobuf cannot be null");
    }
    if (place != FIELD) {
      throw refused("protobuf has no null in a list or a map");
    }
    number = 0;
  }

  @Override
  void writePresent() {}

  @Override
  void openObject() {
    int at = -1;
    int field = Math.max(number, 0);
    if (number == DOCUMENT) {
      number = 0;
    } else {
      begin(LENGTH);
      at = position++;
    }
    if (top == stack.length) {
      deeper();
    }
    stack[top] = at;
    stack[top + 1] = field << 2 | place;
    stack[top + 2] = length;
    stack[top + 3] = element;
    top += FRAME;
    number = 0;
    place = FIELD;
  }

  @Override
  void closeObject() {
    top -= FRAME;
    int at = stack[top];
    number = stack[top + 1] >>> 2;
    place = stack[top + 1] & 3;
    length = stack[top + 2];
    element = stack[top + 3];
    if (at >= 0) {
      close(at);
    }
    if (place == FIELD) {
      number = 0;
    }
  }

  @Override
  void openList(int size) {
    open(LIST);
  }

  @Override
  void closeList() {
    closeMap();
  }

  @Override
  void openMap(int size) {
    open(MAP);
  }

  @Override
  void key(String key) {
    key(key, false);
  }

  @Override
  void key(String key, boolean isNumber) {
    if (length >= 0) {
      close(length);
    }
    tag(number, LENGTH);
    length = position++;
    buffer[position++] = (byte) (1 << 3 | (isNumber ? VARINT : LENGTH));
    if (isNumber) {
      varint(Long.parseLong(key));
    } else {
      Payload.string(this, key, 0);
    }
  }

  @Override
  void closeMap() {
    if (length >= 0) {
      close(length);
    }
    number = 0;
    place = FIELD;
  }

  private void open(int opened) {
    if (place != FIELD) {
      throw refused("protobuf has no list or map in another one");
    }
    if (number == DOCUMENT) {
      throw refused("a document of protobuf is an object, not a list or a map");
    }
    place = opened;
    length = -1;
    element = 0;
  }

  /** The tag of the value that follows, if it has one of its own, and room for a number. */
  private void begin(int type) {
    if (place == FIELD) {
      int field = number;
      if (field <= 0) {
        throw field == 0
            ? WireException.misuse("a value in an object needs a field")
            : refused("a document of protobuf is an object");
      }
      number = 0;
      tag(field, type);
    } else {
      beginElement(type);
    }
  }

  private void beginElement(int type) {
    element++;
    if (place == MAP) {
      tag(2, type);
    } else if (type == LENGTH) {
      tag(number, type);
    } else if (place == LIST) {
      tag(number, LENGTH);
      length = position++;
      place = PACKED;
    } else {
      ensure(LARGEST);
    }
  }

  private void tag(int field, int type) {
    ensure(2 * LARGEST);
    position = Payload.varint(buffer, position, field << 3 | type);
  }

  /** Writes the length of what is after its place. */
  private void close(int at) {
    int size = position - at - 1;
    if (size < 128) {
      buffer[at] = (byte) size;
      return;
    }
    ensure(Payload.VARINT);
    int more = size < 1 << 14 ? 1 : size < 1 << 21 ? 2 : size < 1 << 28 ? 3 : 4;
    System.arraycopy(buffer, at + 1, buffer, at + 1 + more, size);
    Payload.varint(buffer, at, size);
    position += more;
  }

  private void deeper() {
    if (top == FRAME * MAX_DEPTH) {
      throw tooDeep();
    }
    stack = Arrays.copyOf(stack, Math.min(2 * top, FRAME * MAX_DEPTH));
  }

  private RuntimeException refused(String what) {
    return WireException.of(what, position, path());
  }

  /** The numbers of the fields that are open. */
  @Override
  String path() {
    StringBuilder path = new StringBuilder("$");
    for (int i = FRAME; i < top && path.length() < JsonPath.LONGEST; i += FRAME) {
      int in = stack[i + 1] & 3;
      JsonPath.step(
          path, buffer, position, stack[i + 1] >>> 2, in, stack[i + 2] + 1, stack[i + 3] - 1);
    }
    JsonPath.step(path, buffer, position, number, place, length + 1, element);
    return JsonPath.shortened(path);
  }
}
