package thaw.wire;

/**
 * The frame of a FIX message: BeginString, BodyLength, MsgType and CheckSum. The class is loaded
 * for messages that have one.
 */
final class FixFrame {
  /** The end of each field. */
  static final byte SOH = 1;

  static final int BEGIN_STRING = 8;
  static final int BODY_LENGTH = 9;
  static final int CHECK_SUM = 10;
  static final int MSG_TYPE = 35;

  /** Digits of the BodyLength at most, for which room is left until it is known. */
  static final int LENGTH_DIGITS = 10;

  /** Bytes of the CheckSum: {@code 10=000} and SOH. */
  static final int CHECK_SUM_SIZE = 7;

  private FixFrame() {}

  // ---- writes

  /** Returns a value for fields of a frame. */
  static String checked(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) >= 0x7f) {
        throw new IllegalArgumentException("must be printable ASCII: " + text);
      }
    }
    if (text.isEmpty()) {
      throw new IllegalArgumentException("must not be empty");
    }
    return text;
  }

  /** Writes what is before the BodyLength, whose place it returns. */
  static int begin(Writer to, String beginString) {
    to.ensure(beginString.length() + 5 + LENGTH_DIGITS);
    byte[] bytes = to.buffer;
    bytes[0] = '8';
    bytes[1] = '=';
    int at = TextNumbers.ascii(bytes, 2, beginString);
    bytes[at] = SOH;
    bytes[at + 1] = '9';
    bytes[at + 2] = '=';
    return at + 3;
  }

  /** Writes the BodyLength, now that it is known, and the CheckSum; returns the message's end. */
  static int close(Writer to, int bodyLength, int body) {
    int length = to.position - body;
    to.ensure(CHECK_SUM_SIZE);
    byte[] bytes = to.buffer;
    int at = TextNumbers.put(bytes, bodyLength, length);
    bytes[at++] = SOH;
    System.arraycopy(bytes, body, bytes, at, length);
    at += length;
    int sum = sum(bytes, 0, at);
    bytes[at] = '1';
    bytes[at + 1] = '0';
    bytes[at + 2] = '=';
    at = TextNumbers.padded(bytes, at + 3, sum, 3);
    bytes[at] = SOH;
    return at + 1;
  }

  private static int sum(byte[] bytes, int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum += bytes[i];
    }
    return sum & 255;
  }

  // ---- reads

  /**
   * Verifies the frame of a document. Returns the place of the MsgType's value; the reader stands
   * behind it.
   */
  static int open(FixReader in, String expected) {
    byte[] bytes = in.bytes;
    int to = field(in, in.begin, BEGIN_STRING, "BeginString");
    if (!is(bytes, in.position, to, expected)) {
      throw in.failure("BeginString (8) must be " + expected + ", but is " + in.printable(to));
    }
    to = field(in, to + 1, BODY_LENGTH, "BodyLength");
    int body = to + 1;
    int last = in.end - CHECK_SUM_SIZE;
    if (last < body || !isLength(bytes, in.position, to, last - body)) {
      throw in.failure(
          "BodyLength (9) must be " + Math.max(0, last - body) + ", but is " + in.printable(to));
    }
    in.position = last;
    if (FixReader.header(bytes, last, in.end) != last + 3
        || FixReader.number(bytes, last, last + 2) != CHECK_SUM
        || bytes[last - 1] != SOH
        || bytes[in.end - 1] != SOH) {
      throw in.failure("the document must end with CheckSum (10), of three digits");
    }
    int sum = sum(bytes, in.begin, last);
    in.position = last + 3;
    if (bytes[last + 3] - '0' != sum / 100
        || bytes[last + 4] - '0' != sum / 10 % 10
        || bytes[last + 5] - '0' != sum % 10) {
      throw in.failure(
          "CheckSum (10) must be "
              + (sum < 100 ? sum < 10 ? "00" : "0" : "")
              + sum
              + ", but is "
              + in.printable(in.end - 1));
    }
    to = field(in, body, MSG_TYPE, "MsgType");
    if (to == in.position) {
      throw in.failure("the field has no value");
    }
    int type = in.position;
    in.position = to + 1;
    return type;
  }

  /** Stands at a field of the frame, and returns its end. */
  private static int field(FixReader in, int at, int number, String name) {
    in.position = at;
    int value = FixReader.header(in.bytes, at, in.end);
    if (value < 0 || FixReader.number(in.bytes, at, value - 1) != number) {
      throw in.failure("there must be " + name + " (" + number + ")");
    }
    in.position = value;
    int to = FixReader.end(in.bytes, value, in.end);
    if (to == in.end) {
      throw in.failure(name + " (" + number + ") must end with SOH");
    }
    return to;
  }

  private static boolean is(byte[] bytes, int from, int to, String expected) {
    boolean same = to - from == expected.length();
    for (int i = from; same && i < to; i++) {
      same = bytes[i] == expected.charAt(i - from);
    }
    return same;
  }

  /** Returns whether it is this length, with as many zeros before it as there may be. */
  private static boolean isLength(byte[] bytes, int from, int to, int length) {
    long found = 0;
    for (int p = from; p < to; p++) {
      int digit = bytes[p] - '0';
      if (digit < 0 || digit > 9 || found > Integer.MAX_VALUE) {
        return false;
      }
      found = found * 10 + digit;
    }
    return to > from && found == length;
  }
}
