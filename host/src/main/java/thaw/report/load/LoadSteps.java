package thaw.report.load;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import thaw.load.HostUse;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;

/** The steps of a search for a limit for a terminal, a line each. Refuses to print. */
public final class LoadSteps {
  private static final int WIDEST = 100;

  private LoadSteps() {}

  /**
   * Lines of at most {@code columns} columns, each ended by a line feed.
   *
   * @param answer what was found, a sentence each: it comes first
   * @param runs in the order in which they were made
   * @param goals that had to hold
   */
  public static String render(
      List<String> answer, List<LoadResult> runs, List<LoadGoal> goals, int columns, boolean ansi) {
    TerminalLines lines = new TerminalLines(Math.min(columns, WIDEST), ansi);
    answer.forEach(sentence -> lines.wrapped("", Text.clean(sentence), Ink.BOLD));
    lines.add("");
    List<String> table =
        TerminalTable.fit(
                "step",
                runs.stream().map(run -> Text.clean(run.plan().name())).toList(),
                columns(runs, goals),
                lines.columns())
            .lines(ansi);
    lines.addAll(table.subList(1, table.size())); // no column has a head above its head
    runs.stream()
        .map(run -> run.use().host())
        .filter(HostUse::wasLimit)
        .max(Comparator.comparingDouble(HostUse::share))
        .ifPresent(host -> lines.wrapped("  ! ", "in some steps " + host.words(), Ink.ALARM));
    return lines.text();
  }

  private static List<Column> columns(List<LoadResult> runs, List<LoadGoal> goals) {
    return Stream.of(
            column(runs, "requests", run -> plain(Figures.whole(run.due()))),
            column(runs, "failed", LoadSteps::failed),
            column(runs, "p50, ms", run -> millis(run, 0.5)),
            column(runs, "p99, ms", run -> millis(run, 0.99)),
            column(runs, "max, ms", run -> millis(run, 1)),
            column(runs, "goals", run -> verdict(run, goals)))
        .toList();
  }

  private static Column column(
      List<LoadResult> runs, String head, Function<LoadResult, Cell> cell) {
    return new Column("", head, 0, runs.stream().map(cell).toList());
  }

  private static Cell plain(String text) {
    return new Cell(text, Ink.PLAIN);
  }

  private static Cell failed(LoadResult run) {
    return new Cell(Figures.whole(run.failed()), run.failed() == 0 ? Ink.DIM : Ink.FAILURE);
  }

  private static Cell millis(LoadResult run, double share) {
    return run.response().isEmpty()
        ? new Cell(Figures.MISSING, Ink.DIM)
        : plain(LoadFigures.millis(run.response().at(share)));
  }

  /** A run that holds all goals and must not be trusted says nothing. */
  private static Cell verdict(LoadResult run, List<LoadGoal> goals) {
    if (!goals.stream().allMatch(goal -> goal.holds(run))) {
      return new Cell("missed", Ink.FAILURE);
    }
    return run.valid() ? new Cell("hold", Ink.FASTER) : new Cell("unknown", Ink.ALARM);
  }
}
