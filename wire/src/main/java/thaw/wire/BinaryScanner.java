package thaw.wire;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * Reads what a {@link BinaryReader} needs less often: fields that are not next, and values of
 * another type than the one that is asked for.
 */
final class BinaryScanner {
  /** 2<sup>63</sup>, which a cast makes the largest long. */
  private static final double BEYOND = 0x1p63;

  private BinaryScanner() {}

  // ---- fields

  /** Goes over the header of a field, and returns the hash of its name or number. */
  static int header(BinaryReader in, boolean named) {
    if (!named) {
      return Field.hash(fieldNumber(in));
    }
    int number = number(in);
    if (number > in.maxString) {
      throw in.failure("a name of " + number + " bytes: the limit is " + in.maxString);
    }
    int at = Payload.take(in, number);
    return Field.hash(in.bytes, at, in.position);
  }

  /**
   * Reads the number of a header's field, or the length of its name, and accepts only its shortest
   * form.
   */
  static int number(BinaryReader in) {
    int at = Payload.take(in, 1);
    int high = in.bytes[at] >> 4 & 15;
    if (high < 15) {
      return high;
    }
    int number = Payload.varint(in);
    if (number >= 0 && number < 15) {
      throw in.failure("a header that is longer than it needs to be", at);
    }
    return number;
  }

  /** Reads the number of a header's field, and refuses one that no field may have. */
  static int fieldNumber(BinaryReader in) {
    int at = in.position;
    int number = number(in);
    if (number < 1 || number > Field.MAX_NUMBER) {
      throw in.failure("no field has the number " + number, at);
    }
    return number;
  }

  /** Returns whether two headers of which one has a length are of the same field. */
  static boolean isSame(byte[] bytes, int one, int other, int length) {
    if ((bytes[one] & 0xf0) != (bytes[other] & 0xf0)) {
      return false;
    }
    for (int i = 1; i < length; i++) {
      if (bytes[one + i] != bytes[other + i]) {
        return false;
      }
    }
    return true;
  }

  /** Goes over a payload. */
  static void skip(BinaryReader in, int type) {
    if (type == Type.DECIMAL) {
      Payload.varint(in);
    }
    int length = Type.size(type);
    if (length < 0) {
      length = type < Type.OBJECT ? Payload.varint(in) : Bytes.int32(in.bytes, Payload.take(in, 4));
    }
    Payload.take(in, length);
  }

  static Kind kind(int type) {
    if (type <= Type.TRUE) {
      return type == Type.NULL ? Kind.NULL : Kind.BOOL;
    }
    if (type <= Type.INT64) {
      return Kind.INTEGER;
    }
    if (type <= Type.FLOAT64 || type == Type.DECIMAL) {
      return Kind.FRACTION;
    }
    if (type <= Type.BYTES) {
      return type == Type.STRING ? Kind.STRING : Kind.BYTES;
    }
    return type == Type.TIMESTAMP ? Kind.TIMESTAMP : type == Type.LIST ? Kind.LIST : Kind.OBJECT;
  }

  // ---- values of another type

  static long integer(BinaryReader in, int found, int wanted) {
    long value;
    if (found >= Type.INT8 && found <= Type.INT64) {
      value = integer(in, found);
    } else if (found == Type.DECIMAL) {
      BigDecimal decimal = Payload.decimal(in);
      try {
        value = decimal.longValueExact();
      } catch (ArithmeticException e) {
        throw in.unfit(decimal, found, wanted);
      }
    } else if (found == Type.FLOAT32 || found == Type.FLOAT64) {
      double read = float64(in, found, wanted);
      value = (long) read;
      if ((double) value != read || read == BEYOND) {
        throw in.unfit(read, found, wanted);
      }
    } else {
      throw in.wrong(found, Type.name(wanted));
    }
    int unused = 64 - (8 << (wanted - Type.INT8));
    if (value << unused >> unused != value) {
      throw in.unfit(value, found, wanted);
    }
    return value;
  }

  private static long integer(BinaryReader in, int found) {
    int at = Payload.take(in, 1 << (found - Type.INT8));
    byte[] bytes = in.bytes;
    return switch (found) {
      case Type.INT8 -> bytes[at];
      case Type.INT16 -> Bytes.int16(bytes, at);
      case Type.INT32 -> Bytes.int32(bytes, at);
      default -> Bytes.int64(bytes, at);
    };
  }

