package thaw.report.bench;

import thaw.experiment.ExperimentResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.Text;
import thaw.remedy.priming.GeneratedPriming;
import thaw.remedy.priming.SafeCall;
import thaw.tuning.SnapStartCase;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartGain;
import thaw.tuning.SnapStartRisk;

/** Whether SnapStart pays, for a terminal. Refuses to print. */
public final class SnapStartTerminal {
  private final TerminalLines lines;
  private final SnapStartDetails details;

  private SnapStartTerminal(SnapStartDetails details, int columns, boolean ansi) {
    this.details = details;
    this.lines = new TerminalLines(columns, ansi);
  }

  /**
   * @param columns the terminal's width
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(
      SnapStartComparison comparison,
      ExperimentResult result,
      SnapStartDetails details,
      int columns,
      boolean ansi) {
    SnapStartTerminal terminal = new SnapStartTerminal(details, columns, ansi);
    comparison.cases().forEach(terminal::function);
    SnapStartText.busy(result).ifPresent(words -> terminal.lines.wrapped("", words, Ink.ALARM));
    terminal.lines.wrapped(
        "",
        "Prices: %s, %s, read on %s from %s."
            .formatted(
                comparison.prices().architecture(),
                comparison.prices().region(),
                comparison.prices().read(),
                comparison.prices().source()),
        Ink.DIM);
    Troubles.addTo(terminal.lines, result.warnings(), result.variants());
    return terminal.lines.text();
  }

  private void function(SnapStartCase function) {
    lines.wrapped(
        "",
        Text.clean(
            "%s, %s MB, %s"
                .formatted(function.title(), Figures.whole(function.memoryMiB()), function.jdk())),
        Ink.BOLD);
    function
        .failure()
        .ifPresent(failure -> {
          lines.wrapped("", Text.clean(SnapStartText.fails(function)), Ink.FAILURE);
          lines.wrapped("  ", Text.clean(SnapStartText.failure(failure)), Ink.FAILURE);
          SnapStartText.causes(function, details)
              .forEach(each -> lines.wrapped("  ", Text.clean(each), Ink.ALARM));
        });
    function
        .plainMillis()
        .ifPresent(plain ->
            lines.wrapped(
                "",
                "without SnapStart %s ms (median of %d starts, to the response)"
                    .formatted(Figures.millis(plain.p50()), plain.count()),
                Ink.PLAIN));
    function.gains().forEach(gain -> gain(function, gain));
    details.of(function).forEach(this::priming);
    details.risksOf(function).forEach(this::risks);
    function
        .withoutFigures()
        .forEach(each -> lines.wrapped("  no verdict: ", Text.clean(each), Ink.FAILURE));
    function
        .cacheUsdOfMonth()
        .ifPresent(usd -> lines.wrapped("", SnapStartText.cache(usd), Ink.PLAIN));
    SnapStartText.deployment(function).ifPresent(words -> lines.wrapped("", words, Ink.PLAIN));
    lines.add("");
  }

  private void gain(SnapStartCase function, SnapStartGain gain) {
    lines.wrapped(
        "  " + gain.priming().words() + ": ", SnapStartText.gain(function, gain), Ink.PLAIN);
    SnapStartText.bound(function, gain).ifPresent(bound -> lines.wrapped("    ", bound, Ink.DIM));
  }

  private void priming(SnapStartDetails.Written written) {
    GeneratedPriming priming = written.priming();
    lines.wrapped("  generated priming: ", Text.clean(SnapStartText.priming(written)), Ink.PLAIN);
    SnapStartText.options(written)
        .ifPresent(options -> lines.wrapped("    ", Text.clean(options), Ink.PLAIN));
    priming.calls().forEach(call -> lines.wrapped("    ", Text.clean(call.words()), Ink.DIM));
    for (SafeCall call : priming.omitted()) {
      lines.wrapped("    not done: ", Text.clean(call.words() + ": " + call.reason()), Ink.PLAIN);
    }
  }

  private void risks(SnapStartDetails.OfFunction function) {
    if (!function.risks().isEmpty()) {
      lines.add("  what the snapshot breaks or leaves");
    }
    for (SnapStartRisk risk : function.risks()) {
      lines.wrapped("    " + risk.kind().words() + ": ", Text.clean(risk.text()), Ink.PLAIN);
      if (!risk.remedy().isEmpty()) {
        String words = Text.withoutCode(risk.remedy());
        lines.wrapped("      remedy: ", Text.clean(words), Ink.DIM);
      }
    }
    function
        .explanation()
        .ifPresent(page ->
            lines.wrapped("  a restore explained: ", Text.clean(page.toString()), Ink.PLAIN));
  }
}
