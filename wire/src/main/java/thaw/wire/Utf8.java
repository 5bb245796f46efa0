package thaw.wire;

/** UTF-8 (RFC 3629) by hand: what the JDK has replaces what is wrong instead of saying so. */
final class Utf8 {
  private Utf8() {}

  /** The index of the first byte that is not UTF-8, or -1. */
  static int wrong(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      int b = bytes[i];
      if (b >= 0) {
        i++;
        continue;
      }
      int size = size(b);
      if (size == 0 || i + size > to) {
        return i;
      }
      int second = bytes[i + 1];
      if ((second & 0xc0) != 0x80
          || (b == (byte) 0xe0 && (second & 0xff) < 0xa0) // could be shorter
          || (b == (byte) 0xed && (second & 0xff) > 0x9f) // a surrogate
          || (b == (byte) 0xf0 && (second & 0xff) < 0x90) // could be shorter
          || (b == (byte) 0xf4 && (second & 0xff) > 0x8f)) { // beyond U+10FFFF
        return i;
      }
      for (int k = 2; k < size; k++) {
        if ((bytes[i + k] & 0xc0) != 0x80) {
          return i;
        }
      }
      i += size;
    }
    return -1;
  }

  /**
   * Returns the number of bytes of a character that begins with this negative byte, or 0 when none
   * begins with it.
   */
  private static int size(int lead) {
    int b = lead & 0xff;
    if (b < 0xc2 || b > 0xf4) {
      return 0;
    }
    return b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
  }

  /** Writes a code point from U+0080 on, and returns the place after it. */
  static int put(byte[] bytes, int at, int codePoint) {
    int p = at;
    if (codePoint < 0x800) {
      bytes[p++] = (byte) (0xc0 | codePoint >> 6);
    } else if (codePoint < 0x10000) {
      bytes[p++] = (byte) (0xe0 | codePoint >> 12);
      bytes[p++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
    } else {
      bytes[p++] = (byte) (0xf0 | codePoint >> 18);
      bytes[p++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
      bytes[p++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
    }
    bytes[p++] = (byte) (0x80 | (codePoint & 0x3f));
    return p;
  }

  /**
   * Counts the bytes that a string has in UTF-8 from an index on; -1 when it has a surrogate
   * without the other one.
   */
  static int size(String value, int from) {
    int length = value.length();
    int size = length - from;
    for (int i = from; i < length; i++) {
      char c = value.charAt(i);
      if (c >= 0x80) {
        size += c < 0x800 ? 1 : 2;
        if (Character.isSurrogate(c)) {
          if (!Character.isHighSurrogate(c)
              || i + 1 == length
              || !Character.isLowSurrogate(value.charAt(i + 1))) {
            return -1;
          }
          i++; // four bytes for two characters
        }
      }
    }
    return size;
  }

  /** Writes a string that has a {@link #size(String, int)}, and returns the place after it. */
  static int put(byte[] bytes, int at, String value) {
    int p = at;
    int length = value.length();
    for (int i = 0; i < length; i++) {
      int c = value.codePointAt(i);
      if (c < 0x80) {
        bytes[p++] = (byte) c;
      } else {
        p = put(bytes, p, c);
        i += c >>> 16 == 0 ? 0 : 1;
      }
    }
    return p;
  }
}
