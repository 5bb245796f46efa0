package thaw.remedy.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import thaw.remedy.edit.JavaTokens.Token;

/**
 * A Java source that a program has changed, in the layout that it had: blanks, line ends and the
 * order of imports differ only where words do.
 */
public final class KeptLayout {
  private final List<Token> before;
  private final List<Token> after;
  private final int[] from;
  private final List<Token> result = new ArrayList<>();

  private KeptLayout(List<Token> before, List<Token> after) {
    this.before = before;
    this.after = after;
    this.from = Alignment.of(before, after, KeptLayout::isSame);
  }

  /**
   * Returns the changed text in the layout of the text before. Where that cannot be, it returns the
   * changed text as it is.
   */
  public static String of(String before, String after) {
    int bodyBefore = ImportLines.end(before);
    int bodyAfter = ImportLines.end(after);
    String head =
        bodyBefore == 0
            ? after.substring(0, bodyAfter)
            : ImportLines.with(before.substring(0, bodyBefore), ImportLines.of(after));
    String body = before.substring(bodyBefore);
    List<Token> wanted = JavaTokens.of(after.substring(bodyAfter));
    List<Token> merged = new KeptLayout(JavaTokens.of(body), wanted).merged();
    StringBuilder text = new StringBuilder(head);
    merged.forEach(text::append);
    text.append(body.substring(body.stripTrailing().length()));
    boolean same =
        JavaTokens.of(text.substring(head.length())).stream()
            .map(Token::text)
            .toList()
            .equals(wanted.stream().map(Token::text).toList());
    return same ? text.toString() : after;
  }

  /** {@code withName} and {@code getName} have become {@code name}. */
  private static boolean isSame(Token old, Token young) {
    String text = old.text();
    if (text.equals(young.text())) {
      return true;
    }
    if (text.length() < 4 || !text.matches("(?:with|get|set)[A-Z].*")) {
      return false;
    }
    String name = text.substring(text.startsWith("with") ? 4 : 3);
    return name.toLowerCase(Locale.ROOT).equals(young.text().toLowerCase(Locale.ROOT));
  }

  private List<Token> merged() {
    int next = 0; // of those before, what is not yet dealt with
    for (int i = 0; i < after.size(); i++) {
      Token token = after.get(i);
      int old = from[i];
      if (old >= 0) {
        add(token, before.get(Math.min(next, old)).space());
        next = old + 1;
      } else if (next < before.size() && isGone(next, i)) {
        add(token, before.get(next).space());
        next = endOfGone(next, i);
      } else {
        add(token, inserted(i));
      }
    }
    return result;
  }

  /**
   * Adds a token with its space. A token that stood behind a comma may be a call in a chain now.
   */
  private void add(Token token, String space) {
    boolean atDot =
        token.text().equals(".") || (!result.isEmpty() && result.getLast().text().equals("."));
    result.add(token.at(atDot && space.isBlank() && space.indexOf('\n') < 0 ? "" : space));
  }

  /** Returns whether an old token has no counterpart behind, so that a new one takes its place. */
  private boolean isGone(int old, int at) {
    return endOfGone(old, at) > old;
  }

  private int endOfGone(int old, int at) {
    for (int i = at; i < from.length; i++) {
      if (from[i] >= 0) {
        return Math.max(old, from[i]);
      }
    }
    return before.size();
  }

  private String inserted(int i) {
    Token token = after.get(i);
    if (token.text().equals(".")
        && i + 1 < after.size()
        && after.get(i + 1).text().equals("build")) {
      return ofChain();
    }
    return token.space().contains("\n") && !token.isComment()
        ? result.isEmpty() || token.text().equals(".") ? "" : " "
        : token.space();
  }

  /** Returns the space of the call before it in the same chain. */
  private String ofChain() {
    int depth = 0;
    for (int i = result.size() - 1; i >= 0 && depth >= 0; i--) {
      String text = result.get(i).text();
      if (text.equals(")")) {
        depth++;
      } else if (text.equals("(")) {
        depth--;
      } else if (text.equals(".") && depth == 0) {
        return result.get(i).space();
      }
    }
    return "";
  }
}
