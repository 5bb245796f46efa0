package thaw.wire;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** What a {@link JsonReader} reads less often: names, escapes, fractions, and what is skipped. */
final class JsonScanner {
  /** Powers of ten that a double has exactly. */
  private static final double[] POWERS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  /** Digits that a double has exactly, whatever they are. */
  private static final int EXACT_DIGITS = 15;

  /** In ASCII, } is so far behind {, and ] behind [. */
  private static final int END = 2;

  private final JsonReader in;
  private char[] chars = new char[64];

  JsonScanner(JsonReader in) {
    this.in = in;
  }

  // ---- what is wrong

  RuntimeException unexpected(String wanted) {
    int p = in.position;
    if (p >= in.end) {
      return in.failure("the document ends where there must be " + wanted, p);
    }
    return in.failure("there must be " + wanted + ", but there is " + shown(p), p);
  }

  String shown(int p) {
    int c = in.at(p);
    return c > ' ' && c < 0x7f ? String.valueOf((char) c) : "the byte " + c;
  }

  void limit(int length, int from) {
    if (length > in.limits.maxString()) {
      throw in.failure("a string is longer than " + in.limits.maxString() + " bytes", from);
    }
  }

  // ---- words

  void word(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (in.at(in.position + i) != word.charAt(i)) {
        throw unexpected(word);
      }
    }
    in.position += word.length();
  }

  // ---- names

  /** Goes over a name and its colon, and returns the hash of what it says. */
  int name() {
    if (in.at(in.position) != '"') {
      throw unexpected(in.at(in.position) == ']' ? "a comma or }" : "a name in quotes");
    }
    int from = in.position + 1;
    boolean escaped = skipString();
    int to = in.position - 1;
    in.space();
    if (in.at(in.position) != ':') {
      throw unexpected("a colon");
    }
    in.position++;
    in.space();
    if (!escaped) {
      return Field.hash(in.bytes, from, to);
    }
    byte[] name = nameAt(from - 1).getBytes(StandardCharsets.UTF_8);
    return Field.hash(name, 0, name.length);
  }

  /** The name whose quote is at a place; it has been gone over before. */
  String nameAt(int quote) {
    int here = in.position;
    in.position = quote;
    String name = string();
    in.position = here;
    return name;
  }

  boolean isNamed(int quote, Field field) {
    byte[] json = field.json;
    int length = json.length - 1; // without the colon
    if (in.end - quote >= length) {
      int i = 0;
      while (i < length && in.bytes[quote + i] == json[i]) {
        i++;
      }
      if (i == length) {
        return true;
      }
    }
    return nameAt(quote).equals(field.name());
  }

  // ---- strings

  /** Of the quote on; returns whether there are escapes. */
  private boolean skipString() {
    byte[] b = in.bytes;
    int from = in.position + 1;
    int p = from;
    boolean escaped = false;
    int seen = 0;
    while (true) {
      if (p >= in.end) {
        throw in.failure("the document ends in a string", p);
      }
      int c = b[p];
      if (c == '"') {
        break;
      }
      if (c == '\\') {
        escaped = true;
        escape(p);
        p += b[p + 1] == 'u' ? 6 : 2;
      } else if (c >= 0 && c < ' ') {
        throw control(p);
      } else {
        seen |= c;
        p++;
      }
    }
    limit(p - from, from);
    if (seen < 0) {
      refuseWrong(from, p);
    }
    in.position = p + 1;
    return escaped;
  }

  private RuntimeException control(int p) {
    return in.failure("a control character in a string must be escaped: the byte " + in.at(p), p);
  }

  private void refuseWrong(int from, int to) {
    int wrong = Utf8.wrong(in.bytes, from, to);
    if (wrong >= 0) {
      throw in.failure("the byte " + in.at(wrong) + " is not UTF-8 here", wrong);
    }
  }

  /** Of the quote on. */
  String string() {
    int from = in.position + 1;
    boolean escaped = skipString();
    int to = in.position - 1;
    return escaped
        ? unescaped(from, to)
        : new String(in.bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** Which is well-formed. */
  private String unescaped(int from, int to) {
    if (chars.length < to - from) {
      chars = new char[Math.max(to - from, 2 * chars.length)];
    }
    int length = 0;
    int p = from;
    while (p < to) {
      int c = in.bytes[p];
      if (c == '\\') {
        chars[length++] = escape(p);
        p += in.bytes[p + 1] == 'u' ? 6 : 2;
      } else if (c >= 0) {
        chars[length++] = (char) c;
        p++;
      } else {
        int size = (c & 0xe0) == 0xc0 ? 2 : (c & 0xf0) == 0xe0 ? 3 : 4;
        int codePoint = c & (0x7f >> size);
        for (int k = 1; k < size; k++) {
          codePoint = (codePoint << 6) | (in.bytes[p + k] & 0x3f);
        }
        length += Character.toChars(codePoint, chars, length);
        p += size;
      }
    }
    return new String(chars, 0, length);
  }

  /** The character of the escape whose backslash is at a place. */
  private char escape(int p) {
    int c = in.at(p + 1);
    if (c == 'u') {
      int unit = 0;
      for (int i = 2; i < 6; i++) {
        int digit = hex(in.at(p + i));
        if (digit < 0) {
          throw in.failure("\\u must be followed by four hexadecimal digits", p);
        }
        unit = unit << 4 | digit;
      }
      return (char) unit;
    }
    int i = c < 0 ? -1 : "\"\\/bfnrt".indexOf(c);
    if (i < 0) {
      throw in.failure("no escape: \\ and " + (p + 1 < in.end ? shown(p + 1) : "the end"), p);
    }
    return "\"\\/\b\f\n\r\t".charAt(i);
  }

  private static int hex(int c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int letter = c | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
  }

  // ---- numbers

  /** Goes over a number; returns whether it has a point or an exponent. */
  private boolean skipNumber() {
    int from = in.position;
    int p = from;
    if (in.at(p) == '-') {
      p++;
    }
    int first = p;
    p = digits(p, "a digit");
    if (in.at(first) == '0' && p - first > 1) {
      throw in.failure("a number begins with 0 only when it is 0 or has a point next", from);
    }
    boolean fraction = in.at(p) == '.';
    if (fraction) {
      p = digits(p + 1, "a digit after the point");
    }
    if (in.at(p) == 'e' || in.at(p) == 'E') {
      fraction = true;
      p++;
      if (in.at(p) == '+' || in.at(p) == '-') {
        p++;
      }
      p = digits(p, "a digit of the exponent");
    }
    if (p - from > in.limits.maxNumber()) {
      throw in.failure("a number is longer than " + in.limits.maxNumber() + " characters", from);
    }
    in.position = p;
    return fraction;
  }

  /** One at least. */
  private int digits(int from, String wanted) {
    int p = from;
    while (p < in.end && in.bytes[p] >= '0' && in.bytes[p] <= '9') {
      p++;
    }
    if (p == from) {
      in.position = p;
      throw unexpected(wanted);
    }
    return p;
  }

  private void refuseOther(String what) {
    int c = in.at(in.position);
    if (c != '-' && (c < '0' || c > '9')) {
      throw unexpected(what);
    }
  }

  long integer(long least, long most) {
    refuseOther("an integer");
    int from = in.position;
    boolean negative = in.at(from) == '-';
    int digits = from + (negative ? 1 : 0);
    boolean fraction = skipNumber();
    long read;
    if (!fraction && in.position - digits <= 18) {
      read = whole(digits, in.position);
      read = negative ? -read : read;
    } else {
      read = exact(from);
    }
    if (read < least || read > most) {
      throw range(from, least, most);
    }
    return read;
  }

  private long whole(int from, int to) {
    long value = 0;
    for (int p = from; p < to; p++) {
      value = value * 10 + in.bytes[p] - '0';
    }
    return value;
  }

  /** Of one with many digits, a point or an exponent. */
  private long exact(int from) {
    BigDecimal value = number(from);
    // 1e999999999 is short, but would have a billion digits.
    if (value.signum() != 0 && (long) value.precision() - value.scale() > 19) {
      throw range(from, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (value.signum() == 0) {
      return 0;
    }
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw value.stripTrailingZeros().scale() > 0
          ? in.failure("must be an integer: " + shortened(from), from)
          : range(from, Long.MIN_VALUE, Long.MAX_VALUE);
    }
  }

  private RuntimeException range(int from, long least, long most) {
    return in.failure("must be in " + least + ".." + most + ": " + shortened(from), from);
  }

  private String shortened(int from) {
    int length = in.position - from;
    String text = in.ascii(from, from + Math.min(length, 40));
    return length > 40 ? text + "..." : text;
  }

  private BigDecimal number(int from) {
    try {
      return new BigDecimal(in.ascii(from, in.position));
    } catch (IllegalArgumentException e) { // an exponent beyond 32 bits
      throw in.failure("no number that Java has: " + shortened(from), from);
    }
  }

  BigDecimal decimal() {
    refuseOther("a number");
    int from = in.position;
    skipNumber();
    return number(from);
  }

  float float32() {
    refuseOther("a number");
    int from = in.position;
    skipNumber();
    float read = Float.parseFloat(in.ascii(from, in.position));
    if (Float.isInfinite(read)) {
      throw in.failure("too large for 32 bits: " + shortened(from), from);
    }
    return read;
  }

  double float64() {
    refuseOther("a number");
    int from = in.position;
    skipNumber();
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
        throw in.failure("too large for 64 bits: " + shortened(from), from);
      }
    }
    return read;
  }

  // ---- what nobody asked for

  /** Goes over a value, and checks it as if it were read; what is behind it is the caller's. */
  void skip() {
    int around = in.depth();
    do {
      int c = in.at(in.position);
      if (c == '{' || c == '[') {
        in.open((char) c, "a value");
        in.push(c);
        if (in.at(in.position) == c + END) {
          leave(around);
        } else if (c == '{') {
          name();
        }
      } else {
        scalar(c);
        if (in.depth() > around) {
          in.after();
          leave(around);
        }
      }
    } while (in.depth() > around);
  }

  /**
   * Behind a member: over the ends of what ends here, to the next member's value if there is one.
   */
  private void leave(int around) {
    while (true) {
      int bracket = in.pop();
      int c = in.at(in.position);
      if (c != bracket + END) {
        if (c == '}' || c == ']') {
          throw unexpected(bracket == '{' ? "a comma or }" : "a comma or ]");
        }
        in.push(bracket);
        if (bracket == '{') {
          name();
        }
        return;
      }
      in.ascend();
      in.position++;
      if (in.depth() == around) {
        return;
      }
      in.after();
    }
  }

  private void scalar(int c) {
    if (c == '"') {
      skipString();
    } else if (c == 't') {
      word("true");
    } else if (c == 'f') {
      word("false");
    } else if (c == 'n') {
      word("null");
    } else {
      refuseOther("a value");
      skipNumber();
    }
  }
}
