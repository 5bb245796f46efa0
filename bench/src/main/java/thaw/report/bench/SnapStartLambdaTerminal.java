package thaw.report.bench;

import java.util.List;
import java.util.Locale;
import thaw.experiment.ExperimentResult;
import thaw.model.FittedModel;
import thaw.model.LambdaEstimate;
import thaw.model.PublishedRestores;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.Text;
import thaw.tuning.SnapStartCase;
import thaw.tuning.SnapStartComparison;

/** Whether SnapStart is expected to pay on AWS Lambda, for a terminal. Refuses to print. */
public final class SnapStartLambdaTerminal {
  private final PublishedRestores published = PublishedRestores.read();
  private final TerminalLines lines;
  private final String busy; // what ends each sentence with figures; mostly empty

  private SnapStartLambdaTerminal(ExperimentResult result, int columns, boolean ansi) {
    this.lines = new TerminalLines(columns, ansi);
    this.busy = SnapStartText.busy(result).map(words -> ". " + words).orElse("");
  }

  /**
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   * @return nothing where nothing limits the CPU, as these times tell nothing of Lambda's
   */
  public static String render(
      SnapStartComparison comparison,
      ExperimentResult result,
      FittedModel model,
      int columns,
      boolean ansi) {
    if (Guarantees.cpuUnlimited(result.host())) {
      return "";
    }
    SnapStartLambdaTerminal terminal = new SnapStartLambdaTerminal(result, columns, ansi);
    SnapStartOutlook.all(comparison, result, model).forEach(terminal::function);
    comparison.cases().forEach(each -> terminal.untold(each, model));
    return terminal.lines.text();
  }

  private void untold(SnapStartCase function, FittedModel model) {
    List<String> untold = SnapStartOutlook.untold(function, model);
    if (!untold.isEmpty()) {
      lines.section("whether it pays on Lambda: " + Text.clean(function.title()));
      untold.forEach(each -> lines.wrapped("no figure: ", Text.clean(each), Ink.PLAIN));
    }
  }

  private void function(SnapStartOutlook expected) {
    lines.section("whether it pays on Lambda: " + Text.clean(expected.function()));
    lines.wrapped("without SnapStart: ", range(expected.plainMillis()), Ink.PLAIN);
    expected.often().forEach(this::often);
    lines.wrapped(
        "first restore of a version: ",
        "at least %s, as of a handler that does nothing; it %s"
            .formatted(range(expected.firstMillis()), firstWords(expected)),
        Ink.PLAIN);
    PublishedRestores.Cell evidence = expected.evidence();
    lines.wrapped(
        "",
        "first restores: %s of %s at %s MB, %s to %s, %s."
            .formatted(
                Figures.whole(evidence.restores()),
                evidence.runtime(),
                Figures.whole(evidence.memoryMiB()),
                published.from(),
                published.to(),
                published.where()),
        Ink.DIM);
  }

  private void often(SnapStartOutlook.OftenRestored often) {
    lines.wrapped(
        "restored often, " + often.priming().words() + ": ",
        "%s; it %s, by %s and at least %s of a million cold starts%s"
            .formatted(
                range(often.restoredMillis()),
                often.outcome().words(),
                millis(often.savedMillis()),
                usd(often.savedUsdOfMillion()),
                busy),
        Ink.PLAIN);
  }

  private static String firstWords(SnapStartOutlook expected) {
    return switch (expected.firstOutcome()) {
      case HURTS -> "hurts, by at least " + millis(negated(expected.firstSavedMillis()));
      case PAYS, OPEN ->
          expected.firstSavedMillis().expected() > 0
              ? "saves %s at most".formatted(millis(expected.firstSavedMillis()))
              : expected.firstSavedMillis().high() > 0
                  ? "may save or not, %s at most".formatted(millis(expected.firstSavedMillis()))
                  : "saves nothing";
    };
  }

  private static SnapStartOutlook.Saving negated(SnapStartOutlook.Saving saved) {
    return new SnapStartOutlook.Saving(-saved.expected(), -saved.high(), -saved.low());
  }

  private static String range(LambdaEstimate expected) {
    return "%s ms (%s to %s)"
        .formatted(
            Figures.millis(expected.millis()),
            Figures.millis(expected.low()),
            Figures.millis(expected.high()));
  }

  private static String millis(SnapStartOutlook.Saving saved) {
    return "%s ms (%s to %s)"
        .formatted(signed(saved.expected()), signed(saved.low()), signed(saved.high()));
  }

  private static String signed(double millis) {
    return (millis < 0 ? "-" : "") + Figures.millis(Math.abs(millis));
  }

  private static String usd(SnapStartOutlook.Saving saved) {
    return String.format(
        Locale.ROOT, "%.2f USD (%.2f to %.2f)", saved.expected(), saved.low(), saved.high());
  }
}
