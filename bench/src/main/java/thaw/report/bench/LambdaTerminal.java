package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import thaw.experiment.Distribution;
import thaw.experiment.Host;
import thaw.experiment.VariantResult;
import thaw.lambda.LambdaResult;
import thaw.lambda.PhaseFigures;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;
import thaw.stats.MedianInterval;

/** Cold starts of a deployed function for a terminal, a row for each phase. Refuses to print. */
public final class LambdaTerminal {
  private static final Cell MISSING = new Cell(Figures.MISSING, Ink.DIM);

  private final LambdaResult result;
  private final TerminalLines lines;

  private LambdaTerminal(LambdaResult result, int columns, boolean ansi) {
    this.result = result;
    this.lines = new TerminalLines(columns, ansi);
  }

  /**
   * Lines of at most {@code columns} columns, each ended by a line feed.
   *
   * @param columns the terminal's width; below 60 counts as 60
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(LambdaResult result, int columns, boolean ansi) {
    LambdaTerminal terminal = new LambdaTerminal(result, columns, ansi);
    terminal.head();
    terminal.table();
    Troubles.addTo(terminal.lines, result.experiment().warnings(), terminal.sides());
    return terminal.lines.text();
  }

  private List<VariantResult> sides() {
    return result.experiment().variants();
  }

  private boolean hasLocal() {
    return sides().size() > 1;
  }

  private void head() {
    lines.wrapped(
        "",
        Text.clean(result.function().name())
            + ": cold starts on Lambda"
            + (hasLocal() ? " beside those of this machine" : ""),
        Ink.BOLD);
    for (VariantResult side : sides()) {
      String samples =
          Figures.counted(side.samples().size(), "sample")
              + (side.failures() == 0 ? "" : " (" + side.failures() + " failed)");
      lines.wrapped(
          Text.padRight(side.name() + ":", 8),
          Text.clean(described(side) + "; " + samples),
          Ink.DIM);
    }
    String api = result.endpoint().map(url -> ", at " + url + " and not at AWS's own").orElse("");
    lines.wrapped("", Text.clean(result.function().arn() + api), Ink.DIM);
    if (hasLocal()) {
      Host host = result.experiment().host();
      lines.wrapped(
          "", Text.clean(host.cpuModel() + ", " + Figures.counted(host.cpus(), "CPU")), Ink.DIM);
      for (String line : host.missingGuarantees()) {
        lines.wrapped("  ! ", Text.clean("missing here: " + line), Ink.ALARM);
      }
    }
    lines.add("");
  }

  /** A description tells only unusual starts. */
  private static String described(VariantResult side) {
    return side.description().endsWith(side.start())
        ? side.description()
        : side.description() + ", " + side.start();
  }

  private void table() {
    List<PhaseFigures> phases = result.phases();
    if (phases.isEmpty()) {
      lines.add("no cold start succeeded");
      return;
    }
    List<Column> all = new ArrayList<>();
    if (hasLocal()) {
      all.add(column("local", "p50", 0, phases, each -> median(each.local())));
      all.add(column(Footnotes.INTERVAL, "of p50", 2, phases, each -> spread(each.local())));
    }
    all.add(column("lambda", "p50", 0, phases, each -> median(each.lambda())));
    all.add(column(Footnotes.INTERVAL, "of p50", 3, phases, each -> spread(each.lambda())));
    if (hasLocal()) {
      all.add(column("lambda /", "local", 0, phases, LambdaTerminal::ratio));
    } else {
      all.add(
          column(
              "lambda",
              "p90",
              4,
              phases,
              each -> each.lambda().map(d -> figure(d.p90())).orElse(MISSING)));
      all.add(
          column(
              "lambda",
              "largest",
              5,
              phases,
              each -> each.lambda().map(d -> figure(d.max())).orElse(MISSING)));
    }
    List<String> names =
        phases.stream().map(each -> each.phase().label() + ", " + each.phase().unit()).toList();
    lines.addAll(TerminalTable.fit("phase", names, all, lines.columns()).lines(lines.ansi()));
    lines.add("");
    notes();
  }

  private void notes() {
    int fewest =
        sides().stream()
            .mapToInt(side -> Math.toIntExact(side.samples().size() - side.failures()))
            .filter(count -> count > 0)
            .min()
            .orElse(0);
    String interval =
        "the farther end of the interval that holds the true median with "
            + Figures.percent(MedianInterval.CONFIDENCE)
            + " confidence";
    if (fewest > 0 && MedianInterval.coverage(fewest) < MedianInterval.CONFIDENCE) {
      interval +=
          "; below 6 samples it is the whole range, and holds the median with "
              + "%s (%s)"
                  .formatted(
                      Figures.percent(MedianInterval.coverage(fewest)),
                      Figures.counted(fewest, "sample"));
    }
    lines.wrapped(Footnotes.INTERVAL + "  ", interval, Ink.DIM);
    boolean chance =
        result.phases().stream()
            .anyMatch(each ->
                each.comparison()
                    .filter(c -> ComparisonVerdict.of(c) == ComparisonVerdict.MAY_BE_CHANCE)
                    .isPresent());
    if (chance) {
      lines.wrapped(
          Footnotes.MAY_BE_CHANCE + "  ",
          "may be chance: two-sided Mann-Whitney U test, p >= " + ComparisonVerdict.SIGNIFICANCE,
          Ink.DIM);
    }
    if (hasLocal()) {
      lines.wrapped(
          "   ", "two machines: the ratios say how this one compares, for this function", Ink.DIM);
    }
  }

  private static Column column(
      String above,
      String below,
      int rank,
      List<PhaseFigures> phases,
      Function<PhaseFigures, Cell> toCell) {
    return new Column(above, below, rank, phases.stream().map(toCell).toList());
  }

  private static Cell median(Optional<Distribution> distribution) {
    return distribution.map(each -> figure(each.p50())).orElse(MISSING);
  }

  private static Cell figure(double value) {
    return new Cell(Figures.millis(value), Ink.PLAIN);
  }

  private static Cell spread(Optional<Distribution> distribution) {
    if (distribution.isEmpty() || !(distribution.get().p50() > 0)) {
      return MISSING;
    }
    Distribution each = distribution.get();
    double farther = Math.max(each.p50() - each.medianLow(), each.medianHigh() - each.p50());
    return new Cell(String.format(Locale.ROOT, "%.1f%%", 100 * farther / each.p50()), Ink.DIM);
  }

  private static Cell ratio(PhaseFigures phase) {
    return phase
        .comparison()
        .map(comparison -> {
          String ratio = Figures.ratio(comparison.medianRatio(), 2);
          return switch (ComparisonVerdict.of(comparison)) {
            case FASTER -> new Cell(ratio, Ink.FASTER);
            case SLOWER -> new Cell(ratio, Ink.SLOWER);
            case MAY_BE_CHANCE -> new Cell(ratio, Footnotes.MAY_BE_CHANCE, Ink.DIM);
          };
        })
        .orElse(MISSING);
  }
}
