package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import thaw.experiment.ExperimentResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;
import thaw.tuning.TuneCurve;
import thaw.tuning.TuneRequests;
import thaw.tuning.TuneStrategy;
import thaw.tuning.Tuning;
import thaw.tuning.WeighedSize;

/** Time and cost over memory sizes for a terminal. Refuses to print. */
public final class TuneTerminal {
  private final Tuning tuning;
  private final TerminalLines lines;

  private TuneTerminal(Tuning tuning, int columns, boolean ansi) {
    this.tuning = tuning;
    this.lines = new TerminalLines(columns, ansi);
  }

  /**
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(Tuning tuning, ExperimentResult result, int columns, boolean ansi) {
    TuneTerminal terminal = new TuneTerminal(tuning, columns, ansi);
    tuning.curves().forEach(terminal::curve);
    TuneText.prices(tuning).forEach(line -> terminal.lines.wrapped("", line, Ink.DIM));
    Troubles.addTo(terminal.lines, tuning.warned(result).warnings(), result.variants());
    return terminal.lines.text();
  }

  private void curve(TuneCurve curve) {
    lines.wrapped("", Text.clean(curve.name() + ", " + curve.jdk()), Ink.BOLD);
    if (curve.measured().isEmpty()) {
      lines.wrapped("", "no memory size has a figure", Ink.FAILURE);
      lines.add("");
      return;
    }
    lines.wrapped("", TuneText.advice(curve), Ink.BOLD);
    lines.wrapped("", TuneText.counts(curve), Ink.DIM);
    lines.add("");
    List<String> sizes =
        curve.measured().stream().map(point -> TuneText.size(point.memoryMiB())).toList();
    List<Column> columns = new ArrayList<>();
    for (TuneRequests requests : TuneRequests.values()) {
      int rank = requests == TuneRequests.ALL ? 0 : 3 - requests.ordinal();
      String head = requests.label().replace(" requests", "").replace(" starts", "");
      columns.add(
          column(
              curve, requests, head, "ms", rank, each -> Figures.millis(each.millis().median())));
      columns.add(
          column(
              curve,
              requests,
              head,
              "USD/M",
              rank,
              each -> TuneText.usd(each.usdOfMillion().mean())));
    }
    lines.addAll(TerminalTable.fit("memory", sizes, columns, lines.columns()).lines(lines.ansi()));
    lines.add("");
    for (TuneRequests requests : TuneRequests.values()) {
      lines.wrapped("", "best for " + TuneText.label(tuning, requests), Ink.BOLD);
      for (TuneStrategy.BestSize best : curve.of(requests).best()) {
        lines.wrapped(
            "  " + TuneText.meaning(tuning, best.strategy()) + ": ",
            TuneText.best(best),
            Ink.PLAIN);
      }
    }
    TuneText.snapshots(curve).forEach(line -> lines.wrapped("", line, Ink.PLAIN));
    lines.add("");
  }

  private Column column(
      TuneCurve curve,
      TuneRequests requests,
      String above,
      String below,
      int rank,
      Function<WeighedSize, String> text) {
    return new Column(
        above,
        below,
        rank,
        curve.of(requests).sizes().stream()
            .map(each -> new Cell(text.apply(each), Ink.PLAIN))
            .toList());
  }
}
