package thaw.report;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Initialiser;
import thaw.attribution.Explanation.Movable;
import thaw.attribution.Finding;
import thaw.remedy.Family;

/** Findings, what could move, initialisers and notes, for {@code why.html}. */
final class WhySections {
  private WhySections() {}

  static Map<String, String> fillings(Explanation explanation) {
    Map<String, String> fillings = new HashMap<>();
    fillings.put("findings", findings(explanation.findings()));
    fillings.put("movable", movable(explanation.movable()));
    fillings.put("initialisers", initialisers(explanation.initialisers()));
    fillings.put(
        "shown-methods",
        explanation.methods().size() <= WhyData.MOST_METHODS
            ? ""
            : " The longest %s of %s; why.json has them all."
                .formatted(
                    Figures.whole(WhyData.MOST_METHODS),
                    Figures.whole(explanation.methods().size())));
    fillings.put(
        "loaded",
        "%s classes were loaded until the end of the first invocation."
            .formatted(Figures.whole(explanation.classes().loaded())));
    fillings.put(
        "notes",
        explanation.notes().isEmpty()
            ? "<p>None: this host shows everything.</p>\n"
            : Html.list(explanation.notes()));
    return fillings;
  }

  private static String findings(List<Finding> findings) {
    if (findings.isEmpty()) {
      return "<p>Nothing was found that would make this cold start shorter.</p>\n";
    }
    StringBuilder cards = new StringBuilder("<div class=\"cards\">\n");
    for (Finding finding : findings) {
      String place =
          finding.place().isBlank()
              ? ""
              : "<dt>place</dt><dd><code>" + Html.name(finding.place()) + "</code></dd>\n";
      cards.append(
          """
          <article class="card"><h3>%s</h3>
          <p class="gain">saves <b>%s</b></p>
          <dl><dt>evidence</dt><dd>%s</dd>
          %s<dt>remedy</dt><dd>%s</dd>
          %s</dl>
          <small>%s</small></article>
          """
              .formatted(
                  Html.text(finding.title()),
                  WhyTerminal.gain(finding),
                  Html.text(finding.evidence()),
                  place,
                  remedy(finding.remedy()),
                  fixes(finding),
                  Html.text(finding.id())));
    }
    return cards.append("</div>\n").toString();
  }

  private static String fixes(Finding finding) {
    String families =
        Family.answering(finding.id()).stream()
            .map(family ->
                "<code>%s</code> (%s)".formatted(Html.text(family.id()), family.kind().label()))
            .collect(Collectors.joining(", "));
    return families.isEmpty() ? "" : "<dt>thaw fix</dt><dd>" + families + "</dd>\n";
  }

  /** Words, and below them code, if there is some. */
  static String remedy(String remedy) {
    int code = remedy.indexOf('\n');
    return code < 0
        ? Html.text(remedy)
        : Html.text(remedy.substring(0, code))
            + "\n<pre><code>"
            + remedy.substring(code + 1).lines().map(Html::line).collect(Collectors.joining("\n"))
            + "</code></pre>";
  }

  private static String movable(List<Movable> movable) {
    if (movable.isEmpty()) {
      return "<p>No work of the first invocation was found that init could do.</p>\n";
    }
    StringBuilder rows = new StringBuilder();
    for (Movable each : movable) {
      rows.append(
          """
          <tr><th scope="row" class="name">%s</th><td data-v="%s">%s</td>\
          <td class="text"><code>%s</code></td><td class="text">%s</td></tr>
          """
              .formatted(
                  Html.name(each.method()),
                  value(each.millis()),
                  Figures.millis(each.millis()),
                  Html.name(each.place()),
                  Html.text(each.why())));
    }
    return table(
        "Work that could move to init",
        """
        <th scope="col" class="name">method</th><th scope="col">ms</th>\
        <th scope="col" class="text">asked for by</th><th scope="col" class="text">why</th>\
        """,
        rows);
  }

  private static String initialisers(List<Initialiser> initialisers) {
    if (initialisers.isEmpty()) {
      return "<p>No initialiser of the function's own classes took time that samples saw.</p>\n";
    }
    StringBuilder rows = new StringBuilder();
    for (Initialiser each : initialisers) {
      rows.append(
          """
          <tr><th scope="row" class="name">%s</th><td data-v="%s">%s</td>\
          <td data-v="%s">%s</td></tr>
          """
              .formatted(
                  Html.name(each.className()),
                  value(each.staticMillis()),
                  Figures.millis(each.staticMillis()),
                  value(each.constructorMillis()),
                  Figures.millis(each.constructorMillis())));
    }
    return table(
        "Initialisers",
        """
        <th scope="col" class="name">class</th><th scope="col">static initialiser, ms</th>\
        <th scope="col">constructor, ms</th>\
        """,
        rows);
  }

  /** A table that the page's script makes sortable. */
  static String table(String label, String heads, CharSequence rows) {
    return """
    <div class="scroll" tabindex="0" role="region" aria-label="%s">
    <table class="sortable"><thead><tr>%s</tr></thead>
    <tbody>
    %s</tbody></table>
    </div>
    """
        .formatted(Html.text(label), heads, rows);
  }

  static String value(double millis) {
    return String.format(Locale.ROOT, "%.3f", millis);
  }
}
