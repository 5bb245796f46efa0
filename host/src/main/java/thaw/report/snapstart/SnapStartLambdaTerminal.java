package thaw.report.snapstart;

import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.model.FittedModel;
import thaw.model.LambdaEstimate;
import thaw.model.PublishedRestores;
import thaw.model.SnapStartOnLambda;
import thaw.report.text.Figures;
import thaw.report.text.Guarantees;
import thaw.report.text.Ink;
import thaw.report.text.TerminalLines;
import thaw.report.text.Text;
import thaw.tuning.SnapStartCase;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartGain;
import thaw.tuning.SnapStartPriming;

/** Whether SnapStart is expected to pay on AWS Lambda, for a terminal. Refuses to print. */
public final class SnapStartLambdaTerminal {
  private final FittedModel model;
  private final PublishedRestores published = PublishedRestores.read();
  private final TerminalLines lines;

  private SnapStartLambdaTerminal(FittedModel model, int columns, boolean ansi) {
    this.model = model;
    this.lines = new TerminalLines(columns, ansi);
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
    SnapStartLambdaTerminal terminal = new SnapStartLambdaTerminal(model, columns, ansi);
    comparison.cases().forEach(terminal::function);
    return terminal.lines.text();
  }

  private void function(SnapStartCase function) {
    Optional<SnapStartOnLambda> without = of(function, Optional.empty());
    if (without.isEmpty()) {
      return;
    }
    SnapStartOnLambda expected = without.get();
    lines.section("whether it pays on Lambda: " + Text.clean(function.function()));
    lines.wrapped("without SnapStart: ", range(expected.plain()), Ink.PLAIN);
    for (SnapStartGain gain : function.gains()) {
      if (gain.priming() != SnapStartPriming.OWN) {
        of(function, Optional.of(gain.restoredMillis().p50()))
            .ifPresent(each -> often(gain.priming().words(), each));
      }
    }
    lines.wrapped(
        "first restore of a version: ",
        "at least %s, as of a handler that does nothing; it %s"
            .formatted(range(expected.first()), firstWords(expected)),
        Ink.PLAIN);
    lines.wrapped(
        "",
        "first restores: %s of %s at %s MB, %s to %s, %s."
            .formatted(
                Figures.whole(expected.evidence().restores()),
                expected.evidence().runtime(),
                Figures.whole(expected.evidence().memoryMiB()),
                published.from(),
                published.to(),
                published.where()),
        Ink.DIM);
  }

  private Optional<SnapStartOnLambda> of(SnapStartCase function, Optional<Double> restored) {
    return function
        .plainMillis()
        .flatMap(plain ->
            SnapStartOnLambda.of(
                model.model(),
                published,
                plain.p50(),
                restored,
                version(function.runtime()),
                function.memoryMiB()));
  }

  private void often(String how, SnapStartOnLambda expected) {
    expected
        .often()
        .ifPresent(often ->
            lines.wrapped(
                "restored often, " + how + ": ",
                range(often)
                    + expected.oftenOutcome().map(outcome -> "; it " + outcome.words()).orElse(""),
                Ink.PLAIN));
  }

  private static String firstWords(SnapStartOnLambda expected) {
    return switch (expected.firstOutcome()) {
      case HURTS -> "hurts";
      case PAYS, OPEN ->
          expected.firstMostMillis() > 0
              ? "saves %s ms at most".formatted(Figures.millis(expected.firstMostMillis()))
              : "saves nothing";
    };
  }

  private static String range(LambdaEstimate expected) {
    return "%s ms (%s to %s)"
        .formatted(
            Figures.millis(expected.millis()),
            Figures.millis(expected.low()),
            Figures.millis(expected.high()));
  }

  /** Of runtimes other than Java's, that of the newest one. */
  private int version(String runtime) {
    String digits = runtime.startsWith("java") ? runtime.replaceAll("^java(\\d+).*", "$1") : "";
    return digits.chars().allMatch(Character::isDigit) && !digits.isEmpty()
        ? Integer.parseInt(digits)
        : published.newestVersion();
  }
}
