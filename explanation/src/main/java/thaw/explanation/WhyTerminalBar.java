package thaw.explanation;

import java.util.ArrayList;
import java.util.List;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.PhaseName;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.Text;

/** The phases of a cold start on one line, each as wide as it was long without other programs. */
final class WhyTerminalBar {
  private WhyTerminalBar() {}

  /** Nothing where no phase took time. */
  static List<String> lines(Explanation explanation, int columns, boolean ansi) {
    List<Phase> phases =
        explanation.phases().stream()
            .filter(phase -> WhyMatrix.counts(phase.name()) && WhyFigures.ownMillis(phase) > 0)
            .toList();
    double whole = phases.stream().mapToDouble(WhyFigures::ownMillis).sum();
    if (!(whole > 0)) {
      return List.of();
    }
    StringBuilder bar = new StringBuilder();
    double until = 0;
    int drawn = 0;
    for (Phase phase : phases) {
      until += WhyFigures.ownMillis(phase);
      int end = (int) Math.round(until / whole * columns);
      bar.append(ink(phase.name()).on(block(phase.name()).repeat(end - drawn), ansi));
      drawn = end;
    }
    List<String> lines = new ArrayList<>();
    lines.add(bar.toString());
    StringBuilder legend = new StringBuilder();
    int taken = 0;
    for (Phase phase : phases) {
      String text = " " + phase.name().label() + " " + Figures.millis(WhyFigures.ownMillis(phase));
      int needed = 1 + Text.width(text);
      if (taken > 0 && taken + 3 + needed > columns) {
        lines.add(legend.toString());
        legend.setLength(0);
        taken = 0;
      }
      legend.append(taken == 0 ? "" : "   ");
      legend.append(ink(phase.name()).on(block(phase.name()), ansi)).append(text);
      taken += (taken == 0 ? 0 : 3) + needed;
    }
    lines.add(legend.toString());
    return lines;
  }

  private static String block(PhaseName phase) {
    return switch (phase) {
      case BOOT, LATER_INVOCATIONS -> "░";
      case RUNTIME_CLIENT, RESTORE -> "▓";
      case HANDLER_INIT -> "█";
      case FIRST_INVOCATION -> "▒";
    };
  }

  private static Ink ink(PhaseName phase) {
    return switch (phase) {
      case BOOT, LATER_INVOCATIONS -> Ink.PLAIN;
      case RUNTIME_CLIENT, RESTORE -> Ink.FASTER;
      case HANDLER_INIT -> Ink.INIT;
      case FIRST_INVOCATION -> Ink.HANDLER;
    };
  }
}
