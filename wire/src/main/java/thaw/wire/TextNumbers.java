package thaw.wire;

import java.math.BigDecimal;

/**
 * Numbers as text, of which a reader gets the very same value back. What is not exactly a decimal
 * fraction of a few digits is the JDK's to write.
 */
final class TextNumbers {
  /** Bytes of a double at most: {@code -2.2250738585072014E-308}, and some. */
  static final int LONGEST = 32;

  /** The digits of a fraction that are tried. */
  private static final int FRACTION = 9;

  /** The number up to which a double has all integers, and its digits are those of a long. */
  private static final double EXACT = 1L << 53;

  private static final float EXACT_FLOAT = 1 << 24;

  /** Powers of ten that a double has exactly. */
  private static final double[] POWERS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  /** Digits that a double has exactly, whatever they are. */
  private static final int EXACT_DIGITS = 15;

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
    if (v < 10) {
      bytes[p] = (byte) ('0' + v);
      return p + 1;
    }
    if (v < 10_000) {
      return few(bytes, p, v);
    }
    int high = v / 10_000;
    p = put(bytes, p, high);
    int low = v - high * 10_000;
    int tens = low / 10;
    int hundreds = low / 100;
    int thousands = low / 1_000;
    bytes[p] = (byte) ('0' + thousands);
    bytes[p + 1] = (byte) ('0' + hundreds - thousands * 10);
    bytes[p + 2] = (byte) ('0' + tens - hundreds * 10);
    bytes[p + 3] = (byte) ('0' + low - tens * 10);
    return p + 4;
  }

  /** Two to four digits, none of which waits for another one. */
  private static int few(byte[] bytes, int at, int v) {
    int tens = v / 10;
    int p = at;
    if (v >= 100) {
      int hundreds = v / 100;
      if (v >= 1_000) {
        int thousands = v / 1_000;
        bytes[p++] = (byte) ('0' + thousands);
        bytes[p++] = (byte) ('0' + hundreds - thousands * 10);
      } else {
        bytes[p++] = (byte) ('0' + hundreds);
      }
      bytes[p++] = (byte) ('0' + tens - hundreds * 10);
    } else {
      bytes[p++] = (byte) ('0' + tens);
    }
    bytes[p] = (byte) ('0' + v - tens * 10);
    return p + 1;
  }

  static int digits(int v) {
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

  /** Writes a number with zeros in front; returns where it ends. */
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

  /**
   * Returns the text of any value: those that are not finite as {@link Double#toString(double)} has
   * them.
   */
  @SuppressWarnings("deprecation") // as Reader.ascii() does
  static String text(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    byte[] digits = new byte[LONGEST];
    return new String(digits, 0, 0, put(digits, 0, value));
  }

  /** Returns the text of any value, likewise. */
  @SuppressWarnings("deprecation") // as Reader.ascii() does
  static String text(float value) {
    if (Float.isNaN(value) || Float.isInfinite(value)) {
      return Float.toString(value);
    }
    byte[] digits = new byte[LONGEST];
    return new String(digits, 0, 0, put(digits, 0, value));
  }

  static int ascii(byte[] bytes, int at, String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      bytes[at + i] = (byte) text.charAt(i);
    }
    return at + length;
  }

  // ---- reading, where a reader stands, which is behind the number afterwards

  /** Goes over a number; returns whether it has a point or an exponent. */
  static boolean skip(Reader in) {
    int from = in.position;
    int p = from;
    if (in.at(p) == '-') {
      p++;
    }
    int first = p;
    p = digitsOf(in, p, "a digit");
    if (in.at(first) == '0' && p - first > 1) {
      throw in.failure("a number begins with 0 only when it is 0 or has a point next", from);
    }
    boolean fraction = in.at(p) == '.';
    if (fraction) {
      p = digitsOf(in, p + 1, "a digit after the point");
    }
    if (in.at(p) == 'e' || in.at(p) == 'E') {
      fraction = true;
      p++;
      if (in.at(p) == '+' || in.at(p) == '-') {
        p++;
      }
      p = digitsOf(in, p, "a digit of the exponent");
    }
    if (p - from > in.maxNumber) {
      throw in.failure("a number is longer than " + in.maxNumber + " characters", from);
    }
    in.position = p;
    return fraction;
  }

  /** Passes over digits, of which there must be at least one. */
  private static int digitsOf(Reader in, int from, String wanted) {
    int p = from;
    while (p < in.end && in.bytes[p] >= '0' && in.bytes[p] <= '9') {
      p++;
    }
    if (p == from) {
      in.position = p;
      throw in.unexpected(wanted);
    }
    return p;
  }

  static void refuseOther(Reader in, String what) {
    int c = in.at(in.position);
    if (c != '-' && (c < '0' || c > '9')) {
      throw in.unexpected(what);
    }
  }

  static long integer(Reader in, long least, long most) {
    refuseOther(in, "an integer");
    int from = in.position;
    boolean negative = in.at(from) == '-';
    int digits = from + (negative ? 1 : 0);
    boolean fraction = skip(in);
    long read;
    if (!fraction && in.position - digits <= 18) {
      read = whole(in, digits, in.position);
      read = negative ? -read : read;
    } else {
      read = exact(in, from);
    }
    return inRange(in, from, read, least, most);
  }

  private static long inRange(Reader in, int from, long read, long least, long most) {
    if (read < least || read > most) {
      throw range(in, from, least, most);
    }
    return read;
  }

  /** The integer that ends where the reader stands, of which all characters are known. */
  static long integer(Reader in, int from, long least, long most) {
    return inRange(in, from, exact(in, from), least, most);
  }

  /** One half of a pair, which is a number where UTF-8 does not have it. */
  static char surrogate(Reader in) {
    int from = in.position;
    char read = (char) integer(in, Character.MIN_VALUE, Character.MAX_VALUE);
    if (!Character.isSurrogate(read)) {
      throw in.failure(
          "must be a string of one character, or the number of a surrogate: " + shortened(in, from),
          from);
    }
    return read;
  }

  private static long whole(Reader in, int from, int to) {
    long value = 0;
    for (int p = from; p < to; p++) {
      value = value * 10 + in.bytes[p] - '0';
    }
    return value;
  }

  /** Reads an integer that has many digits, a point or an exponent. */
  private static long exact(Reader in, int from) {
    BigDecimal value = number(in, from);
    // 1e999999999 is short, but would have a billion digits.
    if (value.signum() != 0 && (long) value.precision() - value.scale() > 19) {
      throw range(in, from, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (value.signum() == 0) {
      return 0;
    }
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw value.stripTrailingZeros().scale() > 0
          ? in.failure("must be an integer: " + shortened(in, from), from)
          : range(in, from, Long.MIN_VALUE, Long.MAX_VALUE);
    }
  }

  private static RuntimeException range(Reader in, int from, long least, long most) {
    return in.failure("must be in " + least + ".." + most + ": " + shortened(in, from), from);
  }

  static String shortened(Reader in, int from) {
    int length = in.position - from;
    String text = in.ascii(from, from + Math.min(length, 40));
    return length > 40 ? text + "..." : text;
  }

  static BigDecimal number(Reader in, int from) {
    try {
      return new BigDecimal(in.ascii(from, in.position));
    } catch (IllegalArgumentException e) { // an exponent beyond 32 bits
      throw in.failure("no number that Java has: " + shortened(in, from), from);
    }
  }

  static BigDecimal decimal(Reader in) {
    refuseOther(in, "a number");
    int from = in.position;
    skip(in);
    return number(in, from);
  }

  static float float32(Reader in) {
    refuseOther(in, "a number");
    int from = in.position;
    skip(in);
    return float32(in, from);
  }

  /** The number that ends where the reader stands, of which all characters are known. */
  static float float32(Reader in, int from) {
    float read = Float.parseFloat(in.ascii(from, in.position));
    if (Float.isInfinite(read)) {
      throw in.failure("too large for 32 bits: " + shortened(in, from), from);
    }
    return read;
  }

  static double float64(Reader in) {
    refuseOther(in, "a number");
    int from = in.position;
    skip(in);
    return float64(in, from);
  }

  /** The number that ends where the reader stands, of which all characters are known. */
  static double float64(Reader in, int from) {
    int to = in.position;
    // Both parts are exact, so their quotient is the nearest double (Clinger 1990).
    long digits = 0;
    int count = 0;
    int fraction = 0;
    boolean point = false;
    int p = in.bytes[from] == '-' ? from + 1 : from;
    for (; p < to; p++) {
      int c = in.bytes[p];
      if (c == '.') {
        point = true;
      } else if (c < '0') {
        break;
      } else if (c > '9' || ++count > EXACT_DIGITS) {
        break;
      } else {
        digits = digits * 10 + c - '0';
        fraction += point ? 1 : 0;
      }
    }
    double read;
    if (p == to) {
      read = digits / POWERS[fraction];
      read = in.bytes[from] == '-' ? -read : read;
    } else {
      read = Double.parseDouble(in.ascii(from, to));
      if (Double.isInfinite(read)) {
        throw in.failure("too large for 64 bits: " + shortened(in, from), from);
      }
    }
    return read;
  }
}
