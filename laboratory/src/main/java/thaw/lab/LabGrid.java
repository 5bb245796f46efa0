package thaw.lab;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.lab.result.Entry;
import thaw.lab.result.Table;
import thaw.presentation.text.Figures;

/**
 * A lesson's table in texts, the same for the terminal and for pages: JDKs by their short names,
 * units where they are needed, reasons for what is missing numbered below it.
 *
 * @param reasons why a figure is missing, in the order of their marks
 */
record LabGrid(
    String title,
    String note,
    String rowHead,
    List<String> heads,
    List<Row> rows,
    List<String> reasons) {
  private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  record Row(String name, List<Cell> cells) {}

  /**
   * @param text with its unit where neither title nor head tells it
   * @param relative the spread, short
   * @param interval the spread, exact
   * @param reason its number, from 1; 0 when nothing is missing or nothing is said about it
   */
  record Cell(Kind kind, String text, String relative, String interval, int reason) {
    String mark() {
      return reason == 0 ? "" : LabGrid.mark(reason);
    }
  }

  enum Kind {
    FIGURE,
    WORDS,
    MISSING
  }

  static LabGrid of(Table table, JdkNames jdks) {
    Set<String> units = units(table.rows().stream().flatMap(row -> row.entries().stream()));
    String only = units.size() == 1 ? units.iterator().next() : "";
    List<String> heads = new ArrayList<>();
    List<Boolean> unitInCells = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      int column = i;
      String head = table.columns().get(i);
      Set<String> own = units(table.rows().stream().map(row -> row.entries().get(column)));
      boolean inHead = units.size() > 1 && own.size() == 1;
      heads.add(jdks.in(inHead ? told(head, own.iterator().next()) : head));
      unitInCells.add(own.size() > 1);
    }
    List<String> reasons = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (Table.Row row : table.rows()) {
      List<Cell> cells = new ArrayList<>();
      for (int i = 0; i < row.entries().size(); i++) {
        cells.add(cell(row.entries().get(i), unitInCells.get(i), reasons, jdks));
      }
      rows.add(new Row(jdks.in(row.name()), cells));
    }
    return new LabGrid(
        jdks.in(told(table.title(), only)),
        jdks.in(table.note()),
        table.rowHead(),
        heads,
        rows,
        reasons);
  }

  private static Set<String> units(Stream<Entry> entries) {
    Set<String> units = new LinkedHashSet<>();
    entries.forEach(entry -> {
      if (entry instanceof Entry.Figure figure) {
        units.add(figure.unit());
      }
    });
    return units;
  }

  /** Returns the text with the unit, unless it is told there already. */
  private static String told(String text, String unit) {
    boolean there =
        unit.isEmpty()
            || (unit.equals("B") && text.contains("bytes"))
            || Pattern.compile("(?<![A-Za-z])" + Pattern.quote(unit) + "(?![A-Za-z])")
                .matcher(text)
                .find();
    return there ? text : text + ", " + unit;
  }

  private static Cell cell(Entry entry, boolean withUnit, List<String> reasons, JdkNames jdks) {
    return switch (entry) {
      case Entry.Figure figure ->
          new Cell(
              Kind.FIGURE,
              withUnit
                  ? LabFigures.with(figure.spread().median(), figure.unit())
                  : LabFigures.text(figure.spread().median(), figure.unit()),
              LabFigures.relative(figure.spread(), figure.unit()),
              LabFigures.interval(figure.spread(), figure.unit()),
              0);
      case Entry.Words words -> new Cell(Kind.WORDS, jdks.in(words.text()), "", "", 0);
      case Entry.Missing missing ->
          new Cell(Kind.MISSING, Figures.MISSING, "", "", number(missing.why(), reasons));
    };
  }

  private static int number(String why, List<String> reasons) {
    if (why.isEmpty()) {
      return 0;
    }
    if (!reasons.contains(why)) {
      reasons.add(why);
    }
    return reasons.indexOf(why) + 1;
  }

  static String mark(int reason) {
    StringBuilder mark = new StringBuilder();
    for (char digit : Integer.toString(reason).toCharArray()) {
      mark.append(SUPERSCRIPTS.charAt(digit - '0'));
    }
    return mark.toString();
  }
}
