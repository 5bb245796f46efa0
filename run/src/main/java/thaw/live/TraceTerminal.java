package thaw.live;

import java.util.List;
import java.util.Locale;
import thaw.presentation.text.Figures;

/** A request's trace for the terminal: a line for each span, as deep as it lies, and to scale. */
final class TraceTerminal {
  private static final int NAME_COLUMNS = 44;
  private static final int FIGURE_COLUMNS = 30;

  private TraceTerminal() {}

  /**
   * @param depth 0 for the request itself
   * @param startMillis after the request's begin
   * @param mark what is to be said of it; empty for nothing
   */
  record Line(String name, int depth, double startMillis, double millis, String mark) {}

  /**
   * @param lines at least the request's own
   * @param columns the terminal's width
   */
  static String render(String requestId, String traceId, List<Line> lines, int columns) {
    double all = lines.getFirst().millis();
    StringBuilder text = new StringBuilder();
    text.append("request ").append(requestId).append(", trace ").append(traceId).append("\n\n");
    int width = Math.max(10, columns - NAME_COLUMNS - FIGURE_COLUMNS);
    for (Line line : lines) {
      text.append(
          String.format(
                  Locale.ROOT,
                  "%-" + NAME_COLUMNS + "s %9s ms %9s ms  %-" + width + "s %s",
                  name(line),
                  Figures.millis(line.startMillis()),
                  Figures.millis(line.millis()),
                  bar(line, all, width),
                  line.mark())
              .stripTrailing());
      text.append('\n');
    }
    return text.toString();
  }

  private static String name(Line line) {
    String name = "  ".repeat(line.depth()) + line.name();
    return name.length() <= NAME_COLUMNS ? name : name.substring(0, NAME_COLUMNS - 1) + "…";
  }

  /** Returns the bar of a line, at least one column long, so that it is seen where it was. */
  private static String bar(Line line, double all, int width) {
    if (all <= 0) {
      return "";
    }
    int from = (int) Math.clamp(Math.round(line.startMillis() / all * width), 0, width - 1);
    int length = (int) Math.clamp(Math.round(line.millis() / all * width), 1, width - from);
    return " ".repeat(from) + "█".repeat(length);
  }
}
