package thaw.remedy.edit;

import java.util.Optional;
import java.util.stream.Collectors;

/** Java source as lines and characters, for changes that keep what a reader sees. */
public final class SourceText {
  private static final String TEXT_BLOCK = "\"\"\"";

  private SourceText() {}

  /** The blanks at the beginning of the line that holds a position. */
  public static String indent(String text, int position) {
    int begin = lineStart(text, position);
    int end = begin;
    while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
      end++;
    }
    return text.substring(begin, end);
  }

  public static int lineStart(String text, int position) {
    return text.lastIndexOf('\n', position - 1) + 1;
  }

  public static int line(String text, int position) {
    return (int) text.substring(0, position).chars().filter(c -> c == '\n').count() + 1;
  }

  static boolean isAloneOnItsLine(String text, int brace) {
    return brace > 0
        && text.charAt(brace) == '}'
        && text.substring(lineStart(text, brace), brace).isBlank();
  }

  /** Each line but empty ones further to the right. */
  public static String indented(String lines, String indent) {
    return lines
        .lines()
        .map(line -> (line.isEmpty() ? "" : indent + line) + "\n")
        .collect(Collectors.joining());
  }

  /**
   * Returns the start of the first line of a statement, and the position behind the line feed of
   * its last one, when nothing but blanks and the statement is on these lines.
   */
  public static Optional<int[]> wholeLines(String text, int start, int end) {
    int from = lineStart(text, start);
    int feed = text.indexOf('\n', end);
    int to = feed < 0 ? text.length() : feed + 1;
    return text.substring(from, start).isBlank() && text.substring(end, to).isBlank()
        ? Optional.of(new int[] {from, to})
        : Optional.empty();
  }

  /**
   * Returns where the comment lines begin that stand directly above a line, and speak of it.
   *
   * @param line its start
   * @return the line's own start when there are none; empty when another kind of comment is there
   */
  public static Optional<Integer> commentAbove(String text, int line) {
    int from = line;
    while (from > 0) {
      int above = lineStart(text, from - 1);
      String words = text.substring(above, from).strip();
      if (words.endsWith("*/") || words.startsWith("/*")) {
        return Optional.empty();
      }
      if (!words.startsWith("//")) {
        break;
      }
      from = above;
    }
    return Optional.of(from);
  }

  /** Returns whether code has a comment, which is not within a string. */
  public static boolean hasComment(String code) {
    int at = 0;
    while (at < code.length()) {
      char next = code.charAt(at);
      if (code.startsWith("//", at) || code.startsWith("/*", at)) {
        return true;
      }
      if (code.startsWith(TEXT_BLOCK, at)) {
        at = behind(code, at + TEXT_BLOCK.length(), TEXT_BLOCK);
      } else if (next == '"' || next == '\'') {
        at = behind(code, at + 1, String.valueOf(next));
      } else {
        at++;
      }
    }
    return false;
  }

  private static int behind(String code, int from, String end) {
    int at = from;
    while (at < code.length() && !code.startsWith(end, at)) {
      at += code.charAt(at) == '\\' ? 2 : 1;
    }
    return at + end.length();
  }
}
