package thaw.lab;

import java.util.List;
import java.util.stream.Collectors;
import thaw.presentation.text.Text;

/** Pieces of GitHub's Markdown. Every text from elsewhere passes through {@link #text}. */
final class Markdown {
  private static final String SPECIAL = "\\*[]<>~|";

  private Markdown() {}

  /** Shown as it is, but for code between back quotes. */
  static String text(String text) {
    String clean = Text.clean(text);
    boolean paired = clean.chars().filter(character -> character == '`').count() % 2 == 0;
    StringBuilder safe = new StringBuilder();
    boolean code = false;
    for (int i = 0; i < clean.length(); i++) {
      char character = clean.charAt(i);
      if (character == '`' && paired) {
        code = !code;
        safe.append(character);
      } else if (character == '`' || special(clean, i, code)) {
        safe.append('\\').append(character);
      } else {
        safe.append(character);
      }
    }
    return safe.toString();
  }

  /** The same, with a link where it names what one can read. */
  static String linked(String text) {
    String linked = text(text);
    for (Publication publication : Publication.values()) {
      String words = text(publication.words());
      linked = linked.replace(words, "[" + words + "](" + publication.address() + ")");
    }
    return linked;
  }

  /**
   * Returns whether a character needs a backslash; within code only what would end a cell of a
   * table needs one.
   */
  private static boolean special(String text, int at, boolean code) {
    char character = text.charAt(at);
    if (code) {
      return character == '|';
    }
    return SPECIAL.indexOf(character) >= 0
        || (character == '_' && !(isWord(text, at - 1) && isWord(text, at + 1)));
  }

  private static boolean isWord(String text, int at) {
    return at >= 0 && at < text.length() && Character.isLetterOrDigit(text.charAt(at));
  }

  /** All columns but the first to the right, where their figures are to be compared. */
  static String table(List<String> heads, List<List<String>> rows, boolean figures) {
    StringBuilder table = new StringBuilder(row(heads));
    table.append("| --- ").append((figures ? "| ---: " : "| --- ").repeat(heads.size() - 1));
    table.append("|\n");
    rows.forEach(row -> table.append(row(row)));
    return table.toString();
  }

  private static String row(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
