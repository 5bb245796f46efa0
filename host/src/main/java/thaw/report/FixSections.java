package thaw.report;

import java.util.List;
import java.util.stream.Collectors;
import thaw.attribution.Explanation;
import thaw.fix.ByHand;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.remedy.Remedy;
import thaw.stats.ShiftInterval;

/** Steps, waterfalls, what to type and what is left, for {@code fix.html}. */
final class FixSections {
  private final FixHtml.Page page;
  private final FixResult result;

  FixSections(FixHtml.Page page) {
    this.page = page;
    this.result = page.result();
  }

  String steps() {
    if (result.steps().isEmpty()) {
      return "<p>There was nothing to try.</p>\n";
    }
    String rows = result.steps().stream().map(FixSections::row).collect(Collectors.joining());
    return """
    <div class="scroll" tabindex="0" role="region" aria-label="Steps">
    <table><thead><tr><th scope="col" class="name">step<small>kind, finding</small></th>\
    <th scope="col" class="wide">predicted, ms</th>\
    <th scope="col" class="wide">measured, ms</th><th scope="col" class="wide">CPU, ms</th>\
    <th scope="col" class="wide">left out, ms</th><th scope="col" class="text">kept</th><th scope="col" class="text">why</th></tr></thead>
    <tbody>
    %s</tbody></table>
    </div>
    """
        .formatted(rows);
  }

  private static String row(Step step) {
    Remedy remedy = step.remedy();
    String files =
        remedy.change().files().stream()
            .map(file -> "<br/><code>" + Html.text(file.toString()) + "</code>")
            .collect(Collectors.joining());
    return """
    <tr><th scope="row" class="name">%s<small>%s%s</small></th>\
    <td>%s … %s</td><td>%s</td><td>%s</td><td>%s</td><td class="text">%s</td>\
    <td class="text">%s: %s%s</td></tr>
    """
        .formatted(
            Html.text(remedy.id()),
            remedy.kind().label(),
            remedy.finding().map(finding -> ", " + Html.text(finding)).orElse(""),
            Figures.millis(remedy.predicted().lowMillis()),
            Figures.millis(remedy.predicted().highMillis()),
            step.gain().map(FixSections::interval).orElse(Figures.MISSING),
            step.cpuGain().map(FixSections::interval).orElse(Figures.MISSING),
            step.leftOut().map(FixSections::interval).orElse(Figures.MISSING),
            step.kept() ? "<span class=\"faster\">yes</span>" : "no",
            Html.text(remedy.what()),
            Html.text(step.reason()),
            files);
  }

  private static String interval(ShiftInterval gain) {
    return "%s<small>%s … %s</small>"
        .formatted(
            Figures.millis(gain.median()), Figures.millis(gain.low()), Figures.millis(gain.high()));
  }

  /** Both on one axis: what became shorter is shorter. */
  String waterfall() {
    double end =
        Math.max(
            page.before().map(WhyTimeline::end).orElse(0.0),
            page.after().map(WhyTimeline::end).orElse(0.0));
    StringBuilder html = new StringBuilder();
    page.before().ifPresent(before -> html.append(waterfall("As it is", before, end)));
    page.after().ifPresent(after -> html.append(waterfall("With what was kept", after, end)));
    if (page.before().isEmpty()) {
      html.append("<p>No cold start was explained.</p>\n");
    } else if (page.after().isEmpty()) {
      html.append(
          result.gains()
              ? "<p>What was kept has not been explained: the search was interrupted, or the"
                  + " explanation failed.</p>\n"
              : "<p>Nothing was kept, so there is nothing after.</p>\n");
    }
    return html.append(
            "<p class=\"hint\">By thaw why, of a few starts each; the headline has the medians of"
                + " starts without observer. Within a phase the colours are stacked by kind, not by"
                + " when it happened.</p>\n")
        .toString();
  }

  private static String waterfall(String name, Explanation explanation, double end) {
    return """
    <h3>%s: %s ms%s</h3>
    %s<details><summary>What happened when</summary>
    %s</details>
    """
        .formatted(
            name,
            Figures.millis(WhyFigures.ownMillis(explanation)),
            WhyFigures.host(explanation)
                .map(host -> " <small>" + Html.text(host) + "</small>")
                .orElse(""),
            WhyTimeline.phases(explanation, end),
            WhyTimeline.lanes(explanation, end));
  }

  String apply() {
    if (!result.gains()) {
      return "<p>Nothing gains: there is nothing to apply.</p>\n";
    }
    StringBuilder html = new StringBuilder("<ul>\n");
    for (FixHtml.Command command : page.apply().commands()) {
      html.append(
          "<li><code>%s</code>: %s</li>\n"
              .formatted(Html.text(command.line()), Html.text(command.what())));
    }
    page.apply()
        .notes()
        .forEach(note -> html.append("<li>").append(Html.text(note)).append("</li>\n"));
    html.append("</ul>\n");
    String patch = page.apply().patch();
    if (!patch.isEmpty()) {
      html.append(
          "<h3>The patch</h3>\n<pre class=\"diff\" tabindex=\"0\" role=\"region\" aria-label=\"The"
              + " patch\"><code>");
      html.append(patch.lines().map(Html::line).collect(Collectors.joining("\n")));
      html.append("</code></pre>\n");
    }
    return html.toString();
  }

  String people() {
    List<ByHand> left = result.byHand();
    if (left.isEmpty()) {
      return "<p>Nothing was found besides.</p>\n";
    }
    StringBuilder cards = new StringBuilder("<div class=\"cards\">\n");
    for (ByHand each : left) {
      cards.append(
          """
          <article class="card"><h3>%s</h3>
          <p class="gain">saves up to <b>%s ms</b></p>
          <dl>%s<dt>what</dt><dd>%s</dd></dl></article>
          """
              .formatted(
                  Html.text(each.finding()),
                  Figures.millis(each.gainMillis()),
                  each.place().isBlank()
                      ? ""
                      : "<dt>place</dt><dd><code>" + Html.name(each.place()) + "</code></dd>",
                  WhySections.remedy(each.what())));
    }
    return cards.append("</div>\n").toString();
  }
}
