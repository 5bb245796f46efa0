package thaw.presentation.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A table that fits: it gives up space between the columns first, then the ends of names, then
 * whole columns. Refuses to know what the cells mean.
 */
public final class TerminalTable {
  /** Columns that can be spared go before names of this length are shortened. */
  private static final int USUAL_NAME = 24;

  private static final int SHORTEST_NAME = 14;

  /** One figure; {@code after} is a mark that keeps the digits of a column aligned. */
  public record Cell(String text, String after, Ink ink) {
    public Cell(String text, Ink ink) {
      this(text, "", ink);
    }
  }

  /**
   * A column, whose head has two lines.
   *
   * @param above the upper line; may be empty
   * @param rank columns of the highest rank are given up first; 0 never
   */
  public record Column(String above, String below, int rank, List<Cell> cells) {}

  private final List<String> names;
  private final String nameHead;
  private final List<Column> columns;
  private final int gap;

  private TerminalTable(List<String> names, String nameHead, List<Column> columns, int gap) {
    this.names = names;
    this.nameHead = nameHead;
    this.columns = columns;
    this.gap = gap;
  }

  public static TerminalTable fit(
      String nameHead, List<String> names, List<Column> columns, int width) {
    List<Column> kept = new ArrayList<>(columns);
    while (true) {
      int longest = names.stream().mapToInt(Text::width).max().orElse(0);
      int needed = Math.max(Text.width(nameHead), Math.min(longest, USUAL_NAME));
      int room = width - figures(kept, 2);
      int gap = room >= longest ? 2 : 1;
      room = width - figures(kept, gap);
      Column dispensable = kept.stream().max(Comparator.comparingInt(Column::rank)).orElse(null);
      if (room >= needed || dispensable == null || dispensable.rank() == 0) {
        int least = Math.max(Text.width(nameHead), Math.min(longest, SHORTEST_NAME));
        int forNames = Math.max(least, Math.min(longest, room));
        return new TerminalTable(shortened(names, forNames), nameHead, kept, gap);
      }
      kept.remove(dispensable);
    }
  }

  /** Rows of one name keep one name. */
  private static List<String> shortened(List<String> names, int width) {
    List<String> distinct = names.stream().distinct().toList();
    List<String> shown = ShortNames.of(distinct, width);
    return names.stream().map(name -> shown.get(distinct.indexOf(name))).toList();
  }

  /** Returns the names as they are shown, in the order of the rows. */
  public List<String> names() {
    return names;
  }

  public List<String> lines(boolean ansi) {
    int nameWidth = Math.max(Text.width(nameHead), widest(names));
    StringBuilder above = new StringBuilder(" ".repeat(nameWidth));
    StringBuilder below = new StringBuilder(Text.padRight(nameHead, nameWidth));
    List<StringBuilder> rows = new ArrayList<>();
    for (String name : names) {
      rows.add(new StringBuilder(Text.padRight(name, nameWidth)));
    }
    for (Column column : columns) {
      int width = width(column);
      above.append(" ".repeat(gap)).append(Text.padLeft(column.above(), width));
      below.append(" ".repeat(gap)).append(Text.padLeft(column.below(), width));
      List<String> aligned = aligned(column.cells());
      for (int row = 0; row < rows.size(); row++) {
        String cell = Text.padLeft(aligned.get(row), width);
        rows.get(row).append(" ".repeat(gap)).append(column.cells().get(row).ink().on(cell, ansi));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(Ink.BOLD.on(above.toString().stripTrailing(), ansi));
    lines.add(Ink.BOLD.on(below.toString().stripTrailing(), ansi));
    rows.forEach(row -> lines.add(row.toString().stripTrailing()));
    return lines;
  }

  /**
   * Returns the terminal columns that these columns need beside the names, with room between them.
   */
  public static int width(List<Column> columns) {
    return figures(columns, 2);
  }

  private static int figures(List<Column> columns, int gap) {
    return columns.stream().mapToInt(column -> gap + width(column)).sum();
  }

  private static int width(Column column) {
    return Math.max(
        Math.max(Text.width(column.above()), Text.width(column.below())),
        widest(aligned(column.cells())));
  }

  private static int widest(List<String> texts) {
    return texts.stream().mapToInt(Text::width).max().orElse(0);
  }

  /**
   * Decimal points below one another; marks stand beside their figures, but those that begin with a
   * blank below one another.
   */
  private static List<String> aligned(List<Cell> cells) {
    int decimals = cells.stream().mapToInt(cell -> decimals(cell.text())).max().orElse(0);
    int mark = cells.stream().mapToInt(cell -> Text.width(cell.after())).max().orElse(0);
    List<String> aligned = new ArrayList<>();
    for (Cell cell : cells) {
      int pad = isFigure(cell.text()) ? decimals - decimals(cell.text()) : 0;
      String gap = cell.after().startsWith(" ") ? " ".repeat(pad) : "";
      aligned.add(
          Text.padRight(cell.text() + gap + cell.after(), Text.width(cell.text()) + pad + mark));
    }
    return aligned;
  }

  private static int decimals(String text) {
    int point = text.lastIndexOf('.');
    return point < 0 || !isFigure(text) ? 0 : text.length() - point;
  }

  /** Returns whether a text is a figure and nothing more: one with its unit stands for itself. */
  private static boolean isFigure(String text) {
    return !text.isEmpty() && Character.isDigit(text.charAt(0)) && !text.contains(" ");
  }
}
