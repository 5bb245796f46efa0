package thaw.wire;

import java.nio.charset.StandardCharsets;

/**
 * Reads what a {@link JsonReader} needs less often: names, escapes, fractions, and what is skipped.
 */
final class JsonScanner {
  /** The distance in ASCII from { to }, and from [ to ]. */
  private static final int END = 2;

  private final JsonReader in;
  private char[] chars = new char[64];

  JsonScanner(JsonReader in) {
    this.in = in;
  }

  // ---- names

  /** Goes over a name and its colon, and returns the hash of what it says. */
  int name() {
    if (in.at(in.position) != '"') {
      throw in.unexpected(in.at(in.position) == ']' ? "a comma or }" : "a name in quotes");
    }
    int from = in.position + 1;
    boolean escaped = skipString();
    int to = in.position - 1;
    in.space();
    if (in.at(in.position) != ':') {
      throw in.unexpected("a colon");
    }
    in.position++;
    in.space();
    if (!escaped) {
      return Field.hash(in.bytes, from, to);
    }
    return Field.hash(nameAt(from - 1));
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

  /** Skips a string from its quote on, and returns whether it has escapes. */
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
    in.limit(p - from, from);
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

  /** Reads a string from its quote on. */
  String string() {
    int from = in.position + 1;
    boolean escaped = skipString();
    int to = in.position - 1;
    return escaped
        ? unescaped(from, to)
        : new String(in.bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** Replaces the escapes of a string, which is known to be well-formed. */
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
      throw in.failure("no escape: \\ and " + (p + 1 < in.end ? in.shown(p + 1) : "the end"), p);
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
   * Goes on behind a member: over the ends of what ends here, to the next member's value if there
   * is one.
   */
  private void leave(int around) {
    while (true) {
      int bracket = in.pop();
      int c = in.at(in.position);
      if (c != bracket + END) {
        if (c == '}' || c == ']') {
          throw in.unexpected(bracket == '{' ? "a comma or }" : "a comma or ]");
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
      in.word("true");
    } else if (c == 'f') {
      in.word("false");
    } else if (c == 'n') {
      in.word("null");
    } else {
      TextNumbers.refuseOther(in, "a value");
      TextNumbers.skip(in);
    }
  }
}
