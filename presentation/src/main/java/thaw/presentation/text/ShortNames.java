package thaw.presentation.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Names that fit into a column and stay different from one another.
 *
 * <p>The middle goes first: names of variants begin with what they share and end with what sets
 * them apart. Words stay whole, the first of them above all, as half a word may be another one, and
 * {@code with} is the opposite of {@code without}. Identifiers with dots lose parts, not letters,
 * as long as the last part fits. Where that leaves two alike, a number replaces the end.
 */
public final class ShortNames {
  private static final String GAP = "…";

  private ShortNames() {}

  /**
   * @param columns at least 8
   */
  public static List<String> of(List<String> names, int columns) {
    List<String> shortened = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (String name : names) {
      String candidate = shorten(name, columns, 3 * (columns - 1) / 5);
      for (int number = 2; !taken.add(candidate); number++) {
        String suffix = "~" + number;
        candidate = Text.start(name, columns - 1 - suffix.length()) + GAP + suffix;
      }
      shortened.add(candidate);
    }
    return shortened;
  }

  private static String shorten(String name, int columns, int tail) {
    if (Text.width(name) <= columns) {
      return name;
    }
    Optional<String> whole =
        name.strip().indexOf(' ') >= 0
            ? words(name, columns)
            : name.indexOf('.') >= 0 ? parts(name, columns) : Optional.empty();
    return whole.orElseGet(() -> Text.start(name, columns - 1 - tail) + GAP + Text.end(name, tail));
  }

  /** The first word and as many of the last ones as fit, else as many of the first ones. */
  private static Optional<String> words(String name, int columns) {
    int indent = name.length() - name.stripLeading().length();
    int first = name.indexOf(' ', indent);
    if (first < 0 || Text.width(name.substring(0, first)) >= columns) {
      return Optional.empty();
    }
    String head = name.substring(0, first) + GAP;
    for (int at = name.indexOf(' ', first + 1); at >= 0; at = name.indexOf(' ', at + 1)) {
      if (Text.width(head + name.substring(at + 1)) <= columns) {
        return Optional.of(head + name.substring(at + 1));
      }
    }
    String start = Text.start(name, columns - 1);
    int end = start.lastIndexOf(' ');
    return Optional.of(end > first ? start.substring(0, end).stripTrailing() + GAP : head);
  }

  /** As many of the last parts as fit. */
  private static Optional<String> parts(String name, int columns) {
    for (int at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
      String rest = GAP + name.substring(at + 1);
      if (Text.width(rest) <= columns) {
        return Optional.of(rest);
      }
    }
    return Optional.empty();
  }
}
