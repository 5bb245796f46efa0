package thaw.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * What binary formats have alike: numbers at a place of an array, where whoever calls has made
 * room, or knows that the bytes are there; and payloads of no fixed length, where a wire stands. It
 * is one class, for each costs time of a first document.
 *
 * <p>Shifts, since C2 makes one store of them, C1 has nothing better, and views by VarHandle or
 * MemorySegment cost 1 and 16 ms of a cold start.
 */
final class Payload {
  /**
   * The character that the JDK's decoder puts in place of malformed bytes; the bytes are checked
   * only when it occurs.
   */
  private static final char REPLACEMENT = '\ufffd';

  /** Those of {@link Instant#MIN} and MAX, as numbers: its class is loaded for points of time. */
  private static final long FIRST_SECOND = -31_557_014_167_219_200L;

  private static final long LAST_SECOND = 31_556_889_864_403_199L;

  /** The most bytes of a varint. */
  static final int VARINT = 5;

  private Payload() {}

  // ---- little endian

  static void int16(byte[] to, int at, int value) {
    to[at] = (byte) value;
    to[at + 1] = (byte) (value >> 8);
  }

  static void int32(byte[] to, int at, int value) {
    to[at] = (byte) value;
    to[at + 1] = (byte) (value >> 8);
    to[at + 2] = (byte) (value >> 16);
    to[at + 3] = (byte) (value >> 24);
  }

  static void int64(byte[] to, int at, long value) {
    to[at] = (byte) value;
    to[at + 1] = (byte) (value >> 8);
    to[at + 2] = (byte) (value >> 16);
    to[at + 3] = (byte) (value >> 24);
    to[at + 4] = (byte) (value >> 32);
    to[at + 5] = (byte) (value >> 40);
    to[at + 6] = (byte) (value >> 48);
    to[at + 7] = (byte) (value >> 56);
  }

  static short int16(byte[] from, int at) {
    return (short) ((from[at] & 255) | (from[at + 1] << 8));
  }

  static int int32(byte[] from, int at) {
    return (from[at] & 255)
        | ((from[at + 1] & 255) << 8)
        | ((from[at + 2] & 255) << 16)
        | (from[at + 3] << 24);
  }

  static long int64(byte[] from, int at) {
    return (int32(from, at) & 0xffff_ffffL) | ((long) int32(from, at + 4) << 32);
  }

  // ---- varints: seven bits a byte, the low ones first; all bytes but the last have the high bit

  /** The place after it. */
  static int varint(byte[] to, int at, int value) {
    int next = at;
    int left = value;
    while ((left & ~127) != 0) {
      to[next++] = (byte) (left | 128);
      left >>>= 7;
    }
    to[next++] = (byte) left;
    return next;
  }

  // ---- writes

  /**
   * A string, after a varint of its length plus something. It is taken for ASCII until a character
   * says otherwise, for most are.
   */
  static void string(Writer to, String value, int plus) {
    int length = value.length();
    to.ensure(VARINT + length);
    int at = varint(to.buffer, to.position, length + plus);
    int ascii = putAscii(to.buffer, at, value);
    if (ascii == length) {
      to.position = at + length;
      return;
    }
    int size = ascii + utf8(to, value, ascii);
    to.ensure(VARINT + size);
    at = varint(to.buffer, to.position, size + plus);
    to.position = Utf8.put(to.buffer, at, value);
  }

