package thaw.presentation.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lines that tell how work goes on, in the columns that there are: long paths and names lose their
 * middle, for which an ellipsis stands. What is to be copied is not for this class.
 */
public final class Shortened {
  /** A word with fewer columns stays whole. */
  private static final int LEAST_WORD = 24;

  private static final String ELLIPSIS = "…";

  /** A class or a method with its packages. */
  private static final Pattern QUALIFIED =
      Pattern.compile("(?:[a-z_][\\w$]*\\.)+[A-Z][\\w$]*(?:\\.[\\w$<>]+)?");

  private Shortened() {}

  /** Returns a line of at most so many columns: its longest words lose the most. */
  public static String line(String text, int columns) {
    return middle(words(text, columns), columns);
  }

  /**
   * Returns a line whose long words are shortened, the longest the most, as far as it takes for so
   * many columns. A sentence of short words keeps them all.
   */
  public static String words(String text, int columns) {
    String line = text;
    for (int i = widestWord(line); Text.width(line) > columns && i >= 0; i = widestWord(line)) {
      List<String> words = new ArrayList<>(Arrays.asList(line.split(" ", -1)));
      String word = words.get(i);
      int room = Text.width(word) - (Text.width(line) - columns);
      words.set(i, word(word, Math.max(LEAST_WORD, room)));
      line = String.join(" ", words);
    }
    return line;
  }

  /** Returns the index of the widest word that can be shortened; negative where there is none. */
  private static int widestWord(String line) {
    String[] words = line.split(" ", -1);
    int widest = -1;
    for (int i = 0; i < words.length; i++) {
      int width = Text.width(words[i]);
      if (width > LEAST_WORD && (widest < 0 || width > Text.width(words[widest]))) {
        widest = i;
      }
    }
    return widest;
  }

  private static String word(String word, int columns) {
    return QUALIFIED.matcher(word).matches() ? name(word, columns) : path(word, columns);
  }

  /** A name of Java keeps its class, and of its packages the last whole ones. */
  private static String name(String word, int columns) {
    String end = word;
    while (Text.width(ELLIPSIS + end) > columns && Character.isLowerCase(end.charAt(0))) {
      end = end.substring(end.indexOf('.') + 1);
    }
    return Text.width(ELLIPSIS + end) <= columns ? ELLIPSIS + end : middle(end, columns);
  }

  /** A path keeps whole parts at both ends, its last one above all. */
  private static String path(String word, int columns) {
    int last = word.lastIndexOf('/');
    int room = columns - Text.width(word.substring(last + 1)) - Text.width("/" + ELLIPSIS + "/");
    int first = last < 0 ? -1 : word.lastIndexOf('/', Math.min(last - 1, room));
    if (last <= 0 || room < 0 || first < 0) {
      return middle(word, columns);
    }
    int end = last; // whole parts from the end, as long as the first part has room
    int begin = Math.max(0, word.indexOf('/', 1));
    String head = begin <= room ? word.substring(0, begin) : "";
    for (int part = word.lastIndexOf('/', end - 1);
        part > begin && Text.width(head) + Text.width(word.substring(part, last)) <= room;
        part = word.lastIndexOf('/', end - 1)) {
      end = part;
    }
    return head + "/" + ELLIPSIS + word.substring(end);
  }

  /**
   * Returns a text of at most so many columns, without its middle if need be. A number is in it
   * whole or not at all: a part of one would be a false figure.
   */
  public static String middle(String text, int columns) {
    if (Text.width(text) <= columns) {
      return text;
    }
    int room = Math.max(0, columns - 1);
    int start = Text.start(text, room - room / 2).length();
    int end = text.length() - Text.end(text, room / 2).length();
    if (isInNumber(text, start)) {
      while (start > 0 && isOfNumber(text.charAt(start - 1))) {
        start--;
      }
    }
    if (isInNumber(text, end)) {
      while (end < text.length() && isOfNumber(text.charAt(end))) {
        end++;
      }
    }
    return text.substring(0, start) + ELLIPSIS + text.substring(end);
  }

  private static boolean isInNumber(String text, int at) {
    return at > 0
        && at < text.length()
        && isOfNumber(text.charAt(at - 1))
        && isOfNumber(text.charAt(at));
  }

  private static boolean isOfNumber(char character) {
    return character >= '0' && character <= '9' || character == '.' || character == ',';
  }
}
