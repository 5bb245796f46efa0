package thaw.load.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import thaw.load.ColdRequest;
import thaw.load.Failure;
import thaw.load.LatencyDistribution;
import thaw.load.LayerTax;
import thaw.load.LoadResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.ShortNames;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;

/**
 * Runs of load for a terminal: whether they may be trusted, quantiles, failures, cold starts, and
 * what each layer costs. Refuses to print.
 */
final class LoadTerminal {
  private static final int WIDEST = 100;
  private static final int MOST_FAILURES = 8;
  private static final int LONGEST_NAME = 40;
  private static final String LARGEST = "*";
  private static final Cell NOTHING = new Cell("", Ink.PLAIN);
  private static final Cell MISSING = new Cell(Figures.MISSING, Ink.DIM);

  private final List<LoadResult> runs;
  private final TerminalLines lines;

  private LoadTerminal(List<LoadResult> runs, int columns, boolean ansi) {
    this.runs = runs;
    this.lines = new TerminalLines(Math.min(columns, WIDEST), ansi);
  }

  /**
   * Lines of at most {@code columns} columns, each ended by a line feed.
   *
   * @param taxes none unless layers were compared
   * @param columns the terminal's width; below 60 counts as 60, above 100 as 100
   * @param ansi whether the terminal understands ANSI colours
   */
  static String render(List<LoadResult> runs, List<LayerTax> taxes, int columns, boolean ansi) {
    LoadTerminal terminal = new LoadTerminal(runs, columns, ansi);
    terminal.head();
    terminal.outcomes();
    terminal.counts();
    terminal.reasons();
    terminal.quantiles();
    terminal.coldStarts();
    terminal.failures();
    terminal.taxes(taxes);
    return terminal.lines.text();
  }

  private void head() {
    List<String> schedules =
        runs.stream().map(run -> run.plan().schedule().toString()).distinct().toList();
    String what = schedules.size() == 1 ? Text.clean(schedules.getFirst()) : "several schedules";
    lines.wrapped("", Figures.counted(runs.size(), "run") + " of load: " + what, Ink.BOLD);
    for (LoadResult run : runs) {
      String schedule = schedules.size() == 1 ? "" : ", " + run.plan().schedule();
      lines.wrapped(
          "  ",
          name(run)
              + ": "
              + Text.clean(run.plan().target() + schedule + ", " + Figures.minute(run.begun())),
          Ink.DIM);
    }
    lines.add("");
  }

  /**
   * Adds the results of the requests, which come before the notes on whether the figures may be
   * trusted.
   */
  private void outcomes() {
    for (LoadResult run : runs) {
      AnsweredShare outcome = AnsweredShare.of(run);
      lines.wrapped("", name(run) + ": " + outcome.words(), outcome.ink());
      LoadVerdict.limits(run).forEach(limit -> lines.wrapped("  ! ", limit, Ink.ALARM));
    }
    lines.add("");
  }

  private void counts() {
    List<Column> all = new ArrayList<>();
    all.add(column("requests", "scheduled", 1, run -> count(run.scheduled())));
    all.add(column("", "sent", 2, run -> count(run.sent())));
    all.add(column("", "answered", 0, run -> count(run.answered())));
    all.add(column("", "failed", 0, run -> failures(run.failed() - run.throttled())));
    if (runs.stream().anyMatch(run -> run.throttled() > 0)) {
      all.add(column("", "throttled", 0, run -> failures(run.throttled())));
    }
    if (runs.stream().anyMatch(LoadTerminal::hasScaled)) {
      all.add(
          column(
              "environ-",
              "ments",
              1,
              run ->
                  run.environments()
                      .map(each -> new Cell(each.first() + "-" + each.most(), Ink.PLAIN))
                      .orElse(MISSING)));
      all.add(
          column(
              "scale-",
              "outs",
              1,
              run -> run.environments().map(each -> count(each.added())).orElse(MISSING)));
    }
    all.add(
        column(
            "cold",
            "starts",
            0,
            run -> run.knowsCold() ? count(run.coldStarts().size()) : MISSING));
    all.add(
        column(
            "figures",
            "are",
            0,
            run -> {
              LoadVerdict verdict = LoadVerdict.of(run);
              return new Cell(verdict.name(), verdict.ink());
            }));
    all.add(column("waited for", "connection", 3, run -> count(run.waits())));
    all.add(
        column(
            "generator's",
            "busiest CPU",
            4,
            run -> new Cell(Figures.percent(run.use().busiestShare()), Ink.DIM)));
    lines.addAll(
        TerminalTable.fit(
                "run", runs.stream().map(LoadTerminal::name).toList(), all, lines.columns())
            .lines(lines.ansi()));
  }

  private Column column(
      String above, String below, int rank, java.util.function.Function<LoadResult, Cell> cell) {
    return new Column(above, below, rank, runs.stream().map(cell).toList());
  }

  private static Cell count(long count) {
    return new Cell(Figures.whole(count), count == 0 ? Ink.DIM : Ink.PLAIN);
  }

  private void reasons() {
    if (runs.stream().allMatch(LoadResult::valid)) {
      return;
    }
    lines.add("");
    for (LoadResult run : runs) {
      for (String reason : run.reasons()) {
        lines.wrapped(
            "  ! ", LoadVerdict.of(run) + ", " + name(run) + ": " + Text.clean(reason), Ink.ALARM);
      }
    }
  }

