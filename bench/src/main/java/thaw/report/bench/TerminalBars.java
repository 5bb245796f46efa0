package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.Text;

/** Init and first invocation of each variant as one bar, all on one scale. */
final class TerminalBars {
  private static final String INIT = "█";
  private static final String HANDLER = "▒";
  private static final int NARROWEST_BAR = 20;

  private TerminalBars() {}

  /** Nothing where no variant has both parts, or where the bars would be too short to compare. */
  static List<String> lines(
      List<String> names, List<VariantResult> variants, int columns, boolean ansi) {
    int nameWidth = names.stream().mapToInt(Text::width).max().orElse(0);
    List<@Nullable String> labels = new ArrayList<>();
    variants.forEach(variant -> labels.add(label(variant)));
    int labelWidth =
        labels.stream().mapToInt(label -> label == null ? 0 : Text.width(label)).max().orElse(0);
    int room = columns - nameWidth - labelWidth - 2;
    double longest = variants.stream().mapToDouble(TerminalBars::length).max().orElse(0);
    if (room < NARROWEST_BAR || !(longest > 0)) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        Ink.BOLD.on("medians, ms", ansi)
            + "   "
            + Ink.INIT.on(INIT, ansi)
            + " "
            + Beginnings.label(variants)
            + "   "
            + Ink.HANDLER.on(HANDLER, ansi)
            + " first invocation");
    for (int i = 0; i < names.size(); i++) {
      String bar = bar(variants.get(i), room / longest, ansi);
      String label = labels.get(i);
      String row = Text.padRight(names.get(i), nameWidth) + " " + bar;
      lines.add(label == null ? row.stripTrailing() : row + (bar.isEmpty() ? "" : " ") + label);
    }
    return lines;
  }

  private static String bar(VariantResult variant, double columnsPerMilli, boolean ansi) {
    int init = (int) Math.round(median(variant, variant.beginning()) * columnsPerMilli);
    int whole = (int) Math.round(length(variant) * columnsPerMilli);
    if (whole == 0) {
      return length(variant) > 0 ? Ink.INIT.on("▏", ansi) : "";
    }
    return Ink.INIT.on(INIT.repeat(init), ansi)
        + Ink.HANDLER.on(HANDLER.repeat(whole - init), ansi);
  }

  private static @Nullable String label(VariantResult variant) {
    Distribution init = Beginnings.of(variant);
    Distribution handler = variant.distributions().get(Metric.HANDLER);
    if (init == null || handler == null) {
      return null;
    }
    return Figures.shown(Metric.INIT.unit(), init.p50())
        + " + "
        + Figures.shown(Metric.HANDLER.unit(), handler.p50());
  }

  private static double length(VariantResult variant) {
    boolean both =
        variant.distributions().containsKey(variant.beginning())
            && variant.distributions().containsKey(Metric.HANDLER);
    return both ? median(variant, variant.beginning()) + median(variant, Metric.HANDLER) : 0;
  }

  private static double median(VariantResult variant, Metric metric) {
    Distribution distribution = variant.distributions().get(metric);
    return distribution == null ? 0 : distribution.p50();
  }
}
