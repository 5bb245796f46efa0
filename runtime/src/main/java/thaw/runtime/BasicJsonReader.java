package thaw.runtime;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON of plain types to what the official serializer makes of it: {@code Integer}, {@code
 * Long} or {@code Double} as a number needs it, {@code ArrayList} and {@code LinkedHashMap}. It
 * takes RFC 8259 without leniency: all else is {@link Unlike}, and left to that serializer.
 */
final class BasicJsonReader {
  private static final int DEEPEST = 500;
  private static final int LONGEST_NUMBER = 1000;

  private final byte[] json;
  private int at;
  private int depth;

  private BasicJsonReader(byte[] json) {
    this.json = json;
  }

  /**
   * @throws Unlike for what is no such document, or no such value
   */
  static @Nullable Object read(byte[] json, PlainType type) {
    BasicJsonReader reader = new BasicJsonReader(json);
    reader.space();
    Object value = reader.value(type);
    reader.space();
    if (reader.at < json.length) {
      throw reader.unlike("more after the value");
    }
    return value;
  }

  private @Nullable Object value(PlainType type) {
    int c = peek();
    int kind = type.kind;
    if (c == 'n') {
      word("null");
      return type.missing;
    }
    if (c == '"') {
      return wanted(kind, PlainType.STRING) ? string() : none("a string");
    }
    if (c == '{') {
      return wanted(kind, PlainType.MAP) ? map(type) : none("an object");
    }
    if (c == '[') {
      return wanted(kind, PlainType.LIST) ? list(type) : none("an array");
    }
    if (c == 't' || c == 'f') {
      word(c == 't' ? "true" : "false");
      return wanted(kind, PlainType.BOOL) ? (Object) (c == 't') : none("a truth value");
    }
    return number(kind);
  }

  private static boolean wanted(int kind, int found) {
    return kind == found || kind == PlainType.ANYTHING;
  }

  private Object none(String what) {
    throw unlike(what.concat(" where the type has something else"));
  }

  private Map<String, Object> map(PlainType type) {
    enter();
    Map<String, Object> map = new LinkedHashMap<>();
    PlainType values = type.element();
    if (peek() == '}') {
      at++;
      depth--;
      return map;
    }
    while (true) {
      if (peek() != '"') {
        throw unlike("no name of a member");
      }
      String key = string();
      space();
      expect(':');
      space();
      map.put(key, value(values));
      if (ended('}')) {
        return map;
      }
    }
  }

  private List<Object> list(PlainType type) {
    enter();
    List<Object> list = new ArrayList<>();
    PlainType elements = type.element();
    if (peek() == ']') {
      at++;
      depth--;
      return list;
    }
    while (true) {
      list.add(value(elements));
      if (ended(']')) {
        return list;
      }
    }
  }

  private void enter() {
    if (++depth > DEEPEST) {
      throw unlike("deep");
    }
    at++;
    space();
  }

  /** Goes over the comma or the end behind an element, and returns whether it was the last one. */
  private boolean ended(char close) {
    space();
    int c = peek();
    at++;
    if (c == close) {
      depth--;
      return true;
    }
    if (c != ',') {
      at--;
      throw unlike("neither a comma nor an end");
    }
    space();
    return false;
  }

  private Object number(int kind) {
    int from = at;
    boolean whole = true;
    if (peek() == '-') {
      at++;
    }
    int digits = at;
    digits();
    if (json[digits] == '0' && at - digits > 1) {
      throw unlike("a number that begins with 0");
    }
    if (at < json.length && json[at] == '.') {
      whole = false;
      at++;
      digits();
    }
    if (at < json.length && (json[at] | 0x20) == 'e') {
      whole = false;
      at++;
      if (at < json.length && (json[at] == '+' || json[at] == '-')) {
        at++;
      }
      digits();
    }
    if (at - from > LONGEST_NUMBER) {
      throw unlike("a long number");
    }
    if (!whole && (kind == PlainType.FLOAT64 || kind == PlainType.ANYTHING)) {
      return Double.parseDouble(ascii(from));
    }
    if (!whole || kind == PlainType.STRING || kind > PlainType.FLOAT64) {
      throw unlike("a number that the type has otherwise");
    }
    long value = whole(from);
    if (kind == PlainType.FLOAT64) {
      return (double) value;
    }
    boolean small = value == (int) value;
    if (kind == PlainType.INT64 || (kind == PlainType.ANYTHING && !small)) {
      return value;
    }
    if (!small) {
      throw unlike("a large number");
    }
    return (int) value;
  }

  private long whole(int from) {
    try {
      return Long.parseLong(ascii(from));
    } catch (NumberFormatException e) {
      throw unlike("a large number");
    }
  }

  private void digits() {
    int from = at;
    while (at < json.length && json[at] >= '0' && json[at] <= '9') {
      at++;
    }
    if (at == from) {
      throw unlike("no digit");
    }
  }

  private String ascii(int from) {
    return new String(json, from, at - from, StandardCharsets.ISO_8859_1);
  }

  private String string() {
    int from = ++at;
    int all = 0;
    for (; at < json.length; at++) {
      int c = json[at];
      if (c == '"') {
        String text =
            new String(
                json,
                from,
                at - from,
                all < 0 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        at++;
        return all < 0 ? valid(text) : text;
      }
      if (c == '\\') {
        return escaped(from);
      }
      if (c >= 0 && c < ' ') {
        throw unlike("a control character in a string");
      }
      all |= c;
    }
    throw unlike("a string without an end");
  }

  private String escaped(int from) {
    StringBuilder text = new StringBuilder(2 * (at - from) + 16);
    int begin = from;
    while (at < json.length) {
      int c = json[at];
      if (c >= 0 && c < ' ') {
        throw unlike("a control character in a string");
      }
      if (c == '"' || c == '\\') {
        text.append(new String(json, begin, at - begin, StandardCharsets.UTF_8));
        at++;
        if (c == '"') {
          return valid(text.toString());
        }
        text.append(escape());
        begin = at;
      } else {
        at++;
      }
    }
    throw unlike("a string without an end");
  }

  private char escape() {
    int c = peek();
    at++;
    if (c == 'u') {
      int unit = 0;
      for (int i = 0; i < 4; i++) {
        int digit = Character.digit(peek(), 16);
        if (digit < 0) {
          throw unlike("no hexadecimal digit");
        }
        unit = unit << 4 | digit;
        at++;
      }
      return (char) unit;
    }
    int index = "\"\\/bfnrt".indexOf(c);
    if (index < 0) {
      throw unlike("an unknown escape");
    }
    return "\"\\/\b\f\n\r\t".charAt(index);
  }

  /**
   * Returns the text unless it has U+FFFD, which may stand for malformed bytes; then the other
   * serializer has to decide.
   */
  private String valid(String text) {
    if (text.indexOf('\ufffd') >= 0) {
      throw unlike("U+FFFD");
    }
    return text;
  }

  private void word(String word) {
    for (int i = 0; i < word.length(); i++) {
      expect(word.charAt(i));
    }
  }

  private void expect(char c) {
    if (peek() != c) {
      throw unlike("something else than expected");
    }
    at++;
  }

  private int peek() {
    if (at >= json.length) {
      throw unlike("the end");
    }
    return json[at];
  }

  private void space() {
    while (at < json.length) {
      int c = json[at];
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return;
      }
      at++;
    }
  }

  private Unlike unlike(String what) {
    return new Unlike(what.concat(" at byte ").concat(String.valueOf(at)));
  }
}