  private void quantiles() {
    List<String> names = new ArrayList<>();
    List<LoadRows> rows = new ArrayList<>(); // an empty name: the head of a run
    for (LoadResult run : runs) {
      names.add(name(run));
      rows.add(new LoadRows("", run.response(), false));
      for (LoadRows row : LoadRows.of(run)) {
        names.add("  " + row.name());
        rows.add(row);
      }
    }
    List<Column> all = new ArrayList<>();
    all.add(figures(rows, "requests", 5, row -> Figures.whole(row.distribution().count()), 0));
    all.add(figures(rows, "min", 6, row -> millis(row.distribution().minMillis()), 0));
    for (double share : LoadRows.SHARES) {
      all.add(
          figures(
              rows,
              LoadFigures.quantile(share),
              share == 0.9 ? 4 : 0, // what a narrow terminal can do without
              row -> millis(row.distribution().at(share)),
              share));
    }
    all.add(figures(rows, "max", 0, row -> millis(row.distribution().maxMillis()), 0));
    all.add(figures(rows, "mean", 7, row -> millis(row.distribution().meanMillis()), 0));
    all.add(figures(rows, "σ", 8, row -> millis(row.distribution().deviationMillis()), 0));
    lines.add("");
    List<String> table =
        TerminalTable.fit("milliseconds", names, all, lines.columns()).lines(lines.ansi());
    lines.addAll(table.subList(1, table.size()));
    lines.add("");
    LoadRows.MEANINGS.forEach(meaning -> lines.wrapped("  ", meaning, Ink.DIM));
    double highest = LoadRows.SHARES.getLast();
    if (rows.stream()
        .map(LoadRows::distribution)
        .anyMatch(each -> !each.isEmpty() && LoadFigures.onlyTheLargest(each, highest))) {
      lines.wrapped(LARGEST + " ", "the largest of all, as there are so few", Ink.DIM);
    }
  }

  private static String millis(double millis) {
    return LoadFigures.millis(millis);
  }

  private static Column figures(
      List<LoadRows> rows,
      String head,
      int rank,
      java.util.function.Function<LoadRows, String> figure,
      double share) {
    List<Cell> cells =
        rows.stream()
            .map(row -> {
              if (row.name().isEmpty()) {
                return NOTHING;
              }
              if (row.distribution().isEmpty()) {
                return MISSING;
              }
              boolean largest = share > 0 && LoadFigures.onlyTheLargest(row.distribution(), share);
              return new Cell(
                  figure.apply(row),
                  largest ? LARGEST : "",
                  largest ? Ink.DIM : row.headline() ? Ink.BOLD : Ink.PLAIN);
            })
            .toList();
    return new Column("", head, rank, cells);
  }

  private void coldStarts() {
    if (runs.stream().allMatch(run -> run.coldStarts().isEmpty())) {
      return;
    }
    lines.section("cold starts, counted apart");
    for (LoadResult run : runs) {
      LatencyDistribution cold = run.coldResponse();
      if (cold.isEmpty()) {
        continue;
      }
      lines.wrapped(
          "  ",
          "%s: %s of %s (%s), %s; %s ms at p50, %s ms at most"
              .formatted(
                  name(run),
                  Figures.whole(cold.count()),
                  Figures.counted(run.answered(), "answered request"),
                  Figures.percent((double) cold.count() / Math.max(1, run.answered())),
                  kinds(run.coldStarts()),
                  millis(cold.at(0.5)),
                  millis(cold.maxMillis())),
          Ink.PLAIN);
    }
  }

  /** Environments came that no request had to wait for. */
  private static boolean hasScaled(LoadResult run) {
    return run.environments().map(each -> each.added() > run.coldStarts().size()).orElse(false);
  }

  private static Cell failures(long number) {
    return number == 0 ? count(0) : new Cell(Figures.whole(number), Ink.FAILURE);
  }

  private static String kinds(List<ColdRequest> cold) {
    long restored = cold.stream().filter(each -> each.kind() == ColdRequest.Kind.RESTORE).count();
    if (restored == 0) {
      return "each with an init phase";
    }
    return restored == cold.size()
        ? "each restored from a snapshot"
        : Figures.whole(restored) + " of them restored from a snapshot";
  }

  private void failures() {
    if (runs.stream().allMatch(run -> run.failures().isEmpty())) {
      return;
    }
    lines.section("failures");
    for (LoadResult run : runs) {
      List<Map.Entry<Failure, Long>> most = mostFirst(run);
      for (Map.Entry<Failure, Long> each : most.subList(0, Math.min(MOST_FAILURES, most.size()))) {
        lines.wrapped(
            "  %7s  ".formatted(Figures.whole(each.getValue())),
            name(run) + ": " + Text.clean(each.getKey().text()),
            Ink.FAILURE);
      }
      if (most.size() > MOST_FAILURES) {
        lines.wrapped(
            "           ",
            Figures.counted(most.size() - MOST_FAILURES, "further kind") + " in the report",
            Ink.DIM);
      }
    }
  }

  static List<Map.Entry<Failure, Long>> mostFirst(LoadResult run) {
    return run.failures().entrySet().stream()
        .sorted(Comparator.comparingLong((Map.Entry<Failure, Long> each) -> -each.getValue()))
        .toList();
  }

  private void taxes(List<LayerTax> taxes) {
    if (taxes.isEmpty()) {
      return;
    }
    lines.section("tax of each layer, in ms: what a request takes longer");
    lines.addAll(LoadTaxTable.lines(taxes, lines.columns(), lines.ansi()));
    for (LayerTax tax : taxes) {
      lines.wrapped(
          "  ",
          Text.clean("%s: %s against %s".formatted(tax.name(), tax.with(), tax.without())),
          Ink.DIM);
    }
    lines.wrapped(
        "  ",
        "differences of the runs' quantiles; the interval of the median comes from the turns that"
            + " the runs took",
        Ink.DIM);
  }

  private static String name(LoadResult run) {
    return ShortNames.of(List.of(Text.clean(run.plan().name())), LONGEST_NAME).getFirst();
  }
}
