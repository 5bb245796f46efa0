package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes binary without anything of fields but their values, all of them, in the order of the
 * description. Numbers are little endian.
 *
 * <pre>
 * bool       1 byte, 0 or 1                int8, int16, int32, int64     1, 2, 4, 8 bytes
 * character  2 bytes                       float32, float64              4, 8 bytes, IEEE 754
 * string     varint length + 1, UTF-8      null: the byte 0
 * bytes      varint length + 1, bytes      null: the byte 0
 * decimal    1, varint scale (zigzag), varint length, unscaled value     null: the byte 0
 * timestamp  1, int64 seconds since 1970, int32 nanoseconds              null: the byte 0
 * any shape  1, the value                                                null: the byte 0
 * object     int32 length in bytes, the values of its fields; one of a field as any shape
 * list       int32 number of elements, each as any shape; of ArrayShapes each as its primitive
 * map        int32 number of entries, each varint length, UTF-8, then the value as any shape
 * </pre>
 *
 * <p>A document is a value; one of no bytes is null.
 */
final class PlainWriter extends Writer {
  /** The offsets of the lengths of the objects that are open. */
  private int[] stack = new int[16];

  private int top;

  /** The number of lists and maps that are open. */
  private int depth;

  @Override
  boolean tellsTypes() {
    return false;
  }

  @Override
  public Writer reset() {
    top = 0;
    depth = 0;
    return super.reset();
  }

  @Override
  void finish() {
    if (top != 0) {
      throw WireException.misuse("an object has not been closed");
    }
  }

  @Override
  boolean omitsNull() {
    return false;
  }

  // ---- fields

  /** The field that there is most of: without a call that does nothing. */
  @Override
  public int int32(Field field, int value) {
    return int32(value);
  }

  // ---- values where the wire stands

  @Override
  public boolean bool(boolean value) {
    int at = room(1);
    buffer[at] = (byte) (value ? 1 : 0);
    return value;
  }

  @Override
  public byte int8(byte value) {
    int at = room(1);
    buffer[at] = value;
    return value;
  }

  @Override
  public short int16(short value) {
    int at = room(2);
    Payload.int16(buffer, at, value);
    return value;
  }

  @Override
  public int int32(int value) {
    int at = room(4);
    Payload.int32(buffer, at, value);
    return value;
  }

  @Override
  public long int64(long value) {
    int at = room(8);
    Payload.int64(buffer, at, value);
    return value;
  }

  @Override
  public float float32(float value) {
    int at = room(4);
    Payload.int32(buffer, at, Float.floatToRawIntBits(value));
    return value;
  }

  @Override
  public double float64(double value) {
    int at = room(8);
    Payload.int64(buffer, at, Double.doubleToRawLongBits(value));
    return value;
  }

  @Override
  public char character(char value) {
    int at = room(2);
    Payload.int16(buffer, at, value);
    return value;
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (value == null) {
      presence(0);
    } else {
      Payload.string(this, value, 1);
    }
    return value;
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (value == null) {
      presence(0);
    } else {
      Payload.bytes(this, value, 1);
    }
    return value;
  }

  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    presence(value == null ? 0 : 1);
    if (value != null) {
      Payload.decimal(this, value);
    }
    return value;
  }

  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    presence(value == null ? 0 : 1);
    if (value != null) {
      int at = room(12);
      Payload.timestamp(buffer, at, value);
    }
    return value;
  }

  // ---- objects, lists and maps

  @Override
  boolean enter(Field field) {
    return true;
  }

  @Override
  void writeNull() {
    if (position > 0) {
      presence(0);
    }
  }

  @Override
  void writePresent() {
    if (position > 0) {
      presence(1);
    }
  }

  @Override
  void openObject() {
    int at = room(4);
    if (top == stack.length) {
      deeper();
    }
    stack[top++] = at;
  }

  @Override
  void closeObject() {
    int at = stack[--top];
    Payload.int32(buffer, at, position - at - 4);
  }

  @Override
  void openList(int size) {
    descend();
    int32(size);
  }

  @Override
  void closeList() {
    depth--;
  }

  @Override
  void openMap(int size) {
    descend();
    int32(size);
  }

  @Override
  void key(String key) {
    Payload.string(this, key, 0);
  }

  @Override
  void closeMap() {
    depth--;
  }

  private void deeper() {
    if (top == MAX_DEPTH) {
      throw tooDeep();
    }
    stack = Arrays.copyOf(stack, Math.min(2 * top, MAX_DEPTH));
  }

  private void descend() {
    if (++depth > MAX_DEPTH) {
      throw tooDeep();
    }
  }

  private void presence(int value) {
    int at = room(1);
    buffer[at] = (byte) value;
  }

  private int room(int bytes) {
    ensure(bytes);
    int at = position;
    position = at + bytes;
    return at;
  }
}
