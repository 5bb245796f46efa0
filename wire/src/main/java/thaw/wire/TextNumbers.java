package thaw.wire;

/**
 * Numbers as text, of which a reader gets the very same value back. What is not exactly a decimal
 * fraction of a few digits is the JDK's to write.
 */
final class TextNumbers {
  /** Bytes of a double at most: {@code -2.2250738585072014E-308}, and some. */
  static final int LONGEST = 32;

  /** The digits of a fraction that are tried. */
  private static final int FRACTION = 9;

  /** Up to here a double has all integers, and its digits are those of a long. */
  private static final double EXACT = 1L << 53;

  private static final float EXACT_FLOAT = 1 << 24;

  private TextNumbers() {}

  /** Writes at most 11 bytes, and returns the place after them. */
  static int put(byte[] bytes, int at, int value) {
    int p = at;
    int v = value;
    if (v < 0) {
      if (v == Integer.MIN_VALUE) {
        return put(bytes, at, (long) v);
      }
      bytes[p++] = '-';
      v = -v;
    }
    int last = p + digits(v);
    int i = last;
    while (v >= 10) {
      int q = v / 10;
      bytes[--i] = (byte) ('0' + v - q * 10);
      v = q;
    }
    bytes[--i] = (byte) ('0' + v);
    return last;
  }

  private static int digits(int v) {
    if (v < 10_000) {
      return v < 100 ? (v < 10 ? 1 : 2) : v < 1_000 ? 3 : 4;
    }
    if (v < 10_000_000) {
      return v < 100_000 ? 5 : v < 1_000_000 ? 6 : 7;
    }
    return v < 100_000_000 ? 8 : v < 1_000_000_000 ? 9 : 10;
  }

  /** Writes at most 20 bytes, and returns the place after them. */
  static int put(byte[] bytes, int at, long value) {
    int p = at;
    long v = value;
    if (v < 0) {
      bytes[p++] = '-';
      if (v == Long.MIN_VALUE) {
        p = put(bytes, p, 922_337_203_685_477_580L);
        bytes[p] = '8';
        return p + 1;
      }
      v = -v;
    }
    if (v <= Integer.MAX_VALUE) {
      return put(bytes, p, (int) v);
    }
    long head = v / 1_000_000_000;
    p = head <= Integer.MAX_VALUE ? put(bytes, p, (int) head) : put(bytes, p, head);
    return padded(bytes, p, (int) (v - head * 1_000_000_000), 9);
  }

  /** With zeros in front. */
  static int padded(byte[] bytes, int at, int value, int width) {
    int v = value;
    for (int i = at + width - 1; i >= at; i--) {
      bytes[i] = (byte) ('0' + v % 10);
      v /= 10;
    }
    return at + width;
  }

  /** A finite value, with a point; returns the place after it. */
  static int put(byte[] bytes, int at, double value) {
    double scaled = value;
    double scale = 1;
    for (int digits = 0; digits <= FRACTION; digits++) {
      if (scaled >= EXACT || scaled <= -EXACT || (value == 0 && 1 / value < 0)) {
        break;
      }
      long whole = (long) (scaled < 0 ? scaled - 0.5 : scaled + 0.5);
      // Both are exact, so the quotient is what a reader makes of these digits.
      if (whole / scale == value) {
        return fraction(bytes, at, whole, digits);
      }
      scale *= 10;
      scaled = value * scale;
    }
    return ascii(bytes, at, Double.toString(value));
  }

  /** A finite value, with a point; returns the place after it. */
  static int put(byte[] bytes, int at, float value) {
    float scaled = value;
    float scale = 1;
    for (int digits = 0; digits <= FRACTION; digits++) {
      if (scaled >= EXACT_FLOAT || scaled <= -EXACT_FLOAT || (value == 0 && 1 / value < 0)) {
        break;
      }
      int whole = (int) (scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
      if (whole / scale == value) {
        return fraction(bytes, at, whole, digits);
      }
      scale *= 10;
      scaled = value * scale;
    }
    return ascii(bytes, at, Float.toString(value));
  }

  private static int fraction(byte[] bytes, int at, long whole, int digits) {
    int p = at;
    long v = whole;
    if (v < 0) {
      bytes[p++] = '-';
      v = -v;
    }
    long scale = 1;
    for (int i = 0; i < digits; i++) {
      scale *= 10;
    }
    p = put(bytes, p, v / scale);
    bytes[p++] = '.';
    return digits == 0 ? padded(bytes, p, 0, 1) : padded(bytes, p, (int) (v % scale), digits);
  }

  private static int ascii(byte[] bytes, int at, String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      bytes[at + i] = (byte) text.charAt(i);
    }
    return at + length;
  }
}
