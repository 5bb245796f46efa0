package thaw.remedy.edit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

/** Aligns two sequences by their equal elements: E. Myers, An O(ND) Difference Algorithm, 1986. */
final class Alignment {
  private Alignment() {}

  /** Returns for each element of {@code after} its place in {@code before}; -1 where it is new. */
  static <T> int[] of(List<T> before, List<T> after, BiPredicate<T, T> same) {
    int[] from = new int[after.size()];
    Arrays.fill(from, -1);
    List<int[]> steps = steps(before, after, same);
    int x = before.size();
    int y = after.size();
    for (int d = steps.size() - 1; d >= 0; d--) {
      int diagonal = x - y;
      int startX = 0;
      int startY = 0;
      if (d > 0) {
        int[] furthest = steps.get(d);
        int previous = isDown(furthest, diagonal, d) ? diagonal + 1 : diagonal - 1;
        startX = furthest[previous + d + 1];
        startY = startX - previous;
      }
      while (x > startX && y > startY) {
        x--;
        y--;
        from[y] = x;
      }
      x = startX;
      y = startY;
    }
    return from;
  }

  private static boolean isDown(int[] furthest, int diagonal, int d) {
    return diagonal == -d
        || (diagonal != d && furthest[diagonal - 1 + d + 1] < furthest[diagonal + 1 + d + 1]);
  }

  /** Per number of differences, how far each diagonal reaches with one less. */
  private static <T> List<int[]> steps(List<T> before, List<T> after, BiPredicate<T, T> same) {
    List<int[]> steps = new ArrayList<>();
    int[] furthest = new int[3];
    for (int d = 0; ; d++) {
      steps.add(furthest);
      int[] next = new int[2 * d + 5];
      for (int diagonal = -d; diagonal <= d; diagonal += 2) {
        int x = d == 0 ? 0 : start(furthest, diagonal, d);
        int y = x - diagonal;
        while (x < before.size() && y < after.size() && same.test(before.get(x), after.get(y))) {
          x++;
          y++;
        }
        next[diagonal + d + 2] = x;
        if (x >= before.size() && y >= after.size()) {
          return steps;
        }
      }
      furthest = next;
    }
  }

  private static int start(int[] furthest, int diagonal, int d) {
    return isDown(furthest, diagonal, d)
        ? furthest[diagonal + 1 + d + 1]
        : furthest[diagonal - 1 + d + 1] + 1;
  }
}
