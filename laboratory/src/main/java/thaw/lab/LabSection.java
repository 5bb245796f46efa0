package thaw.lab;

import java.util.List;
import java.util.Map;
import thaw.experiment.Warning;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Chart;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.presentation.page.Html;
import thaw.presentation.text.Figures;

/**
 * One lesson within {@code lab.html}: its rule, verdicts and charts; folded, its tables and how it
 * was done.
 */
final class LabSection {
  private final LessonResult result;
  private final JdkNames jdks;
  private final StringBuilder html = new StringBuilder();

  private LabSection(LessonResult result) {
    this.result = result;
    this.jdks = JdkNames.of(result.samples().jdks());
  }

  static String of(LessonResult result) {
    LabSection section = new LabSection(result);
    section.write();
    return section.html.toString();
  }

  private void write() {
    Syllabus syllabus = result.syllabus();
    String name = Html.text(syllabus.name());
    html.append(
        """
        <section class="lesson" id="%s" aria-labelledby="%s-title">
        <h2 id="%s-title">%d %s</h2>
        <p class="question">%s</p>
        <div class="rule"><h3>Rule</h3><p>%s</p><p class="hint"><code>thaw why</code> tells where it matters: %s.</p></div>
        """
            .formatted(
                name,
                name,
                name,
                syllabus.number(),
                Html.text(syllabus.title()),
                Prose.linked(syllabus.question()),
                Prose.of(syllabus.rule()),
                codes(syllabus.findings())));
    verdicts();
    warnings();
    charts();
    tables();
    failures();
    facts();
    html.append("</section>\n");
  }

  private void verdicts() {
    VerdictMatrix matrix = VerdictMatrix.of(result, jdks);
    if (!matrix.isEmpty()) {
      html.append("<h3>Verdicts</h3>\n")
          .append(MatrixHtml.of(matrix))
          .append(
              "<p class=\"hint\">A claim opens on its source and the figures that decide it."
                  + " Measured: %s.</p>\n".formatted(Html.text(LabTexts.measured(result))));
    }
  }

  private void warnings() {
    if (result.facts().warnings().isEmpty()) {
      return;
    }
    html.append("<ul class=\"notices\">\n");
    for (Warning warning : result.facts().warnings()) {
      html.append(
          "<li><b>%s</b>: %s; remedy: %s.</li>\n"
              .formatted(
                  Html.text(warning.message()),
                  Html.text(warning.evidence()),
                  Html.text(warning.remedy())));
    }
    html.append("</ul>\n");
  }

  private void charts() {
    for (Chart chart : result.conclusions().charts()) {
      html.append("<figure>\n").append(LabChart.inline(chart, jdks)).append("</figure>\n");
    }
  }

  private void tables() {
    List<Spread> spreads =
        result.conclusions().tables().stream()
            .flatMap(table -> LabTexts.spreads(table).stream())
            .toList();
    if (result.conclusions().tables().isEmpty()) {
      return;
    }
    html.append(
        "<details class=\"part\"><summary>%s of figures</summary>\n"
            .formatted(Figures.counted(result.conclusions().tables().size(), "table")));
    if (!spreads.isEmpty()) {
      html.append("<p class=\"hint\">")
          .append(Html.text(LabFigures.meaning(spreads)))
          .append(".</p>\n");
    }
    for (Table each : result.conclusions().tables()) {
      LabGrid grid = LabGrid.of(each, jdks);
      html.append("<h3>").append(Prose.of(grid.title())).append("</h3>\n");
      if (!grid.note().isEmpty()) {
        html.append("<p class=\"hint\">").append(Prose.of(grid.note())).append("</p>\n");
      }
      html.append(
          "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">\n<table>\n<thead><tr><th scope=\"col\" class=\"name\">%s</th>"
              .formatted(Html.text(grid.title()), Html.text(grid.rowHead())));
      grid.heads()
          .forEach(
              head -> html.append("<th scope=\"col\">").append(Prose.of(head)).append("</th>"));
      html.append("</tr></thead>\n<tbody>\n");
      grid.rows().forEach(this::row);
      html.append("</tbody>\n</table>\n</div>\n");
      for (int i = 0; i < grid.reasons().size(); i++) {
        html.append("<p class=\"hint\">")
            .append(LabGrid.mark(i + 1))
            .append(' ')
            .append(Prose.of(grid.reasons().get(i)))
            .append("</p>\n");
      }
    }
    html.append("</details>\n");
  }

  private void row(LabGrid.Row row) {
    html.append("<tr><th scope=\"row\" class=\"name\">%s</th>".formatted(Prose.of(row.name())));
    for (LabGrid.Cell cell : row.cells()) {
      String style =
          switch (cell.kind()) {
            case FIGURE -> "";
            case WORDS -> " class=\"text\"";
            case MISSING -> " class=\"weak\"";
          };
      html.append("<td%s>%s%s".formatted(style, Prose.of(cell.text()), cell.mark()));
      if (!cell.interval().isEmpty()) {
        html.append("<small>").append(Html.text(cell.interval())).append("</small>");
      }
      html.append("</td>");
    }
    html.append("</tr>\n");
  }

  private void failures() {
    List<Map.Entry<String, Integer>> failures = LabTexts.failures(result);
    if (failures.isEmpty()) {
      return;
    }
    html.append(
        "<details class=\"part\"><summary class=\"failed\">%s of %s failed</summary>\n<ul>\n"
            .formatted(
                Figures.whole(LabTexts.failed(result)),
                Figures.counted(result.samples().all().size(), "sample")));
    failures.forEach(each ->
        html.append(
            "<li>%s: %s</li>\n"
                .formatted(Figures.whole(each.getValue()), Html.text(jdks.in(each.getKey())))));
    html.append("</ul>\n</details>\n");
  }

  private void facts() {
    Syllabus syllabus = result.syllabus();
    html.append("<details class=\"part\"><summary>How it was measured</summary>\n<dl>\n");
    pair("method", Prose.of(syllabus.method()));
    pair("noise", Prose.of(syllabus.noise()));
    pair("limits", Prose.of(syllabus.limits()));
    pair("JDKs", Html.text(String.join("; ", result.samples().jdks())));
    pair("machine", Html.text(LabTexts.machine(result.facts())));
    pair("raw data", "<code>" + Html.text(syllabus.name()) + ".jsonl</code>");
    pair("course", "<code>docs/course/" + Html.text(syllabus.page()) + "</code>");
    html.append("</dl>\n</details>\n");
  }

  private void pair(String term, String meaning) {
    html.append("<dt>").append(term).append("</dt><dd>").append(meaning).append("</dd>\n");
  }

  private static String codes(List<String> keys) {
    return String.join(
        ", ", keys.stream().map(key -> "<code>" + Html.text(key) + "</code>").toList());
  }
}
