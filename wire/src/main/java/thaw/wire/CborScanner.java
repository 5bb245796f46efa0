package thaw.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;

/**
 * Reads what a {@link CborReader} needs less often, and computes where in a document a byte is, for
 * a message: for this it goes over the document anew, which need not be well-formed; where it is
 * not, the path ends.
 */
final class CborScanner {
  private static final int BREAK = 0xff;

  /** 2<sup>63</sup>, which a cast makes the largest long. */
  private static final double BEYOND = 0x1p63;

  private static final int NOWHERE = -1;
  private static final int OBJECT = 5;

  private final CborReader in;

  /**
   * For each list and object around: the major type, how many elements or entries are to come as
   * the reader counts them, and the index of the element or the place of the key that came last.
   */
  private int[] around = new int[48];

  private int top;

  private CborScanner(CborReader in) {
    this.in = in;
  }

  // ---- what a value is, by the head that was read last

  static Kind kind(CborReader in, int first) {
    return switch (first >> 5) {
      case 0, 1 -> in.tag == 1 ? Kind.TIMESTAMP : Kind.INTEGER;
      case 2 -> in.tag == 2 || in.tag == 3 ? Kind.INTEGER : Kind.BYTES;
      case 3 -> in.tag == 0 ? Kind.TIMESTAMP : Kind.STRING;
      case 4 -> in.tag == 4 ? Kind.FRACTION : Kind.LIST;
      case 5 -> Kind.OBJECT;
      default -> {
        if (isFloat(first)) {
          yield in.tag == 1 ? Kind.TIMESTAMP : Kind.FRACTION;
        }
        if (first < 0xf4 || first > 0xf7) {
          throw in.failure("a value must be here, but there is " + named(in, first));
        }
        yield first < 0xf6 ? Kind.BOOL : Kind.NULL;
      }
    };
  }

  /** Returns the type that has all numbers of this kind. */
  static int type(CborReader in, int first) {
    if (first < 0x40) {
      return in.argument < 0 ? Reader.DECIMAL : Reader.INT64;
    }
    return first == 0xfb ? Reader.FLOAT64 : isFloat(first) ? Reader.FLOAT32 : Reader.DECIMAL;
  }

  private static boolean isFloat(int first) {
    return first >= 0xf9 && first <= 0xfb;
  }

  /** Names a value, for messages. */
  static String named(CborReader in, int first) {
    if (first >= 0xe0 && (first < 0xf4 || first == 0xf8 || first == BREAK)) {
      return first == BREAK ? "the end of what is open" : "the simple value " + in.argument;
    }
    String name = kind(in, first).name();
    return in.tag < 0 ? name : name + " with the tag " + in.tag;
  }

  // ---- keys, and what nobody asked for

  /** Goes over a key, and returns its hash. */
  static int name(CborReader in) {
    int at = in.position;
    int first = in.head();
    if (first >> 5 == 3 && !CborReader.isOpen(first)) {
      int length = in.length();
      if (length > in.maxString) {
        throw in.failure("a name of " + length + " bytes: the limit is " + in.maxString);
      }
      int from = Payload.take(in, length);
      return Field.hash(in.bytes, from, in.position);
    }
    in.position = at;
    return Field.hash(key(in));
  }

  /** Reads a key. */
  static String key(CborReader in) {
    int at = in.position;
    int first = in.head();
    if (first < 0x40) {
      return whole(in, first, at).toString();
    }
    if (first >> 5 != 3) {
      throw in.wrong(at, "a string or an integer, as a key");
    }
    return CborReader.isOpen(first) ? text(in) : Payload.string(in, in.length());
  }

  /** Goes over a value. */
  static void skip(CborReader in) {
    int around = in.depth();
    int left = 1;
    boolean pairs = false;
    while (true) {
      boolean ended = left == 0 || (left < 0 && in.at(in.position) == BREAK);
      if (ended && in.depth() == around) {
        return;
      }
      if (ended) {
        if (left < 0) {
          if (pairs && (left & 1) == 0) {
            throw in.failure("a key without a value");
          }
          in.position++;
        }
        pairs = in.pop() != 0;
        left = in.pop();
        in.ascend();
        continue;
      }
      left--;
      int at = in.position;
      int first = in.head();
      int major = first >> 5;
      if (major == 4 || major == 5) {
        in.descend();
        in.push(left);
        in.push(pairs ? 1 : 0);
        pairs = major == 5;
        int count = in.count(first);
        left = pairs && count > 0 ? 2 * count : count;
      } else if (first == BREAK) {
        throw in.wrong(at, "a value");
      } else if (major == 2 || major == 3) {
        if (CborReader.isOpen(first)) {
          while (chunk(in, major)) {
            Payload.take(in, in.length());
          }
        } else {
          Payload.take(in, in.length());
        }
      }
    }
  }

  // ---- strings and bytes

  /** Goes over the head of the next part of a string without a length; false at the end of all. */
  private static boolean chunk(CborReader in, int major) {
    int at = in.position;
    int first = in.head();
    if (first == BREAK) {
      return false;
    }
    if (in.tag >= 0 || first >> 5 != major || CborReader.isOpen(first)) {
      throw in.wrong(at, "a part of a string");
    }
    return true;
  }

