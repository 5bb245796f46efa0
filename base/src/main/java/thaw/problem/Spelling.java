package thaw.problem;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the name that somebody probably meant. */
public final class Spelling {
  private static final int SHORTEST_WORD = 3;
  private static final int SHORTEST_MISSPELT = 5;
  private static final int SLIPS = 2;

  private Spelling() {}

  /** Returns what to do about a name that is not known. */
  public static String remedy(String name, Collection<String> known) {
    return nearest(name, known)
        .map(near -> "rename it to " + near)
        .orElse("use one of: " + String.join(", ", known));
  }

  /** The known name nearest to a misspelt one, when one is near at all. */
  public static Optional<String> nearest(String misspelt, Collection<String> known) {
    int tolerated = Math.max(1, misspelt.length() / 3);
    return known.stream()
        .filter(name -> Math.abs(name.length() - misspelt.length()) <= tolerated)
        .filter(name -> distance(misspelt, name) <= tolerated)
        .min(
            Comparator.<String>comparingInt(name -> distance(misspelt, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * The known name of which another is a misspelling beyond doubt: one or two slips in a name of
   * five letters or more, or other cases.
   */
  public static Optional<String> misspelt(String written, Collection<String> known) {
    int tolerated = written.length() < SHORTEST_MISSPELT ? 0 : written.length() < 8 ? 1 : SLIPS;
    return nearest(written, known).filter(name -> distance(written, name) <= tolerated);
  }

  /**
   * The known name that a wrong one probably means: the nearest, else the only one that begins with
   * it, or that it begins with, or that has its words, as {@code Memory} for {@code MemorySize}.
   */
  public static Optional<String> meant(String wrong, Collection<String> known) {
    return nearest(wrong, known)
        .or(() -> only(known, name -> begins(name, wrong) || begins(wrong, name)))
        .or(() -> only(known, name -> hasWords(name, wrong)));
  }

  private static Optional<String> only(Collection<String> known, Predicate<String> fits) {
    List<String> found = known.stream().filter(fits).toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private static boolean begins(String name, String beginning) {
    return beginning.length() >= SHORTEST_WORD
        && name.regionMatches(true, 0, beginning, 0, beginning.length());
  }

  private static boolean hasWords(String name, String wrong) {
    Set<String> words = words(wrong);
    return !words.isEmpty() && words(name).containsAll(words);
  }

  private static Set<String> words(String name) {
    return Stream.of(name.split("(?<=[a-z0-9])(?=[A-Z])"))
        .filter(word -> word.length() >= SHORTEST_WORD)
        .map(word -> word.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  /** Optimal string alignment distance, without regard to case. */
  public static int distance(String a, String b) {
    String from = a.toLowerCase(Locale.ROOT);
    String to = b.toLowerCase(Locale.ROOT);
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, from, to, i, j);
      }
    }
    return cost[from.length()][to.length()];
  }

  private static int cheapest(int[][] cost, String from, String to, int i, int j) {
    int replaced = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
    int cheapest = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(cheapest, cost[i - 2][j - 2] + 1) : cheapest;
  }
}
