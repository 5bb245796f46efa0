package thaw.service.database;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * Cuts a script into its statements, as {@code psql} does: those of a dump, too, with the lines of
 * {@code COPY ... FROM stdin}.
 */
final class SqlScript {
  private static final Pattern COPIES = Pattern.compile("(?is)^copy\\s.*\\sfrom\\s+stdin\\b.*");

  private static final Pattern DOLLARS =
      Pattern.compile("\\$(?:[A-Za-z_\\x80-\\uffff][\\w\\x80-\\uffff]*)?\\$");

  /** Commands of psql in each dump that change nothing here. */
  private static final Pattern IGNORED = Pattern.compile("\\\\(?:un)?restrict\\b.*");

  private final Path file;
  private final String text;
  private final List<Statement> statements = new ArrayList<>();
  private int at;

  /**
   * @param start its place in the file
   * @param lines what {@code COPY} reads; empty for other statements
   */
  record Statement(String sql, int start, boolean copies, String lines) {}

  private SqlScript(Path file, String text) {
    this.file = file;
    this.text = text;
  }

  /**
   * @throws UserMistake for a command of psql
   */
  static List<Statement> statements(Path file, String text) {
    SqlScript script = new SqlScript(file, text);
    script.read();
    return script.statements;
  }

  /** Returns the line of a place, from 1 on. */
  static int line(String text, int place) {
    return 1
        + (int)
            text.substring(0, Math.min(place, text.length()))
                .chars()
                .filter(c -> c == '\n')
                .count();
  }

  private void read() {
    int start = -1;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (start < 0 && Character.isWhitespace(c)) {
        at++;
      } else if (text.startsWith("--", at)) {
        at = end("\n", at + 2, 0);
      } else if (text.startsWith("/*", at)) {
        skipComment();
      } else if (start < 0 && c == '\\') {
        skipCommand();
      } else if (c == ';') {
        add(start < 0 ? at : start, at++);
        start = -1;
      } else {
        start = start < 0 ? at : start;
        skipPart(c);
      }
    }
    if (start >= 0) {
      add(start, text.length());
    }
  }

  private void skipPart(char c) {
    boolean escaped =
        c == '\'' && at > 0 && "eE".indexOf(text.charAt(at - 1)) >= 0 && !isWord(at - 2);
    Matcher dollars = DOLLARS.matcher(text).region(at, text.length());
    if (escaped) {
      for (at++; at < text.length() && text.charAt(at) != '\''; at++) {
        at += text.charAt(at) == '\\' ? 1 : 0;
      }
      at++;
    } else if (c == '\'' || c == '"') {
      at = end("" + c, at + 1, 1);
    } else if (c == '$' && !isWord(at - 1) && dollars.lookingAt()) {
      at = end(dollars.group(), at + dollars.group().length(), dollars.group().length());
    } else {
      at++;
    }
  }

  private boolean isWord(int place) {
    return place >= 0
        && (Character.isLetterOrDigit(text.charAt(place)) || text.charAt(place) == '_');
  }

  /** Returns the place behind the next one of a word, or the end of all. */
  private int end(String word, int from, int behind) {
    int found = text.indexOf(word, from);
    return found < 0 ? text.length() : found + behind;
  }

  private void skipComment() {
    int depth = 0;
    do {
      boolean opens = text.startsWith("/*", at);
      boolean closes = text.startsWith("*/", at);
      depth += opens ? 1 : closes ? -1 : 0;
      at += opens || closes ? 2 : 1;
    } while (depth > 0 && at < text.length());
  }

  private void skipCommand() {
    int end = end("\n", at, 0);
    String command = text.substring(at, end).strip();
    if (!IGNORED.matcher(command).matches()) {
      throw new UserMistake(
          "%s:%d: %s is a command of psql".formatted(file, line(text, at), command),
          "write SQL in its place");
    }
    at = end;
  }

  private void add(int start, int end) {
    String sql = text.substring(start, end).strip();
    if (sql.isEmpty()) {
      return;
    }
    if (!COPIES.matcher(sql).matches()) {
      statements.add(new Statement(sql, start, false, ""));
      return;
    }
    int from = end("\n", end, 1);
    int to = text.startsWith("\\.", from) ? from : end("\n\\.", from, 1);
    statements.add(new Statement(sql, start, true, text.substring(from, to)));
    at = end("\n", to, 0);
  }
}
