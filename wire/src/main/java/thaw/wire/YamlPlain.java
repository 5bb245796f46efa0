package thaw.wire;

/**
 * Whether a text may be in YAML without quotes, so that every reader takes it for the same text:
 * those of YAML 1.2, and those of 1.1, to which {@code no}, {@code 1:30} and {@code 2026-11-22} are
 * none. It rather says no.
 */
final class YamlPlain {
  /** The characters of ASCII that a plain text may begin with, besides letters and digits. */
  private static final String BEGINS = "_/($^";

  /**
   * The characters of numbers and points of time in YAML 1.1 and 1.2, besides digits and a to f.
   */
  private static final String OF_NUMBERS = "xXoOtTzZ_.:+-, ";

  private static final String BRACKETS = ",[]{}";

  private YamlPlain() {}

  /** Tells whether a text or a key may be plain, in a line or between brackets. */
  static boolean is(String text, boolean flow) {
    int length = text.length();
    if (length == 0 || !begins(text.charAt(0)) || text.charAt(length - 1) == ' ') {
      return false;
    }
    char before = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      char next = i + 1 < length ? text.charAt(i + 1) : ' ';
      if (c < ' ' || (c >= 0x7f && !isPrintable(before, c, next))) {
        return false;
      }
      if ((c == ':' && (next == ' ' || flow))
          || (c == '#' && before == ' ')
          || (flow && BRACKETS.indexOf(c) >= 0)) {
        return false;
      }
      before = c;
    }
    return !isWord(text) && !isLikeNumber(text);
  }

  private static boolean begins(char c) {
    return c >= 0x7f || isDigit(c) || isLetter(c) || BEGINS.indexOf(c) >= 0;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /**
   * Returns whether one beyond ASCII is written as it is: no control, no line break, nothing
   * unseen.
   */
  static boolean isPrintable(char before, char c, char next) {
    if (c < 0xd800) {
      return c > 0xa0 && c != '\u2028' && c != '\u2029';
    }
    if (Character.isHighSurrogate(c)) {
      return Character.isLowSurrogate(next);
    }
    if (Character.isLowSurrogate(c)) {
      return Character.isHighSurrogate(before);
    }
    return c != '\ufeff' && c < 0xfffe;
  }

  /**
   * Returns whether it is a word that is no text in YAML 1.1 or 1.2, in any case of its letters.
   */
  private static boolean isWord(String text) {
    int length = text.length();
    return switch (length) {
      case 1 -> is(text, "y") || is(text, "n");
      case 2 -> is(text, "no") || is(text, "on");
      case 3 -> is(text, "yes") || is(text, "off");
      case 4 -> is(text, "true") || is(text, "null");
      default -> is(text, "false");
    };
  }

  private static boolean is(String text, String word) {
    return text.equalsIgnoreCase(word);
  }

  /** Begins with a digit, and has nothing that no number and no point of time has. */
  private static boolean isLikeNumber(String text) {
    char first = text.charAt(0);
    if (!isDigit(first)) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean hexadecimal = isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      if (!hexadecimal && OF_NUMBERS.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
