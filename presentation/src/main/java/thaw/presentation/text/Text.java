package thaw.presentation.text;

import java.util.ArrayList;
import java.util.List;
import thaw.problem.ShellWord;

/**
 * Text from elsewhere, made safe to show, and measured in terminal columns. Refuses to know what it
 * says.
 */
public final class Text {
  private Text() {}

  /**
   * Returns a text on one line and without characters that steer a terminal or reverse the reading
   * direction: a variant's name or an error message must not be able to clear the screen.
   */
  public static String clean(String text) {
    return harmless(text).strip();
  }

  /**
   * Makes a text safe as {@link #clean} does, and leaves the room at both ends, which code begins
   * with.
   */
  public static String harmless(String text) {
    StringBuilder harmless = new StringBuilder(text.length());
    text.codePoints().map(Text::harmless).forEach(harmless::appendCodePoint);
    return harmless.toString();
  }

  private static int harmless(int character) {
    return switch (Character.getType(character)) {
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> ' ';
      case Character.CONTROL -> character == '\n' || character == '\t' ? ' ' : 0xFFFD;
      case Character.SURROGATE, Character.FORMAT, Character.UNASSIGNED, Character.PRIVATE_USE ->
          0xFFFD;
      default -> character;
    };
  }

  /** Quotes a word of a command for a shell, where it would take a character for its own. */
  public static String quoted(String word) {
    return ShellWord.quoted(word);
  }

  /** Returns the first line of a text whose other lines are code, and says where that is. */
  public static String withoutCode(String text) {
    int end = text.indexOf('\n');
    return end < 0
        ? text
        : text.substring(0, end).replaceFirst(":$", "") + ": the code is in the report";
  }

  /** Returns how many terminal columns the text takes. */
  public static int width(String text) {
    return text.codePoints().map(Text::width).sum();
  }

  /**
   * Returns how many terminal columns a character takes, after Unicode's East Asian Width (UAX 11):
   * the blocks that matter for names and messages.
   */
  private static int width(int character) {
    int type = Character.getType(character);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        character >= 0x1100
            && (character <= 0x115F
                || (character >= 0x2E80 && character <= 0xA4CF && character != 0x303F)
                || (character >= 0xAC00 && character <= 0xD7A3)
                || (character >= 0xF900 && character <= 0xFAFF)
                || (character >= 0xFE30 && character <= 0xFE6F)
                || (character >= 0xFF00 && character <= 0xFF60)
                || (character >= 0xFFE0 && character <= 0xFFE6)
                || (character >= 0x1F300 && character <= 0x1FAFF)
                || (character >= 0x20000 && character <= 0x3FFFD));
    return wide ? 2 : 1;
  }

  public static String padLeft(String text, int columns) {
    return " ".repeat(Math.max(0, columns - width(text))) + text;
  }

  public static String padRight(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - width(text)));
  }

  /** Returns as many characters from the start as fit. */
  public static String start(String text, int columns) {
    int end = 0;
    int taken = 0;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      taken += width(character);
      if (taken > columns) {
        break;
      }
      end += Character.charCount(character);
    }
    return text.substring(0, end);
  }

  /**
   * Returns the text, or its start with an ellipsis where it does not fit: whole words, unless that
   * left less than half of the room.
   */
  public static String cut(String text, int columns) {
    if (width(text) <= columns) {
      return text;
    }
    String start = start(text, columns - 1);
    int word = text.charAt(start.length()) == ' ' ? start.length() : start.lastIndexOf(' ');
    return (2 * word >= start.length() ? start.substring(0, word) : start).stripTrailing() + "…";
  }

  /** Returns as many characters from the end as fit. */
  static String end(String text, int columns) {
    int begin = text.length();
    int taken = 0;
    while (begin > 0) {
      int character = text.codePointBefore(begin);
      taken += width(character);
      if (taken > columns) {
        break;
      }
      begin -= Character.charCount(character);
    }
    return text.substring(begin);
  }

  /** Returns the start of a path or name as far as its last slash or dot, if it has one. */
  private static String part(String start) {
    int end = start.lastIndexOf(start.indexOf('/', 1) > 0 ? '/' : '.', start.length() - 2);
    return end > 0 ? start.substring(0, end + 1) : start;
  }

  /**
   * Lines of at most so many columns, broken at spaces, and inside a word only where the word alone
   * is longer than a line, behind a slash or dot if there is one.
   *
   * @param first what the first line begins with; the others are indented as far
   */
  public static List<String> wrap(String first, String text, int columns) {
    String indent = " ".repeat(width(first));
    int room = Math.max(8, columns - width(first));
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (!line.isEmpty() && width(line.toString()) + 1 + width(word) > room) {
        lines.add(line.toString());
        line.setLength(0);
      }
      String rest = word;
      while (width(rest) > room) {
        String part = part(start(rest, room));
        lines.add(part);
        rest = rest.substring(part.length());
      }
      line.append(line.isEmpty() ? "" : " ").append(rest);
    }
    lines.add(line.toString());
    List<String> indented = new ArrayList<>();
    for (String each : lines) {
      indented.add(((indented.isEmpty() ? first : indent) + each).stripTrailing());
    }
    return indented;
  }
}
