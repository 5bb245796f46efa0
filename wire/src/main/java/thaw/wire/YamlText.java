package thaw.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Decodes the texts of YAML: quotes, escapes and folded lines. */
final class YamlText {
  private static final String ESCAPES = "0abt\tnvfre \"/\\N_LP";
  private static final String ESCAPED =
      "\0\u0007\b\t\t\n\u000b\f\r\u001b \"/\\\u0085\u00a0\u2028\u2029";

  private final byte[] bytes;
  private final int to;
  private final StringBuilder text;

  /** The length of the text up to which a line that ends keeps its spaces. */
  private int kept;

  private int at;

  private YamlText(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.to = to;
    at = from;
    text = new StringBuilder(to - from);
  }

  /** Returns the text of a node. */
  static String of(byte[] bytes, YamlTape tape, int node) {
    int from = tape.from(node);
    int kind = tape.kind(node);
    if (kind < YamlTape.SINGLE) {
      return new String(bytes, from, tape.length(node), StandardCharsets.UTF_8);
    }
    YamlText text = new YamlText(bytes, from, tape.to(node));
    return kind == YamlTape.SINGLE ? text.single() : text.decoded();
  }

  /** Hashes a node's text to the hash of a field with that name. */
  static int hash(byte[] bytes, YamlTape tape, int node) {
    if (tape.kind(node) < YamlTape.SINGLE) {
      return Field.hash(bytes, tape.from(node), tape.to(node));
    }
    return Field.hash(of(bytes, tape, node));
  }

  static boolean isSame(byte[] bytes, YamlTape tape, int one, int other) {
    if (tape.kind(one) < YamlTape.SINGLE && tape.kind(other) < YamlTape.SINGLE) {
      return Arrays.equals(
          bytes, tape.from(one), tape.to(one), bytes, tape.from(other), tape.to(other));
    }
    return of(bytes, tape, one).equals(of(bytes, tape, other));
  }

  /** Returns a text for messages, cut after 40 characters. */
  static String shortened(byte[] bytes, YamlTape tape, int node) {
    String text = of(bytes, tape, node);
    return text.length() > 40 ? text.substring(0, 40) + "..." : text;
  }

  /** Returns the length of the escape at a place, which has a character behind its backslash. */
  static int escapeLength(YamlSource source, int place) {
    int c = source.at(place + 1);
    int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits == 0 && (c < 0 || ESCAPES.indexOf(c) < 0)) {
      throw source.failure("no escape: \\ and " + source.shown(place + 1), place);
    }
    long value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = hex(source.at(place + 2 + i));
      if (digit < 0) {
        throw source.failure(
            "\\" + (char) c + " must be followed by " + digits + " hexadecimal digits", place);
      }
      value = value << 4 | digit;
    }
    if (value > Character.MAX_CODE_POINT) {
      throw source.failure("no character beyond \\U0010FFFF", place);
    }
    return 2 + digits;
  }

  private static int hex(int c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int letter = c | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
  }

  private String single() {
    while (at < to) {
      int c = bytes[at];
      if (c == '\'') {
        text.append('\'');
        at += 2;
      } else {
        other(c);
      }
    }
    return text.toString();
  }

  private String decoded() {
    while (at < to) {
      int c = bytes[at];
      if (c == '\\') {
        escape();
        kept = text.length();
      } else {
        other(c);
      }
    }
    return text.toString();
  }

  private void escape() {
    int c = bytes[at + 1];
    if (c == '\n' || c == '\r') {
      at++;
      for (int more = lines(); more > 1; more--) {
        text.append('\n');
      }
      return;
    }
    int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    at += 2;
    if (digits == 0) {
      text.append(ESCAPED.charAt(ESCAPES.indexOf(c)));
      return;
    }
    int value = 0;
    for (int i = 0; i < digits; i++) {
      value = value << 4 | hex(bytes[at++]);
    }
    text.appendCodePoint(value);
  }

  private void other(int c) {
    if (c == '\n' || c == '\r') {
      text.setLength(solid());
      int lines = lines();
      if (lines == 1) {
        text.append(' ');
      }
      for (; lines > 1; lines--) {
        text.append('\n');
      }
      kept = text.length();
    } else if (c >= 0) {
      text.append((char) c);
      at++;
    } else {
      int size = (c & 0xe0) == 0xc0 ? 2 : (c & 0xf0) == 0xe0 ? 3 : 4;
      int codePoint = c & 0x7f >> size;
      for (int i = 1; i < size; i++) {
        codePoint = (codePoint << 6) | (bytes[at + i] & 0x3f);
      }
      text.appendCodePoint(codePoint);
      at += size;
    }
  }

  /** Returns the length without the spaces at the end, of which those stay that must be kept. */
  private int solid() {
    int length = text.length();
    while (length > kept && (text.charAt(length - 1) == ' ' || text.charAt(length - 1) == '\t')) {
      length--;
    }
    return length;
  }

  /** Goes over ends of lines and the spaces behind each; returns how many ends there were. */
  private int lines() {
    int lines = 0;
    while (at < to) {
      int c = bytes[at];
      if (c == '\r' || c == '\n') {
        at += c == '\r' && at + 1 < to && bytes[at + 1] == '\n' ? 2 : 1;
        lines++;
      } else if (c == ' ' || c == '\t') {
        at++;
      } else {
        break;
      }
    }
    return lines;
  }
}
