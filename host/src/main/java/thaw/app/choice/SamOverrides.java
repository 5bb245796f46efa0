package thaw.app.choice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.problem.UserMistake;

/**
 * Reads values of template parameters as SAM CLI takes them: {@code Stage=prod}, {@code
 * ParameterKey=Stage,ParameterValue=prod}, several in one text, values in quotes or with escaped
 * blanks.
 */
final class SamOverrides {
  private static final Pattern LONG =
      Pattern.compile("ParameterKey=(?<name>[^,]+),ParameterValue=(?<value>.*)", Pattern.DOTALL);
  private static final Pattern SHORT =
      Pattern.compile("(?<name>[^=]+)=(?<value>.*)", Pattern.DOTALL);

  private SamOverrides() {}

  /**
   * @param what names the place in a mistake: an option or a file
   */
  static Map<String, String> of(List<String> texts, String what) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String text : texts) {
      for (String word : words(text)) {
        Matcher matcher =
            Optional.of(LONG.matcher(word))
                .filter(Matcher::matches)
                .orElseGet(() -> SHORT.matcher(word));
        if (!matcher.matches()) {
          throw new UserMistake(
              what + " must be NAME=VALUE or ParameterKey=NAME,ParameterValue=VALUE: " + word,
              "put a value with blanks in quotes: 'Name=\"a b\"'");
        }
        values.put(plain(matcher.group("name")), plain(matcher.group("value")));
      }
    }
    return values;
  }

  /** Blanks in quotes and behind a backslash divide nothing. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '\\' && i + 1 < text.length()) {
        word.append(letter).append(text.charAt(++i));
      } else if (quote == 0 && Character.isWhitespace(letter)) {
        add(word, words);
      } else {
        word.append(letter);
        boolean opens = quote == 0 && (letter == '"' || letter == '\'');
        quote = opens ? letter : letter == quote ? 0 : quote;
      }
    }
    add(word, words);
    return words;
  }

  private static void add(StringBuilder word, List<String> words) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  /** Without the quotes around it, and without the backslashes before what they escape. */
  private static String plain(String text) {
    boolean quoted =
        text.length() > 1
            && text.charAt(0) == text.charAt(text.length() - 1)
            && (text.startsWith("\"") || text.startsWith("'"));
    return (quoted ? text.substring(1, text.length() - 1) : text)
        .replace("\\ ", " ")
        .replace("\\\"", "\"")
        .replace("\\'", "'");
  }
}
