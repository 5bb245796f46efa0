package thaw.report;

import java.util.List;
import java.util.Locale;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.Phase;
import thaw.report.WhyMatrix.Line;

/** The table of causes by phases. The page's script sorts it and opens its rows. */
final class WhyCauses {
  private final Explanation explanation;
  private final WhyMatrix matrix;
  private final StringBuilder html = new StringBuilder();

  private WhyCauses(Explanation explanation) {
    this.explanation = explanation;
    this.matrix = new WhyMatrix(explanation);
  }

  static String of(Explanation explanation) {
    WhyCauses causes = new WhyCauses(explanation);
    causes.head();
    causes.html.append("<tbody>\n");
    causes.matrix.causes().forEach(causes::row);
    causes.html.append("</tbody>\n");
    causes.foot();
    return causes.html.toString();
  }

  private void head() {
    html.append("<thead><tr><th scope=\"col\" class=\"name\">cause</th>");
    head("total, ms");
    head("share");
    matrix.phases().forEach(phase -> head(phase.name().label()));
    head("samples");
    html.append("</tr></thead>\n");
  }

  private void head(String text) {
    html.append("<th scope=\"col\">").append(Html.text(text)).append("</th>");
  }

  private void row(Cause cause) {
    Line line = matrix.line(cause);
    int samples = matrix.samples(cause);
    html.append(
        """
        <tr data-cause="%s"%s><th scope="row" class="name" data-tip="%s"><div class="kind">\
        <svg width="10" height="10" aria-hidden="true">\
        <rect class="%s" width="10" height="10"/></svg><span class="cause">%s</span></div></th>\
        """
            .formatted(
                cause.ordinal(),
                cause == Cause.UNEXPLAINED ? " class=\"unexplained\"" : "",
                Html.tip(cause.label(), cause.meaning(), KindText.label(cause.kind())),
                KindText.style(cause.kind()),
                Html.text(cause.label())));
    cell(cause, line.millis(), weakness(samples));
    double wall = explanation.total().wallMillis();
    html.append("<td data-v=\"").append(value(line.millis())).append("\">");
    html.append(wall > 0 ? Figures.percent(line.millis() / wall) : Figures.MISSING);
    html.append("</td>");
    for (int i = 0; i < matrix.phases().size(); i++) {
      cell(cause, line.cells()[i], weakness(matrix.phases().get(i), cause));
    }
    html.append("<td data-v=\"").append(samples).append("\">");
    html.append(samples == 0 ? "measured" : Figures.whole(samples)).append("</td></tr>\n");
  }

  /** What is unexplained is shown where it is nothing, too. */
  private void cell(Cause cause, double millis, String weakness) {
    html.append("<td data-v=\"").append(value(millis)).append('"').append(weakness).append('>');
    html.append(
        millis == 0 && cause != Cause.UNEXPLAINED
            ? ""
            : (weakness.isEmpty() ? "" : "~") + Figures.millis(millis));
    html.append("</td>");
  }

  private static String weakness(Phase phase, Cause cause) {
    List<CauseShare> shares =
        phase.causes().stream().filter(share -> share.cause() == cause).toList();
    return weakness(shares.stream().mapToInt(CauseShare::samples).sum());
  }

  private static String weakness(int samples) {
    return samples == 0 || samples >= WhyMatrix.FEWEST_SAMPLES
        ? ""
        : " class=\"weak\" data-tip=\"rests on %s only\""
            .formatted(Figures.counted(samples, "sample"));
  }

  private static String value(double millis) {
    return String.format(Locale.ROOT, "%.3f", millis);
  }

  private void foot() {
    html.append("<tfoot><tr><th scope=\"row\" class=\"name\">wall time</th>");
    foot(Figures.millis(explanation.total().wallMillis()));
    foot("");
    matrix.phases().forEach(phase -> foot(Figures.millis(phase.wallMillis())));
    foot("");
    html.append("</tr>\n<tr><th scope=\"row\" class=\"name\">explained</th>");
    foot(Figures.explained(explanation.total().explainedRatio()));
    foot("");
    matrix.phases().forEach(phase -> foot(Figures.explained(phase.explainedRatio())));
    foot("");
    html.append("</tr></tfoot>\n");
  }

  private void foot(String figure) {
    html.append("<td>").append(figure).append("</td>");
  }
}