  /** Writes as many characters as are ASCII, and says how many. */
  static int putAscii(byte[] bytes, int at, String value) {
    int length = value.length();
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c >= 0x80) {
        return i;
      }
      bytes[at + i] = (byte) c;
    }
    return length;
  }

  /** Counts the bytes that a string has in UTF-8 from an index on. */
  static int utf8(Writer to, String value, int from) {
    int size = Utf8.size(value, from);
    if (size < 0) {
      throw to.failure("a string that has a surrogate without the other one");
    }
    return size;
  }

  /** Bytes, after a varint of their number plus something. */
  static void bytes(Writer to, byte[] value, int plus) {
    to.ensure(VARINT + value.length);
    int at = varint(to.buffer, to.position, value.length + plus);
    System.arraycopy(value, 0, to.buffer, at, value.length);
    to.position = at + value.length;
  }

  static void decimal(Writer to, BigDecimal value) {
    int scale = value.scale();
    to.ensure(VARINT);
    to.position = varint(to.buffer, to.position, scale << 1 ^ scale >> 31);
    bytes(to, value.unscaledValue().toByteArray(), 0);
  }

  static void timestamp(byte[] to, int at, Instant value) {
    int64(to, at, value.getEpochSecond());
    int32(to, at + 8, value.getNano());
  }

  // ---- reads: from where a reader stands to where its object or its document ends

  /** Goes over so many bytes and returns where they are; throws when they are not there. */
  static int take(Reader from, int bytes) {
    int at = from.position;
    if (bytes < 0 || bytes > from.end - at) {
      throw tooLong(from, bytes);
    }
    from.position = at + bytes;
    return at;
  }

  private static RuntimeException tooLong(Reader from, int bytes) {
    return from.failure(bytes + " bytes must follow, but there are " + (from.end - from.position));
  }

  /** A varint, all 32 bits of it. */
  static int varint(Reader from) {
    int at = from.position;
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      byte next = from.bytes[take(from, 1)];
      if (shift == 28 && (next & 0xf0) != 0) {
        throw from.failure("a varint of more than 32 bits", at);
      }
      value |= (next & 127) << shift;
      if (next >= 0) {
        if (next == 0 && shift > 0) {
          throw from.failure("a varint that is longer than it needs to be", at);
        }
        return value;
      }
    }
    throw from.failure("a varint of more than 32 bits", at);
  }

  static String string(Reader from, int length) {
    limit(from, length, from.maxString, "a string");
    int at = take(from, length);
    byte[] bytes = from.bytes;
    int bits = 0;
    for (int i = at; i < at + length; i++) {
      bits |= bytes[i];
    }
    if (bits >= 0) {
      return from.ascii(at, at + length);
    }
    String value = new String(bytes, at, length, StandardCharsets.UTF_8);
    if (value.indexOf(REPLACEMENT) >= 0) {
      int wrong = Utf8.wrong(bytes, at, at + length);
      if (wrong >= 0) {
        throw from.failure("a string that is not UTF-8", wrong);
      }
    }
    return value;
  }

  static byte[] bytes(Reader from, int length) {
    limit(from, length, from.maxString, "a binary value");
    int at = take(from, length);
    byte[] value = new byte[length];
    System.arraycopy(from.bytes, at, value, 0, length);
    return value;
  }

  static BigDecimal decimal(Reader from) {
    int zigzag = varint(from);
    int length = varint(from);
    limit(from, length, from.maxNumber, "a decimal");
    int at = take(from, length);
    if (length == 0) {
      throw from.failure("a decimal without digits", at);
    }
    return new BigDecimal(new BigInteger(from.bytes, at, length), zigzag >>> 1 ^ -(zigzag & 1));
  }

  static Instant timestamp(Reader from) {
    int at = take(from, 12);
    long seconds = int64(from.bytes, at);
    int nanos = int32(from.bytes, at + 8);
    if (!isInstant(seconds, nanos)) {
      throw from.failure("no timestamp: " + seconds + " s and " + nanos + " ns since 1970", at);
    }
    return Instant.ofEpochSecond(seconds, nanos);
  }

  static boolean isInstant(long seconds, long nanos) {
    return seconds >= FIRST_SECOND && seconds <= LAST_SECOND && nanos >= 0 && nanos <= 999_999_999;
  }

  private static void limit(Reader from, int length, int limit, String what) {
    if (length > limit) {
      throw from.failure(what + " of " + length + " bytes: the limit is " + limit);
    }
  }
}
