package thaw.explanation.fix;

import java.util.List;
import java.util.Locale;
import thaw.fix.ByHand;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.presentation.text.TerminalStream;
import thaw.presentation.text.Text;
import thaw.remedy.Prediction;
import thaw.stats.ShiftInterval;

/** Shows what {@code thaw fix} has proven, as one screen. */
public final class FixTerminal {
  private static final int MOST_BY_HAND = 5;
  private static final int COLUMNS = 100;

  private FixTerminal() {}

  public static String render(String function, FixResult result) {
    StringBuilder out = new StringBuilder();
    FixResult.Figures base = result.base();
    FixResult.Figures fixed = result.result();
    out.append(
        line(
            "%s: cold start of %,.0f ms -> %,.0f ms, %.2fx; CPU %,.0f ms -> %,.0f ms"
                + " (medians of %d and %d starts%s)",
            function,
            base.totalMillis(),
            fixed.totalMillis(),
            result.ratio(),
            base.cpuMillis(),
            fixed.cpuMillis(),
            base.samples(),
            fixed.samples(),
            result.confirmed() ? "" : ", not confirmed yet"));
    out.append("\n");
    int width =
        result.steps().stream().mapToInt(step -> step.remedy().id().length()).max().orElse(4);
    width = Math.max(width, "step".length());
    if (!result.steps().isEmpty()) {
      out.append(
          line(
              "%-" + width + "s  %-9s  %-14s  %-24s  %-24s  %s",
              "step",
              "kind",
              "predicted ms",
              "measured ms",
              "left out at the end ms",
              "kept"));
    }
    for (Step step : result.steps()) {
      out.append(
          line(
              "%-" + width + "s  %-9s  %-14s  %-24s  %-24s  %s: %s",
              step.remedy().id(),
              step.remedy().kind().label(),
              text(step.remedy().predicted()),
              step.gain().map(FixTerminal::text).orElse("-"),
              step.leftOut().map(FixTerminal::text).orElse("-"),
              step.kept() ? "yes" : "no",
              step.reason()));
    }
    byHand(out, result.byHand());
    return out.toString();
  }

  /** One step, while others are still to come. */
  public static String step(Step step) {
    return "%s %s%s: %s"
        .formatted(
            step.kept() ? "kept" : "not kept",
            step.remedy().id(),
            step.gain().map(gain -> ", gain " + text(gain) + " ms").orElse(""),
            step.reason());
  }

  private static void byHand(StringBuilder out, List<ByHand> all) {
    if (all.isEmpty()) {
      return;
    }
    out.append("\n");
    out.append(line("by hand, %d of %d findings", Math.min(MOST_BY_HAND, all.size()), all.size()));
    all.stream().limit(MOST_BY_HAND).forEach(each -> byHand(out, each));
  }

  /** Code is on the page: in one line of text nobody could read it. */
  private static void byHand(StringBuilder out, ByHand each) {
    out.append(
        line(
            "up to %,.0f ms%s",
            each.gainMillis(), each.place().isEmpty() ? "" : "  at " + each.place()));
    boolean hasCode = each.what().lines().count() > 1;
    String words =
        each.what().lines().findFirst().orElse("").replaceFirst(":$", "")
            + (hasCode ? ": the code is in fix.html" : "");
    Text.wrap("  ", Text.clean(words), COLUMNS).forEach(wrapped -> out.append(line("%s", wrapped)));
  }

  private static String text(Prediction predicted) {
    return String.format(
        Locale.ROOT, "%,.0f to %,.0f", predicted.lowMillis(), predicted.highMillis());
  }

  private static String text(ShiftInterval gain) {
    return String.format(
        Locale.ROOT, "%,.0f (%,.0f to %,.0f)", gain.median(), gain.low(), gain.high());
  }

  private static String line(String format, Object... values) {
    return TerminalStream.harmless(String.format(Locale.ROOT, format, values)) + "\n";
  }
}
