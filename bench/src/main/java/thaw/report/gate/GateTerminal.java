package thaw.report.gate;

import java.util.List;
import java.util.function.Function;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateResult.Change;
import thaw.experiment.gate.GateVerdict;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.Text;

/** A comparison for a terminal. Refuses to print. */
public final class GateTerminal {
  private GateTerminal() {}

  /**
   * Lines of at most {@code columns} columns, each ended by a line feed.
   *
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(GateResult gate, int columns, boolean ansi) {
    TerminalLines lines = new TerminalLines(columns, ansi);
    lines.section("gate");
    lines.wrapped("", Text.clean(GateText.against(gate)), Ink.DIM);
    lines.addAll(table(gate, lines.columns()).lines(ansi));
    for (GateVerdict verdict : gate.verdicts()) {
      verdict
          .reason()
          .filter(reason -> verdict.gates())
          .ifPresent(reason ->
              lines.wrapped(
                  "  ! ",
                  Text.clean(
                      "%s, %s (%s): %s"
                          .formatted(
                              verdict.variant(),
                              verdict.measure().label(),
                              verdict.outcome().words(),
                              reason)),
                  Ink.ALARM));
    }
    for (Change change : gate.changes()) {
      lines.wrapped("  ", Text.clean(change.variant() + ": " + change.text()), Ink.PLAIN);
    }
    gate.notes().forEach(note -> lines.wrapped("  ", Text.clean(note), Ink.DIM));
    lines.wrapped("", GateText.sum(gate), gate.isOver() ? Ink.FAILURE : Ink.BOLD);
    return lines.text();
  }

  private static TerminalTable table(GateResult gate, int columns) {
    List<String> names =
        gate.verdicts().stream().map(verdict -> Text.clean(verdict.variant())).toList();
    return TerminalTable.fit(
        "variant",
        names,
        List.of(
            column(gate, "measure", 0, each -> cell(each.measure().label(), Ink.PLAIN)),
            column(
                gate,
                "before",
                2,
                each -> cell(GateText.value(each.measure(), each.before()), Ink.PLAIN)),
            column(
                gate,
                "now",
                1,
                each -> cell(GateText.value(each.measure(), each.after()), Ink.PLAIN)),
            column(gate, "change", 0, each -> cell(GateText.change(each), Ink.PLAIN)),
            column(gate, "interval", 3, each -> cell(GateText.interval(each), Ink.DIM)),
            column(gate, "limit", 4, each -> cell(GateText.limit(each), Ink.DIM)),
            column(gate, "starts", 5, each -> cell(GateText.samples(each), Ink.DIM)),
            column(
                gate, "verdict", 0, each -> cell(GateText.words(each), GateTone.of(each).ink()))),
        columns);
  }

  private static TerminalTable.Column column(
      GateResult gate, String head, int rank, Function<GateVerdict, TerminalTable.Cell> cell) {
    return new TerminalTable.Column("", head, rank, gate.verdicts().stream().map(cell).toList());
  }

  private static TerminalTable.Cell cell(String text, Ink ink) {
    return new TerminalTable.Cell(text, ink);
  }
}
