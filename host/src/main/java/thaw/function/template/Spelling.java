package thaw.function.template;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
public final class Spelling {
  private Spelling() {}

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
