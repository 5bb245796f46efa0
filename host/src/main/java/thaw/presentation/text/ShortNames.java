package thaw.presentation.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Names that fit into a column and stay different from one another.
 *
 * <p>The middle goes first: names of variants begin with what they share and end with what sets
 * them apart. Where that leaves two alike, a number replaces the end.
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
    return Text.start(name, columns - 1 - tail) + GAP + Text.end(name, tail);
  }
}
