package thaw.http;

import java.util.Locale;
import java.util.Set;

/** Knows what may stand in a message's head (RFC 9110), and what only a server says there. */
public final class FieldRules {
  /** A table by character: whether it may be part of a token (RFC 9110, 5.6.2). */
  private static final boolean[] TOKEN = new boolean[128];

  static {
    "!#$%&'*+-.^_`|~0123456789".chars().forEach(character -> TOKEN[character] = true);
    for (char letter = 'a'; letter <= 'z'; letter++) {
      TOKEN[letter] = true;
      TOKEN[Character.toUpperCase(letter)] = true;
    }
  }

  /** The function's word for it gets another name, as on AWS. */
  private static final Set<String> REMAPPED =
      Set.of(
          "connection",
          "content-length",
          "date",
          "host",
          "keep-alive",
          "server",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "www-authenticate",
          "x-amzn-requestid");

  private FieldRules() {}

  /** Returns whether it can be sent. */
  public static boolean isSound(String name, String value) {
    if (!isName(name, name.length())) {
      return false;
    }
    for (int i = 0; i < value.length(); i++) {
      char character = value.charAt(i);
      if ((character < ' ' && character != '\t') || character == 0x7f || character > 0xff) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a line's first characters, so many, are a name; never for none. */
  static boolean isName(String line, int end) {
    for (int i = 0; i < end; i++) {
      char character = line.charAt(i);
      if (character >= TOKEN.length || !TOKEN[character]) {
        return false;
      }
    }
    return end > 0;
  }

  /** Returns the name under which a function's field is sent. */
  public static String sentName(String name) {
    return REMAPPED.contains(name.toLowerCase(Locale.ROOT)) ? "x-amzn-Remapped-" + name : name;
  }

  /**
   * Returns the text without the white space that may stand around a value: spaces and tabs (RFC
   * 9110, 5.6.3).
   */
  static String trimmed(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && isBlank(text.charAt(begin))) {
      begin++;
    }
    while (end > begin && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(begin, end);
  }

  private static boolean isBlank(char each) {
    return each == ' ' || each == '\t';
  }
}
