package thaw.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes CBOR (RFC 8949) with the names of fields as keys. Integers and lengths are as short as
 * they can be, floats as wide as their type, and all lengths are definite.
 *
 * <pre>
 * head        M M M N N N N N                                    argument N, 0..23
 *             M M M 1 1 0 K K   1, 2, 4 or 8 bytes, big endian   by K
 *
 * M   0 integer    argument                   4 list    elements
 *     1 integer    -1 - argument              5 object  entries, each a string and a value
 *     2 bytes      length, bytes              6 tag     of the value that follows
 *     3 string     length, UTF-8              7         false, true, null, floats
 * </pre>
 *
 * <p>How many fields an object has is known at its end: its head is one byte, and what is behind it
 * moves when it has more than 23.
 */
final class CborWriter extends Writer {
  // Major types, in the place that they have in a head:
  private static final int NEGATIVE = 0x20;
  private static final int BYTES = 0x40;
  private static final int STRING = 0x60;
  private static final int LIST = 0x80;
  private static final int OBJECT = 0xa0;
  private static final int TAG = 0xc0;

  /** The largest argument that a head has in itself. */
  private static final int SMALL = 23;

  /** The entries of the object or map that is open. */
  private int entries;

  /** The head of each that is open, and {@link #entries} of the one around it. */
  private int[] stack = new int[32];

  private int top;

  @Override
  public Writer reset() {
    entries = 0;
    top = 0;
    return super.reset();
  }

  @Override
  void finish() {
    if (top != 0) {
      throw WireException.misuse("an object or a list has not been closed");
    }
  }

  /** Returns the path as if the document ended here. */
  @Override
  String path() {
    for (int i = 0; i < top; i += 2) {
      if (buffer[stack[i]] == 0) {
        buffer[stack[i]] = (byte) (OBJECT | 31); // an object without a length
      }
    }
    return CborScanner.path(buffer, 0, position, position - 1);
  }

  // ---- fields

  @Override
  boolean enter(Field field) {
    entries++;
    byte[] name = field.cbor;
    int length = name.length;
    ensure(length);
    System.arraycopy(name, 0, buffer, position, length);
    position += length;
    return true;
  }

  /** The field that there is most of. */
  @Override
  public int int32(Field field, int value) {
    enter(field);
    head(value >> 31 & NEGATIVE, value ^ value >> 31);
    return value;
  }

  // ---- values where the wire stands

  @Override
  public boolean bool(boolean value) {
    head(0xe0, value ? 21 : 20);
    return value;
  }

  @Override
  public byte int8(byte value) {
    int32((int) value);
    return value;
  }

  @Override
  public short int16(short value) {
    int32((int) value);
    return value;
  }

  @Override
  public int int32(int value) {
    head(value >> 31 & NEGATIVE, value ^ value >> 31);
    return value;
  }

  @Override
  public long int64(long value) {
    int major = (int) (value >> 63) & NEGATIVE;
    long argument = value ^ value >> 63;
    if (argument >>> 32 == 0) {
      head(major, (int) argument);
    } else {
      wide(major | 27, argument);
    }
    return value;
  }

  @Override
  public float float32(float value) {
    ensure(5);
    buffer[position++] = (byte) 0xfa;
    big(4, Float.floatToRawIntBits(value));
    return value;
  }

  @Override
  public double float64(double value) {
    wide(0xfb, Double.doubleToRawLongBits(value));
    return value;
  }

  @Override
  public char character(char value) {
    if (Character.isSurrogate(value)) {
      int32((int) value);
    } else {
      text(String.valueOf(value));
    }
    return value;
  }

  @Override
  public @Nullable String string(@Nullable String value) {
    if (value == null) {
      writeNull();
    } else {
      text(value);
    }
    return value;
  }

  /** It is taken for ASCII until a character says otherwise. */
  private void text(String value) {
    int length = value.length();
    int from = position;
    head(STRING, length);
    ensure(length);
    int ascii = Payload.putAscii(buffer, position, value);
    if (ascii == length) {
      position += length;
      return;
    }
    position = from;
    int size = ascii + Payload.utf8(this, value, ascii);
    head(STRING, size);
    ensure(size);
    position = Utf8.put(buffer, position, value);
  }

  @Override
  public byte @Nullable [] bytes(byte @Nullable [] value) {
    if (value == null) {
      writeNull();
    } else {
      int length = value.length;
      head(BYTES, length);
      ensure(length);
      System.arraycopy(value, 0, buffer, position, length);
      position += length;
    }
    return value;
  }

