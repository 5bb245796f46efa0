package thaw.wire;

/**
 * Numbers as bytes, at a place of an array. Whoever calls has made room, or knows that the bytes
 * are there.
 *
 * <p>Shifts, since C2 makes one store of them, C1 has nothing better, and views by VarHandle or
 * MemorySegment cost 1 and 16 ms of a cold start.
 */
final class Bytes {
  /** The most bytes of a varint. */
  static final int VARINT = 5;

  private Bytes() {}

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
}
