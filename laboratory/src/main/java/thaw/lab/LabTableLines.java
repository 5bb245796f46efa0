package thaw.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;

/**
 * A lesson's table in lines of a terminal. Where its columns do not fit beside one another it goes
 * on below; where its cells are sentences each has a line of its own.
 */
final class LabTableLines {
  private static final int LONGEST_NAME = 34;
  private static final int LONGEST_WORDS = 26;
  private static final Cell NOTHING = new Cell(Figures.MISSING, Ink.DIM);

  private final LabGrid grid;
  private final int columns;
  private final boolean ansi;

  private LabTableLines(LabGrid grid, int columns, boolean ansi) {
    this.grid = grid;
    this.columns = columns;
    this.ansi = ansi;
  }

  static List<String> of(LabGrid grid, int columns, boolean ansi) {
    LabTableLines lines = new LabTableLines(grid, columns, ansi);
    List<String> all = new ArrayList<>(wrapped("", Text.clean(grid.title()), Ink.BOLD, lines));
    if (!grid.note().isEmpty()) {
      all.addAll(wrapped("", Text.clean(grid.note()), Ink.DIM, lines));
    }
    all.addAll(lines.areSentences() ? lines.sentences() : lines.blocks());
    for (int i = 0; i < grid.reasons().size(); i++) {
      String mark = LabGrid.mark(i + 1) + " ";
      all.addAll(wrapped(mark, Text.clean(grid.reasons().get(i)), Ink.DIM, lines));
    }
    return all;
  }

  private static List<String> wrapped(String first, String text, Ink ink, LabTableLines of) {
    return Text.wrap(first, text, of.columns).stream().map(line -> ink.on(line, of.ansi)).toList();
  }

  private boolean areSentences() {
    return grid.rows().stream()
        .flatMap(row -> row.cells().stream())
        .anyMatch(cell -> Text.width(cell.text()) > LONGEST_WORDS);
  }

  private List<String> sentences() {
    List<String> lines = new ArrayList<>();
    for (LabGrid.Row row : grid.rows()) {
      lines.addAll(wrapped("  ", Text.clean(row.name()), Ink.PLAIN, this));
      for (int i = 0; i < grid.heads().size(); i++) {
        LabGrid.Cell cell = row.cells().get(i);
        String text = grid.heads().get(i) + ": " + cell.text() + cell.mark() + cell.relative();
        lines.addAll(
            wrapped(
                "    ",
                Text.clean(text),
                cell.kind() == LabGrid.Kind.MISSING ? Ink.DIM : Ink.PLAIN,
                this));
      }
    }
    return lines;
  }

  /**
   * Splits the columns into as few blocks as fit, of which none is much narrower than the others.
   */
  private List<String> blocks() {
    List<String> names = grid.rows().stream().map(row -> Text.clean(row.name())).toList();
    List<Column> all = new ArrayList<>();
    for (int i = 0; i < grid.heads().size(); i++) {
      all.add(column(i));
    }
    List<List<Column>> blocks = split(names, all, all.size());
    int even = (all.size() + blocks.size() - 1) / blocks.size();
    List<List<Column>> balanced = split(names, all, even);
    if (blocks.size() == 1) {
      return lines(names, all);
    }
    List<String> lines = new ArrayList<>();
    for (List<Column> block : balanced.size() == blocks.size() ? balanced : blocks) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      lines.addAll(withoutEmptyRows(names, block));
    }
    return lines;
  }

  /** A row may have all its figures in another block. */
  private List<String> withoutEmptyRows(List<String> names, List<Column> block) {
    List<Integer> rows =
        IntStream.range(0, names.size())
            .filter(
                row -> block.stream().anyMatch(column -> !NOTHING.equals(column.cells().get(row))))
            .boxed()
            .toList();
    return lines(
        rows.stream().map(names::get).toList(),
        block.stream()
            .map(column ->
                new Column(
                    column.above(),
                    column.below(),
                    column.rank(),
                    rows.stream().map(column.cells()::get).toList()))
            .toList());
  }

  private List<List<Column>> split(List<String> names, List<Column> all, int most) {
    List<List<Column>> blocks = new ArrayList<>();
    List<Column> block = new ArrayList<>();
    for (Column column : all) {
      block.add(column);
      if (block.size() > 1 && (block.size() > most || !fits(names, block))) {
        block.removeLast();
        blocks.add(block);
        block = new ArrayList<>(List.of(column));
      }
    }
    blocks.add(block);
    return blocks;
  }

  private boolean fits(List<String> names, List<Column> block) {
    int longest = names.stream().mapToInt(Text::width).max().orElse(0);
    int name = Math.max(Text.width(grid.rowHead()), Math.min(longest, LONGEST_NAME));
    return TerminalTable.width(block) + name <= columns;
  }

  private List<String> lines(List<String> names, List<Column> block) {
    List<String> lines = TerminalTable.fit(grid.rowHead(), names, block, columns).lines(ansi);
    boolean oneLine = block.stream().allMatch(column -> column.above().isEmpty());
    return oneLine ? lines.subList(1, lines.size()) : lines;
  }

  private Column column(int index) {
    List<Cell> cells = grid.rows().stream().map(row -> cell(row.cells().get(index))).toList();
    String head = Text.clean(grid.heads().get(index));
    int widest =
        cells.stream().mapToInt(cell -> Text.width(cell.text() + cell.after())).max().orElse(0);
    int cut = Text.width(head) <= widest ? -1 : middle(head);
    return cut < 0
        ? new Column("", head, 0, cells)
        : new Column(head.substring(0, cut), head.substring(cut + 1), 0, cells);
  }

  /** The space at which two lines become as long as each other; -1 without one. */
  private static int middle(String head) {
    int best = -1;
    int shortest = Integer.MAX_VALUE;
    for (int at = head.indexOf(' '); at >= 0; at = head.indexOf(' ', at + 1)) {
      int longer = Math.max(at, head.length() - at - 1);
      if (longer < shortest) {
        shortest = longer;
        best = at;
      }
    }
    return best;
  }

  private static Cell cell(LabGrid.Cell cell) {
    return switch (cell.kind()) {
      case FIGURE -> new Cell(cell.text(), cell.relative(), Ink.PLAIN);
      case WORDS -> new Cell(Text.clean(cell.text()), Ink.PLAIN);
      case MISSING -> new Cell(cell.text(), cell.mark(), Ink.DIM);
    };
  }
}
