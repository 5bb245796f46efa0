package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import thaw.experiment.BudgetFigure;
import thaw.experiment.BudgetLimit;
import thaw.experiment.BudgetResult;
import thaw.experiment.BudgetVerdict;
import thaw.experiment.BudgetVerdict.Outcome;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.Text;
import thaw.stats.MedianInterval;
import thaw.stats.QuantileInterval;

/** A budget's verdicts in words, the same for terminal and page. */
final class BudgetRows {
  private BudgetRows() {}

  /** One row a verdict; what the page has as well is given up where there is little room. */
  static TerminalTable table(BudgetResult budget, int columns) {
    List<String> names =
        budget.verdicts().stream().map(verdict -> Text.clean(verdict.variant())).toList();
    List<TerminalTable.Column> all =
        List.of(
            column(budget, "limited", 0, verdict -> plain(verdict.limit().label(), Ink.PLAIN)),
            column(budget, "limit", 1, verdict -> plain(limit(verdict.limit()), Ink.PLAIN)),
            column(budget, "measured", 0, verdict -> plain(measured(verdict), Ink.PLAIN)),
            column(budget, "interval", 2, verdict -> plain(interval(verdict), Ink.DIM)),
            column(budget, "samples", 3, verdict -> plain(samples(verdict), Ink.DIM)),
            column(
                budget,
                "verdict",
                0,
                verdict -> plain(verdict.outcome().words(), ink(verdict.outcome()))));
    return TerminalTable.fit("variant", names, all, columns);
  }

  private static TerminalTable.Column column(
      BudgetResult budget,
      String head,
      int rank,
      Function<BudgetVerdict, TerminalTable.Cell> cell) {
    return new TerminalTable.Column("", head, rank, budget.verdicts().stream().map(cell).toList());
  }

  private static TerminalTable.Cell plain(String text, Ink ink) {
    return new TerminalTable.Cell(text, ink);
  }

  private static Ink ink(Outcome outcome) {
    return switch (outcome) {
      case OK -> Ink.FASTER;
      case OVER -> Ink.FAILURE;
      case TOO_CLOSE, TOO_FEW, NOT_MEASURED -> Ink.ALARM;
    };
  }

  /** Class of a verdict in the page's style sheet. */
  static String style(Outcome outcome) {
    return switch (outcome) {
      case OK -> "faster";
      case OVER -> "failed";
      case TOO_CLOSE, TOO_FEW, NOT_MEASURED -> "weak";
    };
  }

  static String limit(BudgetLimit limit) {
    return figure(limit.figure(), limit.limit());
  }

  static String measured(BudgetVerdict verdict) {
    return figure(verdict.limit().figure(), verdict.measured());
  }

  /**
   * Returns the interval, for example {@code 201 to 232}; an end that is not known is a question
   * mark.
   */
  static String interval(BudgetVerdict verdict) {
    BudgetFigure figure = verdict.limit().figure();
    return verdict.low().isEmpty() && verdict.high().isEmpty()
        ? ""
        : end(figure, verdict.low()) + " to " + end(figure, verdict.high());
  }

  static String samples(BudgetVerdict verdict) {
    return verdict.samples() == 0 ? "" : Figures.whole(verdict.samples());
  }

  private static String end(BudgetFigure figure, OptionalDouble value) {
    return value.isPresent() ? digits(figure, value.getAsDouble()) : "?";
  }

  private static String figure(BudgetFigure figure, OptionalDouble value) {
    return value.isPresent() ? figure(figure, value.getAsDouble()) : Figures.MISSING;
  }

  private static String figure(BudgetFigure figure, double value) {
    return digits(figure, value) + (figure.unit().isEmpty() ? "" : " " + figure.unit());
  }

  private static String digits(BudgetFigure figure, double value) {
    return figure.unit().isEmpty() ? Figures.whole(value) : Figures.millis(value);
  }

  /** Returns notes that a reader needs to understand these verdicts. */
  static List<String> notes(BudgetResult budget) {
    List<String> notes = new ArrayList<>();
    if (any(budget, verdict -> verdict.outcome() == Outcome.TOO_CLOSE)) {
      notes.add(
          "too close: the interval of the true value holds the limit; more --runs make it"
              + " narrower");
    }
    if (any(budget, verdict -> verdict.outcome() == Outcome.TOO_FEW)) {
      notes.add(
          "too few: a median is judged from 3 samples on; proving p90 takes %d starts, p99 %d"
              .formatted(
                  QuantileInterval.samplesForHigh(0.9), QuantileInterval.samplesForHigh(0.99)));
    }
    if (any(budget, verdict -> verdict.outcome() == Outcome.NOT_MEASURED)) {
      notes.add("not measured: no start of this run gave the figure that is limited");
    }
    budget.verdicts().stream()
        .filter(verdict -> verdict.coverage() < MedianInterval.CONFIDENCE)
        .filter(verdict -> verdict.outcome() != Outcome.TOO_FEW)
        .findFirst()
        .ifPresent(verdict ->
            notes.add(
                "below 6 samples the interval is the whole range; that of %d holds the true median with %s"
                    .formatted(verdict.samples(), Figures.percent(verdict.coverage()))));
    return notes;
  }

  private static boolean any(BudgetResult budget, Predicate<BudgetVerdict> condition) {
    return budget.verdicts().stream().anyMatch(condition);
  }

  /** Returns the sum of the verdicts, for example {@code 1 of 6 limits over, 2 undecided.} */
  static String sum(BudgetResult budget) {
    long over = count(budget, Outcome.OVER);
    long kept = count(budget, Outcome.OK);
    long all = budget.verdicts().size();
    long open = all - over - kept;
    String verdict =
        over == 0
            ? "%d of %s kept".formatted(kept, Figures.counted(all, "limit"))
            : "%d of %s over".formatted(over, Figures.counted(all, "limit"));
    return verdict + (open == 0 ? "" : ", " + open + " undecided") + ".";
  }

  private static long count(BudgetResult budget, Outcome outcome) {
    return budget.verdicts().stream().filter(verdict -> verdict.outcome() == outcome).count();
  }
}
