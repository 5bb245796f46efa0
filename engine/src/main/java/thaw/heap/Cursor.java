package thaw.heap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads big endian values one after the other. */
final class Cursor {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final MemorySegment content;
  private long position;

  Cursor(MemorySegment content, long position) {
    this.content = content;
    this.position = position;
  }

  long position() {
    return position;
  }

  void to(long other) {
    position = other;
  }

  void skip(long bytes) {
    position += bytes;
  }

  int u1() {
    return content.get(ValueLayout.JAVA_BYTE, position++) & 0xff;
  }

  int u2() {
    int value = content.get(SHORT, position) & 0xffff;
    position += 2;
    return value;
  }

  int i4() {
    int value = content.get(INT, position);
    position += 4;
    return value;
  }

  long u4() {
    return Integer.toUnsignedLong(i4());
  }

  long i8() {
    long value = content.get(LONG, position);
    position += 8;
    return value;
  }

  /** The bits of a value, an object's id included. */
  long bits(JavaType type) {
    return switch (type.bytes()) {
      case 1 -> u1();
      case 2 -> u2();
      case 4 -> i4();
      default -> i8();
    };
  }

  byte[] bytes(int length) {
    byte[] bytes = content.asSlice(position, length).toArray(ValueLayout.JAVA_BYTE);
    position += length;
    return bytes;
  }

  String text(int length) {
    return new String(bytes(length), StandardCharsets.UTF_8);
  }
}
