package thaw.explanation;

import java.util.Locale;
import thaw.attribution.Explanation;
import thaw.attribution.LiveRequest;
import thaw.presentation.text.Figures;

/** One request of a running platform for the terminal: its spans, to scale. */
public final class LiveTerminal {
  private static final int NAME_COLUMNS = 36;
  private static final int FIGURE_COLUMNS = 22;

  private LiveTerminal() {}

  /**
   * @param of how many requests it is the slowest
   * @param source what the platform runs, as {@code thaw why} would be told
   * @param columns the terminal's width
   */
  public static String render(LiveRequest request, int of, String source, int columns) {
    StringBuilder text = new StringBuilder();
    double all = request.millis();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: slowest of %,d requests, %s ms%s, %s%n",
            request.function(),
            of,
            Figures.millis(all),
            request.cold() ? ", a cold start" : "",
            request.status()));
    text.append("request ").append(request.requestId()).append(" at ").append(request.at());
    text.append("\nin ").append(request.environment()).append("\n\n");
    int width = Math.max(10, columns - NAME_COLUMNS - FIGURE_COLUMNS);
    for (Explanation.Span span : request.spans()) {
      text.append(
          String.format(
                  Locale.ROOT,
                  "%-" + NAME_COLUMNS + "s %9s ms %5.1f %%  %s",
                  span.name(),
                  Figures.millis(span.millis()),
                  all == 0 ? 0 : 100 * span.millis() / all,
                  bar(span, all, width))
              .stripTrailing());
      text.append('\n');
    }
    text.append("\nWhat it did in there: thaw why ")
        .append(source)
        .append(" --function ")
        .append(request.function())
        .append('\n');
    return text.toString();
  }

  private static String bar(Explanation.Span span, double all, int width) {
    if (all == 0) {
      return "";
    }
    int from = (int) Math.round(span.startMillis() / all * width);
    int length = Math.max(1, (int) Math.round(span.millis() / all * width));
    return " ".repeat(Math.min(from, width - 1)) + "█".repeat(Math.min(length, width));
  }
}
