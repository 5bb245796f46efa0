package thaw.report.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import thaw.load.LatencyDistribution;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;
import thaw.report.shared.ComparisonVerdict;
import thaw.stats.RankTest;

/**
 * Two runs of one schedule side by side, for a terminal. Refuses to print.
 *
 * <p>Whether there is a difference is asked of the medians of the response time in each second, by
 * a rank test. Not of single requests: those of one second share a queue, a collection, a cold
 * start, so they are not independent, and a test that takes thousands of them for independent finds
 * a difference in everything. Neighbouring seconds are not quite independent either, so a p-value
 * just below the limit is weak evidence; to be sure, repeat both runs.
 */
public final class LoadDiff {
  private static final int WIDEST = 100;

  private final LoadResult before;
  private final LoadResult after;
  private final TerminalLines lines;

  private LoadDiff(LoadResult before, LoadResult after, int columns, boolean ansi) {
    this.before = before;
    this.after = after;
    this.lines = new TerminalLines(Math.min(columns, WIDEST), ansi);
  }

  /**
   * Lines of at most {@code columns} columns, each ended by a line feed.
   *
   * @param columns the terminal's width; below 60 counts as 60, above 100 as 100
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(LoadResult before, LoadResult after, int columns, boolean ansi) {
    LoadDiff diff = new LoadDiff(before, after, columns, ansi);
    diff.head();
    diff.quantiles();
    diff.verdict();
    diff.counts();
    return diff.lines.text();
  }

  private void head() {
    lines.wrapped("", "%s: before and after".formatted(Text.clean(after.plan().name())), Ink.BOLD);
    for (LoadResult run : List.of(before, after)) {
      lines.wrapped(
          run == before ? "before  " : "after   ",
          Text.clean(
              "%s, %s, %s, %s"
                  .formatted(
                      run.plan().name(), run.plan().target(), run.plan().schedule(), run.begun())),
          Ink.DIM);
    }
    if (!before.plan().schedule().equals(after.plan().schedule())) {
      lines.wrapped(
          "  ! ", "the schedules differ: a difference may come from the load alone", Ink.ALARM);
    }
    for (LoadResult run : List.of(before, after)) {
      for (String reason : run.reasons()) {
        lines.wrapped(
            "  ! ",
            "the run %s is %s: %s"
                .formatted(
                    run == before ? "before" : "after", LoadVerdict.of(run), Text.clean(reason)),
            Ink.ALARM);
      }
    }
    lines.add("");
  }

  private void quantiles() {
    List<String> names = new ArrayList<>();
    List<Cell> older = new ArrayList<>();
    List<Cell> newer = new ArrayList<>();
    List<Cell> ratios = new ArrayList<>();
    LatencyDistribution then = before.response();
    LatencyDistribution now = after.response();
    for (double share : LoadRows.SHARES) {
      names.add("response " + LoadFigures.quantile(share));
      row(older, newer, ratios, then, now, each -> each.at(share));
    }
    names.add("response max");
    row(older, newer, ratios, then, now, LatencyDistribution::maxMillis);
    names.add("response mean");
    row(older, newer, ratios, then, now, LatencyDistribution::meanMillis);
    LatencyDistribution thenWarm = before.warmResponse();
    LatencyDistribution nowWarm = after.warmResponse();
    if (!before.coldStarts().isEmpty() || !after.coldStarts().isEmpty()) {
      for (double share : List.of(0.5, 0.99)) {
        names.add("without cold starts " + LoadFigures.quantile(share));
        row(older, newer, ratios, thenWarm, nowWarm, each -> each.at(share));
      }
    }
    for (double share : List.of(0.5, 0.99)) {
      names.add("service " + LoadFigures.quantile(share));
      row(older, newer, ratios, before.service(), after.service(), each -> each.at(share));
    }
    names.add("generator's own lag p99");
    row(older, newer, ratios, before.lag(), after.lag(), each -> each.at(0.99));
    table(
        "milliseconds",
        names,
        List.of(
            new Column("", "before", 0, older),
            new Column("", "after", 0, newer),
            new Column("", "ratio", 0, ratios)));
  }

  private static void row(
      List<Cell> older,
      List<Cell> newer,
      List<Cell> ratios,
      LatencyDistribution then,
      LatencyDistribution now,
      ToDoubleFunction<LatencyDistribution> figure) {
    double a = then.isEmpty() ? Double.NaN : figure.applyAsDouble(then);
    double b = now.isEmpty() ? Double.NaN : figure.applyAsDouble(now);
    older.add(new Cell(LoadFigures.millis(a), Ink.PLAIN));
    newer.add(new Cell(LoadFigures.millis(b), Ink.PLAIN));
    ratios.add(
        new Cell(Double.isFinite(b / a) ? Figures.ratio(b / a, 2) : Figures.MISSING, Ink.DIM));
  }

  private void verdict() {
    double[] then = medians(before);
    double[] now = medians(after);
    lines.add("");
    if (then.length == 0 || now.length == 0) {
      lines.wrapped("", "no difference can be told: a run has no answers", Ink.BOLD);
      return;
    }
    double p = RankTest.pValue(then, now);
    double a = before.response().at(0.5);
    double b = after.response().at(0.5);
    boolean clear = p < ComparisonVerdict.SIGNIFICANCE && a != b;
    String said;
    if (RankTest.smallestPValue(then.length, now.length) >= ComparisonVerdict.SIGNIFICANCE) {
      said = "no difference can be told: so few seconds could not show one";
    } else if (!clear) {
      said = "no difference can be told";
    } else {
      said = b < a ? "faster" : "slower";
    }
    lines.wrapped("", said, clear ? (b < a ? Ink.FASTER : Ink.SLOWER) : Ink.BOLD);
    lines.wrapped(
        "  ",
        "Mann-Whitney test of the response time's medians in %s before and %s after: p %s"
            .formatted(
                Figures.counted(then.length, "second"),
                Figures.counted(now.length, "second"),
                p < 0.001 ? Figures.pValue(p) : "= " + Figures.pValue(p)),
        Ink.DIM);
  }

  /** Returns the medians of the seconds that have answers, in milliseconds. */
  private static double[] medians(LoadResult run) {
    return run.seconds().stream()
        .map(LoadSecond::response)
        .filter(response -> !response.isEmpty())
        .mapToDouble(response -> response.at(0.5))
        .toArray();
  }

  private void counts() {
    lines.add("");
    table(
        "requests",
        List.of("scheduled", "sent", "answered", "failed", "cold starts"),
        List.of(counts("before", before), counts("after", after)));
    failures("failures before", before);
    failures("failures after", after);
  }

  private static Column counts(String head, LoadResult run) {
    List<Function<LoadResult, Long>> all =
        List.of(
            LoadResult::scheduled,
            LoadResult::sent,
            LoadResult::answered,
            LoadResult::failed,
            each -> (long) each.coldStarts().size());
    return new Column(
        "",
        head,
        0,
        all.stream().map(count -> new Cell(Figures.whole(count.apply(run)), Ink.PLAIN)).toList());
  }

  private void failures(String title, LoadResult run) {
    if (run.failures().isEmpty()) {
      return;
    }
    lines.section(title);
    LoadTerminal.mostFirst(run)
        .forEach(each ->
            lines.wrapped(
                "  %7s  ".formatted(Figures.whole(each.getValue())),
                Text.clean(each.getKey().text()),
                Ink.FAILURE));
  }

  private void table(String head, List<String> names, List<Column> all) {
    List<String> table = TerminalTable.fit(head, names, all, lines.columns()).lines(lines.ansi());
    lines.addAll(table.subList(1, table.size()));
  }
}