  /** The rest of a string without a length. */
  static String text(CborReader in) {
    StringBuilder text = new StringBuilder();
    int from = in.position;
    while (chunk(in, 3)) {
      text.append(Payload.string(in, in.length()));
      limit(in, from);
    }
    return text.toString();
  }

  private static void limit(CborReader in, int from) {
    if (in.position - from > in.maxString) {
      throw in.failure("a string is longer than " + in.maxString + " bytes", from);
    }
  }

  /** Of bytes, or of a string in Base64, which documents have that were converted from text. */
  static byte[] bytes(CborReader in) {
    int at = in.position;
    int first = in.head();
    if (first >> 5 == 2) {
      return bytes(in, first);
    }
    in.position = at;
    String text = string(in, "bytes");
    try {
      return Reader.base64(text);
    } catch (IllegalArgumentException e) {
      throw in.wrong(at, "bytes, or a string in Base64");
    }
  }

  private static byte[] bytes(CborReader in, int first) {
    if (!CborReader.isOpen(first)) {
      return Payload.bytes(in, in.length());
    }
    int from = in.position;
    int length = 0;
    while (chunk(in, 2)) {
      length += in.length();
      Payload.take(in, in.length());
      limit(in, from);
    }
    byte[] bytes = new byte[length];
    in.position = from;
    for (int at = 0; chunk(in, 2); at += in.length()) {
      System.arraycopy(in.bytes, Payload.take(in, in.length()), bytes, at, in.length());
    }
    return bytes;
  }

  private static String string(CborReader in, String wanted) {
    int at = in.position;
    int first = in.head();
    if (first >> 5 != 3) {
      throw in.wrong(at, wanted);
    }
    return CborReader.isOpen(first) ? text(in) : Payload.string(in, in.length());
  }

  static char character(CborReader in) {
    int at = in.position;
    int first = in.head();
    if (first < 0x20 && in.argument >= 0 && in.argument <= Character.MAX_VALUE) {
      return (char) in.argument;
    }
    in.position = at;
    String read = string(in, "a string of one character");
    if (read.length() != 1) {
      throw in.wrong(at, "a string of one character");
    }
    return read.charAt(0);
  }

  // ---- numbers