  /** A decimal fraction (tag 4); without a scale an integer, as others write those. */
  @Override
  public @Nullable BigDecimal decimal(@Nullable BigDecimal value) {
    if (value == null) {
      writeNull();
      return null;
    }
    if (value.scale() != 0) {
      head(TAG, 4);
      head(LIST, 2);
      int64(-(long) value.scale());
    }
    integer(value.unscaledValue());
    return value;
  }

  /**
   * Of 64 bits and a sign, or a bignum (tags 2 and 3). A bignum whose first bit is 1 has a zero
   * before it, which the RFC allows: Jackson takes it for a negative number otherwise.
   */
  private void integer(BigInteger value) {
    BigInteger argument = value.signum() < 0 ? value.not() : value;
    int sign = value.signum() < 0 ? 1 : 0;
    if (argument.bitLength() < 64) {
      int64(value.longValue());
    } else if (argument.bitLength() == 64) {
      wide(sign * NEGATIVE | 27, argument.longValue());
    } else {
      head(TAG, 2 + sign);
      bytes(argument.toByteArray());
    }
  }

  /** Whole seconds as a number (tag 1); a fraction of one, which a float would round, as text. */
  @Override
  public @Nullable Instant timestamp(@Nullable Instant value) {
    if (value == null) {
      writeNull();
    } else if (value.getNano() == 0) {
      head(TAG, 1);
      int64(value.getEpochSecond());
    } else {
      head(TAG, 0);
      ensure(2 + Timestamps.LONGEST);
      int to = Timestamps.put(buffer, position + 2, value);
      buffer[position] = STRING | 24;
      buffer[position + 1] = (byte) (to - position - 2);
      position = to;
    }
    return value;
  }

  // ---- objects, lists and maps

  @Override
  void writeNull() {
    head(0xe0, 22);
  }

  @Override
  void writePresent() {}

  @Override
  void openObject() {
    push();
    ensure(1);
    buffer[position++] = 0; // see closeObject and path
    entries = 0;
  }

  @Override
  void closeObject() {
    int count = entries;
    pop();
    int at = stack[top];
    if (count <= SMALL) {
      buffer[at] = (byte) (OBJECT | count);
      return;
    }
    int more = count < 0x100 ? 1 : count < 0x10000 ? 2 : 4;
    ensure(more);
    System.arraycopy(buffer, at + 1, buffer, at + 1 + more, position - at - 1);
    int end = position + more;
    position = at;
    head(OBJECT, count);
    position = end;
  }

  @Override
  void openList(int size) {
    push();
    head(LIST, size);
  }

  @Override
  void closeList() {
    pop();
  }

  @Override
  void openMap(int size) {
    openObject();
  }

  @Override
  void key(String key) {
    entries++;
    text(key);
  }

  @Override
  void closeMap() {
    closeObject();
  }

  private void push() {
    if (top == stack.length) {
      if (top == 2 * MAX_DEPTH) {
        throw tooDeep();
      }
      stack = Arrays.copyOf(stack, Math.min(2 * top, 2 * MAX_DEPTH));
    }
    stack[top] = position;
    stack[top + 1] = entries;
    top += 2;
  }

  private void pop() {
    top -= 2;
    entries = stack[top + 1];
  }

  // ---- heads

  /** A head of a major type, with an argument of 32 bits without sign. */
  private void head(int major, int argument) {
    ensure(5);
    byte[] to = buffer;
    int at = position;
    if ((argument & ~0xff) == 0) {
      if (argument <= SMALL) {
        to[at] = (byte) (major | argument);
        position = at + 1;
      } else {
        to[at] = (byte) (major | 24);
        to[at + 1] = (byte) argument;
        position = at + 2;
      }
    } else if ((argument & ~0xffff) == 0) {
      to[at] = (byte) (major | 25);
      to[at + 1] = (byte) (argument >> 8);
      to[at + 2] = (byte) argument;
      position = at + 3;
    } else {
      to[at] = (byte) (major | 26);
      position = at + 1;
      big(4, argument);
    }
  }

  /** A first byte and 8 bytes. */
  private void wide(int first, long bits) {
    ensure(9);
    buffer[position++] = (byte) first;
    big(8, bits);
  }

  /** So many bytes, big endian, for which there is room. */
  private void big(int bytes, long bits) {
    byte[] to = buffer;
    int at = position;
    for (int i = 0; i < bytes; i++) {
      to[at + i] = (byte) (bits >> 8 * (bytes - 1 - i));
    }
    position = at + bytes;
  }
}