  static float float32(BinaryReader in, int found) {
    if (found == Type.FLOAT32) {
      return Float.intBitsToFloat(Bytes.int32(in.bytes, Payload.take(in, 4)));
    }
    if (found == Type.DECIMAL) {
      BigDecimal decimal = Payload.decimal(in);
      float read = decimal.floatValue();
      if (Float.isInfinite(read)) {
        throw in.unfit(decimal, found, Type.FLOAT32);
      }
      return read;
    }
    double read = float64(in, found, Type.FLOAT32);
    float nearest = (float) read;
    if (nearest != read && !Double.isNaN(read) && !isText(nearest, read)) {
      throw in.unfit(read, found, Type.FLOAT32);
    }
    return nearest;
  }

  /**
   * Returns whether text that has the float says the double: that is what was converted from there.
   */
  private static boolean isText(float value, double read) {
    return Double.parseDouble(TextNumbers.text(value)) == read;
  }

  static double float64(BinaryReader in, int found, int wanted) {
    if (found == Type.FLOAT64) {
      return Double.longBitsToDouble(Bytes.int64(in.bytes, Payload.take(in, 8)));
    }
    if (found == Type.FLOAT32) {
      return float32(in, found);
    }
    if (found == Type.DECIMAL) {
      BigDecimal decimal = Payload.decimal(in);
      double read = decimal.doubleValue();
      if (Double.isInfinite(read)) {
        throw in.unfit(decimal, found, wanted);
      }
      return read;
    }
    if (found < Type.INT8 || found > Type.INT64) {
      throw in.wrong(found, Type.name(wanted));
    }
    long integer = integer(in, found);
    if ((long) (double) integer != integer || integer == Long.MAX_VALUE) {
      throw in.unfit(integer, found, wanted);
    }
    return integer;
  }

  static BigDecimal decimal(BinaryReader in, int found) {
    if (found >= Type.INT8 && found <= Type.INT64) {
      return BigDecimal.valueOf(integer(in, found));
    }
    if (found != Type.FLOAT32 && found != Type.FLOAT64) {
      throw in.wrong(found, Type.name(Type.DECIMAL));
    }
    // With the digits that text would have, for their number is the decimal's scale.
    String digits =
        found == Type.FLOAT32
            ? TextNumbers.text(float32(in, found))
            : TextNumbers.text(float64(in, found, Type.DECIMAL));
    try {
      return new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw in.unfit(digits, found, Type.DECIMAL);
    }
  }

  static char character(BinaryReader in, int found) {
    if (found == Type.STRING) {
      String read = Payload.string(in, Payload.varint(in));
      if (read.length() == 1) {
        return read.charAt(0);
      }
      throw in.wrong(found, "a string of one character");
    }
    if (found < Type.INT8 || found > Type.INT64) {
      throw in.wrong(found, "a string of one character");
    }
    long read = integer(in, found);
    if (read < 0 || read > Character.MAX_VALUE) {
      throw in.wrong(found, "a character, 0 to 65535");
    }
    return (char) read;
  }

  /** Decodes bytes from a string in Base64, which documents have that were converted from text. */
  static byte[] base64(BinaryReader in, int found) {
    if (found != Type.STRING) {
      throw in.wrong(found, Type.name(Type.BYTES));
    }
    String text = Payload.string(in, Payload.varint(in));
    try {
      return Reader.base64(text);
    } catch (IllegalArgumentException e) {
      throw in.wrong(found, "bytes, or a string in Base64");
    }
  }

  /**
   * Parses a point of time from a string in ISO 8601, which documents have that were converted from
   * text.
   */
  static Instant timestamp(BinaryReader in, int found) {
    if (found != Type.STRING) {
      throw in.wrong(found, Type.name(Type.TIMESTAMP));
    }
    String text = Payload.string(in, Payload.varint(in));
    try {
      return Timestamps.parse(text);
    } catch (IllegalArgumentException e) {
      throw in.wrong(found, "a timestamp, or a string with one in ISO 8601");
    }
  }
}
