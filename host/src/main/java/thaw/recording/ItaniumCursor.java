package thaw.recording;

import java.util.ArrayList;
import java.util.List;

/** A place in a mangled name, and what was named before it and may be referred to. */
final class ItaniumCursor {
  private final String text;
  private final List<String> substitutions = new ArrayList<>();
  private int at;

  ItaniumCursor(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /** The name does not follow the grammar, or a part of it that this reader does not know. */
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Malformed() {
      super("mangled name", null, false, false);
    }
  }

  /** 0 at the end. */
  char peek() {
    return peek(0);
  }

  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : 0;
  }

  char next() {
    if (at >= text.length()) {
      throw new Malformed();
    }
    return text.charAt(at++);
  }

  boolean skip(char wanted) {
    if (peek() != wanted) {
      return false;
    }
    at++;
    return true;
  }

  boolean skip(String wanted) {
    if (!text.startsWith(wanted, at)) {
      return false;
    }
    at += wanted.length();
    return true;
  }

  void expect(char wanted) {
    if (!skip(wanted)) {
      throw new Malformed();
    }
  }

  String take(int count) {
    if (count < 0 || count > text.length() - at) {
      throw new Malformed();
    }
    at += count;
    return text.substring(at - count, at);
  }

  boolean isDigit() {
    return peek() >= '0' && peek() <= '9';
  }

  /** Decimal, {@code n} for minus; 0 where none is. */
  int number() {
    boolean negative = skip('n');
    int value = 0;
    while (isDigit()) {
      value = value * 10 + (next() - '0');
    }
    return negative ? -value : value;
  }

  void remember(String name) {
    substitutions.add(name);
  }

  /** {@code S_} is the first name, {@code S0_} the second, in base 36. */
  String remembered() {
    int index = 0;
    if (!skip('_')) {
      while (peek() != '_') {
        int digit = Character.digit(next(), 36);
        if (digit < 0) {
          throw new Malformed();
        }
        index = index * 36 + digit;
      }
      at++;
      index++;
    }
    if (index < 0 || index >= substitutions.size()) {
      throw new Malformed();
    }
    return substitutions.get(index);
  }
}
