package thaw.report;

import java.util.ArrayList;
import java.util.List;
import thaw.lab.Entry;
import thaw.lab.Lesson;
import thaw.lab.LessonResult;
import thaw.lab.Spread;
import thaw.lab.Syllabus;
import thaw.lab.Table;
import thaw.lab.Verdict;

/** Lessons for a terminal: what there is, and what came of one. Refuses to print. */
public final class LabTerminal {
  private LabTerminal() {}

  /** The lessons with their numbers and questions. */
  public static String list(List<Lesson> lessons, int columns, boolean ansi) {
    StringBuilder list = new StringBuilder();
    for (Lesson lesson : lessons) {
      Syllabus syllabus = lesson.syllabus();
      list.append(Ink.BOLD.on(syllabus.number() + "  " + syllabus.name(), ansi)).append('\n');
      list.append("   ").append(syllabus.question()).append('\n');
    }
    return list.toString();
  }

  /** One lesson's result, in lines of at most {@code columns} columns. */
  public static String render(LessonResult result, int columns, boolean ansi) {
    List<String> lines = new ArrayList<>();
    Syllabus syllabus = result.syllabus();
    lines.add("");
    lines.add(Ink.BOLD.on(syllabus.number() + " " + syllabus.title(), ansi));
    for (Table table : result.conclusions().tables()) {
      lines.add("");
      lines.add(table.title());
      lines.addAll(table(table, columns).lines(ansi));
    }
    for (Verdict verdict : result.conclusions().verdicts()) {
      lines.add("");
      lines.add(verdict.claim() + " (" + verdict.source() + ")");
      verdict
          .answers()
          .forEach(answer ->
              lines.add(
                  "  "
                      + answer.where()
                      + ": "
                      + answer.truth().words()
                      + ", "
                      + answer.evidence()));
    }
    return String.join("\n", lines) + "\n";
  }

  private static TerminalTable table(Table table, int columns) {
    List<TerminalTable.Column> shown = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      int column = i;
      shown.add(
          new TerminalTable.Column(
              "",
              table.columns().get(i),
              0,
              table.rows().stream().map(row -> cell(row.entries().get(column))).toList()));
    }
    List<String> names = table.rows().stream().map(Table.Row::name).toList();
    return TerminalTable.fit(table.rowHead(), names, shown, columns);
  }

  private static TerminalTable.Cell cell(Entry entry) {
    return switch (entry) {
      case Entry.Figure figure ->
          new TerminalTable.Cell(
              Figures.millis(figure.spread().median()), spread(figure.spread()), Ink.PLAIN);
      case Entry.Words words -> new TerminalTable.Cell(words.text(), Ink.PLAIN);
      case Entry.Missing missing -> new TerminalTable.Cell(Figures.MISSING, Ink.DIM);
    };
  }

  private static String spread(Spread spread) {
    return " ±" + Figures.millis((spread.high() - spread.low()) / 2);
  }
}
