package thaw.report;

import java.util.List;
import thaw.report.WhyDiff.Change;

/** The comparison with an older explanation, for {@code why.html}. */
final class WhyChanges {
  /** What changed less is of no interest, and there can be thousands. */
  private static final int MOST_ROWS = 60;

  private static final double LEAST_MILLIS = 0.05;
  private static final int MOST_CLASSES = 400;

  private WhyChanges() {}

  static String of(WhyDiff diff) {
    Change total = diff.total();
    StringBuilder html = new StringBuilder("<section id=\"changes\">\n<h2>Comparison</h2>\n");
    html.append(
        "<p>Against what was recorded at %s: from <b>%s ms</b> to <b>%s ms</b>, %s ms. %s</p>\n"
            .formatted(
                Html.text(diff.before().subject().recordedAt().toString()),
                Figures.millis(total.before()),
                Figures.millis(total.after()),
                Figures.change(total.difference()),
                Html.text(String.join(" ", diff.otherwise()))));
    html.append(
        "<p class=\"hint\">Two explanations of the same function differ by up to 10 % in a row:"
            + " rows that differ by less are faint. Later invocations are in the phases only.</p>\n");
    html.append(changes("Phases", "phase", diff.phases(), 0));
    html.append(changes("Causes", "cause", diff.causes(), LEAST_MILLIS));
    html.append(changes("Libraries", "library", diff.libraries(), LEAST_MILLIS));
    html.append(changes("Methods, inclusive", "method", diff.methods(), LEAST_MILLIS));
    html.append(classes("added", diff.added()));
    html.append(classes("gone", diff.gone()));
    return html.append("</section>\n").toString();
  }

  private static String changes(String title, String name, List<Change> changes, double least) {
    List<Change> all =
        changes.stream().filter(change -> Math.abs(change.difference()) >= least).toList();
    List<Change> shown = all.subList(0, Math.min(MOST_ROWS, all.size()));
    StringBuilder html = new StringBuilder("<h3>").append(Html.text(title));
    if (shown.size() < all.size()) {
      html.append(" <small>the largest %s of %s</small>".formatted(shown.size(), all.size()));
    }
    html.append("</h3>\n");
    if (shown.isEmpty()) {
      return html.append("<p>Nothing changed.</p>\n").toString();
    }
    StringBuilder rows = new StringBuilder();
    shown.forEach(change -> rows.append(row(change)));
    String heads =
        """
        <th scope="col" class="name">%s</th><th scope="col">before, ms</th>\
        <th scope="col">now, ms</th><th scope="col">change, ms</th><th scope="col">change, %%</th>\
        """
            .formatted(name);
    return html.append(WhySections.table(title, heads, rows)).toString();
  }

  private static String row(Change change) {
    double difference = change.difference();
    String ink = !change.clear() ? "weak" : difference < 0 ? "faster" : "slower";
    double share = change.before() > 0 ? difference / change.before() : Double.NaN;
    return """
    <tr><th scope="row" class="name">%s</th><td data-v="%s">%s</td><td data-v="%s">%s</td>\
    <td class="%s" data-v="%s">%s</td><td%s>%s</td></tr>
    """
        .formatted(
            Html.name(change.name()),
            WhySections.value(change.before()),
            Figures.millis(change.before()),
            WhySections.value(change.after()),
            Figures.millis(change.after()),
            ink,
            WhySections.value(difference),
            Figures.change(difference),
            Double.isNaN(share) ? "" : " data-v=\"" + WhySections.value(share) + "\"",
            Double.isNaN(share) ? "new" : percent(share));
  }

  private static String percent(double share) {
    long percent = Math.round(100 * share);
    return (percent > 0 ? "+" : "") + Figures.whole(percent) + " %";
  }

  private static String classes(String what, List<String> names) {
    if (names.isEmpty()) {
      return "<p>No classes %s.</p>\n".formatted(what);
    }
    StringBuilder html =
        new StringBuilder(
            "<details><summary>%s classes %s</summary>\n<ul>\n"
                .formatted(Figures.whole(names.size()), what));
    names.stream()
        .limit(MOST_CLASSES)
        .forEach(name -> html.append("<li>").append(Html.name(name)).append("</li>\n"));
    if (names.size() > MOST_CLASSES) {
      html.append("<li>and ")
          .append(Figures.whole(names.size() - MOST_CLASSES))
          .append(" more</li>\n");
    }
    return html.append("</ul></details>\n").toString();
  }
}