  /** An integer that is beyond 64 bits with a sign, or written as another number. */
  static long integer(CborReader in, int first, int at) {
    if (isFloat(first)) {
      double read = floating(in, first);
      long value = (long) read;
      if ((double) value != read || read == BEYOND) {
        throw in.failure("must be an integer: " + read, at);
      }
      return value;
    }
    in.position = at;
    BigDecimal number = decimal(in);
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      throw in.failure("must be an integer of 64 bits: " + number, at);
    }
  }

  /** The number of the head of a float. */
  private static double floating(CborReader in, int first) {
    if (first == 0xfb) {
      return Double.longBitsToDouble(in.argument);
    }
    int bits = (int) in.argument;
    if (first == 0xfa) {
      return Float.intBitsToFloat(bits);
    }
    int exponent = bits >> 10 & 31;
    int fraction = bits & 0x3ff;
    float value =
        exponent == 0
            ? fraction * 0x1p-24f
            : Float.intBitsToFloat((exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13);
    return bits >> 15 == 0 ? value : -value;
  }

  static double float64(CborReader in) {
    int at = in.position;
    int first = in.head();
    if (isFloat(first)) {
      return floating(in, first);
    }
    in.position = at;
    BigDecimal number = decimal(in);
    double value = number.doubleValue();
    // A decimal is rounded; an integer is another one then.
    if (Double.isInfinite(value)
        || (number.scale() == 0 && new BigDecimal(value).compareTo(number) != 0)) {
      throw in.failure("must be a number that 64 bits have: " + number, at);
    }
    return value;
  }

  static float float32(CborReader in) {
    int at = in.position;
    int first = in.head();
    if (first == 0xfa) {
      return Float.intBitsToFloat((int) in.argument);
    }
    in.position = at;
    float value;
    boolean same = true;
    if (isFloat(first)) {
      double read = float64(in);
      value = (float) read;
      // Also when text that has the float says the double: that is what was converted from there.
      same =
          value == read
              || Double.isNaN(read)
              || Double.parseDouble(TextNumbers.text(value)) == read;
    } else {
      BigDecimal number = decimal(in);
      value = number.floatValue();
      if (number.scale() == 0 && !Float.isInfinite(value)) {
        same = new BigDecimal(value).compareTo(number) == 0;
      }
    }
    if (!same || (Float.isInfinite(value) && !isFloat(first))) {
      throw in.failure("must be a number that 32 bits have", at);
    }
    return value;
  }

  static BigDecimal decimal(CborReader in) {
    int at = in.position;
    int first = in.head();
    if (isFloat(first)) {
      // With the digits that text would have, for their number is the decimal's scale.
      double read = floating(in, first);
      String digits = first == 0xfb ? TextNumbers.text(read) : TextNumbers.text((float) read);
      try {
        return new BigDecimal(digits);
      } catch (NumberFormatException e) {
        throw in.failure("must be a number with digits: " + digits, at);
      }
    }
    if (first >> 5 != 4 || in.tag != 4) {
      return new BigDecimal(whole(in, first, at));
    }
    int left = in.count(first);
    int place = in.position;
    first = in.head();
    long scale = first < 0x20 ? -in.argument : in.argument + 1;
    if ((left >= 0 && left != 2) || first >= 0x40 || in.argument < 0 || (int) scale != scale) {
      throw in.failure("must be the exponent of a decimal, and its digits", place);
    }
    place = in.position;
    BigInteger digits = whole(in, in.head(), place);
    if (left < 0 && in.head() != BREAK) {
      throw in.failure("must be the end of a decimal");
    }
    return new BigDecimal(digits, (int) scale);
  }

  /** An integer however long, whose head has been read. */
  private static BigInteger whole(CborReader in, int first, int at) {
    boolean negative;
    BigInteger argument;
    if (first < 0x40) {
      negative = first >= 0x20;
      argument = BigInteger.valueOf(in.argument & Long.MAX_VALUE);
      argument = in.argument < 0 ? argument.setBit(63) : argument;
    } else {
      negative = in.tag == 3;
      if (first >> 5 != 2 || (in.tag != 2 && !negative)) {
        throw in.wrong(at, "a number");
      }
      byte[] magnitude = bytes(in, first);
      if (magnitude.length > in.maxNumber) {
        throw in.failure(
            "a number of " + magnitude.length + " bytes: the limit is " + in.maxNumber, at);
      }
      argument = new BigInteger(1, magnitude);
    }
    return negative ? argument.not() : argument;
  }

  // ---- points of time

  /** Of a string in ISO 8601 (tag 0, or none), or of seconds since 1970 (tag 1). */
  static Instant timestamp(CborReader in) {
    int at = in.position;
    int first = in.head();
    long seconds = in.argument;
    int micros = 0;
    if (first >> 5 == 3) {
      in.position = at;
      try {
        return Timestamps.parse(string(in, "a string"));
      } catch (IllegalArgumentException e) {
        throw in.failure(String.valueOf(e.getMessage()), at);
      }
    }
    long last = Instant.MAX.getEpochSecond();
    boolean right = in.tag == 1;
    if (isFloat(first)) {
      // A double has the microseconds of these centuries, and part of a nanosecond of none.
      double read = floating(in, first);
      double whole = Math.floor(read);
      seconds = (long) whole;
      micros = (int) Math.round((read - whole) * 1e6);
      right &= read < last;
    } else {
      right &= first < 0x40 && seconds >= 0;
      seconds = first < 0x20 ? seconds : ~seconds;
    }
    right &= seconds >= Instant.MIN.getEpochSecond() && seconds <= last;
    if (!right) {
      throw in.wrong(at, "a timestamp, or a string with one in ISO 8601");
    }
    return Instant.ofEpochSecond(seconds, micros * 1_000L);
  }

  // ---- the path of a place

  /** Returns the path of the byte at an offset into the array, of which the document is a part. */
  static String path(byte[] bytes, int begin, int end, int offset) {
    int all = Math.max(end, 1);
    CborReader in = new CborReader(new Limits(all, all, all, all, all), true);
    in.reset(bytes, begin, end);
    CborScanner path = new CborScanner(in);
    StringBuilder text = new StringBuilder("$");
    try {
      while (in.position <= offset && path.step(offset)) {}
    } catch (WireException e) {
      // It is not well-formed from here on.
    }
    try {
      path.show(text);
    } catch (WireException e) {
      // A key is not.
    }
    return text.length() > JsonPath.LONGEST
        ? text.substring(0, JsonPath.LONGEST) + "..."
        : text.toString();
  }

  /** Goes over an entry's key and a value, or its head; false at the end of the document. */
  private boolean step(int offset) {
    if (top > 0) {
      int left = around[top - 2];
      if (left == 0 || (left < 0 && in.at(in.position) == 0xff)) {
        in.position += left < 0 ? 1 : 0;
        top -= 3;
        return top > 0;
      }
      around[top - 2]--;
      if (around[top - 3] == OBJECT) {
        around[top - 1] = in.position;
        name(in);
        if (in.position > offset) {
          return false;
        }
      } else {
        around[top - 1]++;
      }
    }
    int at = in.position;
    int first = in.head();
    if (first >> 5 == OBJECT || first >> 5 == OBJECT - 1) {
      if (top == around.length) {
        around = Arrays.copyOf(around, 2 * top);
      }
      around[top] = first >> 5;
      around[top + 1] = in.count(first);
      around[top + 2] = NOWHERE;
      top += 3;
      return true;
    }
    in.position = at;
    skip(in);
    return top > 0;
  }

  private void show(StringBuilder text) {
    for (int i = 0; i < top && text.length() < JsonPath.LONGEST; i += 3) {
      int place = around[i + 2];
      if (place == NOWHERE) {
        return;
      }
      if (around[i] == OBJECT) {
        in.position = place;
        JsonPath.name(text, key(in));
      } else {
        text.append('[').append(place).append(']');
      }
    }
  }
}
