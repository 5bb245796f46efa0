package thaw.remedy.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words, literals, comments and signs of a Java source, each with the blanks before it. */
final class JavaTokens {
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n\\r]*|(?s:/\\*.*?\\*/)|(?s:\"\"\".*?(?<!\\\\)\"\"\")|\"(?:\\\\.|[^\"\\\\\\n])*\""
              + "|'(?:\\\\.|[^'\\\\\\n])*'|[\\p{javaJavaIdentifierPart}]+|\\S");

  /**
   * @param space before it
   */
  record Token(String space, String text) {
    Token at(String other) {
      return new Token(other, text);
    }

    boolean isComment() {
      return text.startsWith("//") || text.startsWith("/*");
    }

    @Override
    public String toString() {
      return space + text;
    }
  }

  private JavaTokens() {}

  /** Splits a source into tokens; only blanks may follow the last one. */
  static List<Token> of(String source) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(source);
    int end = 0;
    while (matcher.find()) {
      tokens.add(new Token(source.substring(end, matcher.start()), matcher.group()));
      end = matcher.end();
    }
    return tokens;
  }
}
