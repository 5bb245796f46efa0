package thaw.cli;

import java.io.PrintStream;
import java.util.List;

/** Rows whose cells begin below each other, as {@code ps} prints them. */
public final class Rows {
  private static final int GAP = 2;

  private Rows() {}

  /**
   * @param rows at least one, all of one length; the first is the head
   */
  public static void print(List<List<String>> rows, PrintStream out) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).repeat(" ", widths[i] - row.get(i).length() + GAP);
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
