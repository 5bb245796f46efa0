package thaw.lab;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.experiment.Warning;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Chart;
import thaw.lab.result.Spread;
import thaw.lab.result.Verdict;
import thaw.presentation.text.Figures;

/** The part of a lesson's page that {@code thaw lab} writes: all below {@link #LINE}. */
final class LabPage {
  /** The line that separates the part above, which people write, from the generated one. */
  static final String LINE = "<!-- from here on written by thaw lab -->";

  private static final int MOST_FAILURES = 8;
  private static final int LONGEST_ALTERNATIVE = 500;

  /** Of a table; more are in {@code lab.html} alone, as charts and verdicts tell what they say. */
  private static final int MOST_FIGURES = 30;

  private final LessonResult result;
  private final JdkNames jdks;
  private final StringBuilder page = new StringBuilder();

  private LabPage(LessonResult result) {
    this.result = result;
    this.jdks = JdkNames.of(result.samples().jdks());
  }

  /** The file of a chart, beside the page. */
  static String chartFile(Syllabus syllabus, int index) {
    return syllabus.name() + "-" + (index + 1) + ".svg";
  }

  /**
   * The page as it is to be.
   *
   * @param page as it is; empty when there is none
   */
  static String of(LessonResult result, String page) {
    int line = page.indexOf(LINE);
    String above = line < 0 ? page.stripTrailing() : page.substring(0, line).stripTrailing();
    String begin = above.isEmpty() ? "# " + Markdown.text(result.syllabus().title()) : above;
    return begin + "\n\n" + LINE + "\n" + new LabPage(result).written();
  }

  private String written() {
    Syllabus syllabus = result.syllabus();
    page.append("\n## Question\n");
    paragraph(Markdown.linked(syllabus.question()));
    section("Method", syllabus.method());
    paragraph("**Noise.** " + Markdown.text(syllabus.noise()));
    paragraph("**Limits.** " + Markdown.text(syllabus.limits()));
    measured();
    figures();
    verdicts();
    section("Rule", syllabus.rule());
    List<String> links =
        syllabus.findings().stream()
            .map(key -> "[`" + key + "`](../findings.md#" + key + ")")
            .toList();
    paragraph("`thaw why` tells where it matters: " + String.join(", ", links) + ".");
    return page.toString();
  }

  private void section(String title, String text) {
    page.append("\n## ").append(title).append('\n');
    paragraph(Markdown.text(text));
  }

  private void paragraph(String text) {
    page.append('\n').append(text).append('\n');
  }

  private void measured() {
    page.append("\n## Measured\n\n");
    List<String> labels = result.samples().jdks();
    if (!labels.isEmpty()) {
      item("JDKs", String.join("; ", labels));
    }
    item("Machine", LabTexts.machine(result.facts()));
    item("When", LabTexts.when(result.facts()));
    long failed = LabTexts.failed(result);
    item(
        "Samples",
        Figures.whole(result.samples().all().size())
            + ": "
            + LabTexts.amount(result)
            + (failed == 0 ? "" : "; " + Figures.whole(failed) + " failed"));
    String name = result.syllabus().name();
    page.append(
        "- Raw data: [%s.jsonl](data/%s.jsonl); `thaw lab %s` repeats it\n"
            .formatted(name, name, name));
    for (Map.Entry<String, Integer> failure :
        LabTexts.failures(result).stream().limit(MOST_FAILURES).toList()) {
      item(
          "Failed "
              + (failure.getValue() == 1 ? "once" : Figures.whole(failure.getValue()) + " times"),
          failure.getKey());
    }
    for (Warning warning : result.facts().warnings()) {
      paragraph(
          "> **%s**: %s. Remedy: %s."
              .formatted(
                  Markdown.text(warning.message()),
                  Markdown.text(warning.evidence()),
                  Markdown.text(warning.remedy())));
    }
  }

  private void item(String name, String text) {
    page.append("- ").append(name).append(": ").append(Markdown.text(text)).append('\n');
  }

  private void figures() {
    List<Spread> spreads =
        result.conclusions().tables().stream()
            .flatMap(table -> LabTexts.spreads(table).stream())
            .toList();
    page.append("\n## Figures\n");
    if (!spreads.isEmpty()) {
      paragraph(Markdown.text(LabFigures.sentence(spreads)));
    }
    for (int i = 0; i < result.conclusions().charts().size(); i++) {
      Chart chart = LabChart.named(result.conclusions().charts().get(i), jdks);
      paragraph(
          "![%s. %s](%s)"
              .formatted(
                  Markdown.text(chart.title()),
                  Markdown.text(alternative(chart)),
                  chartFile(result.syllabus(), i)));
    }
    List<LabGrid> grids =
        result.conclusions().tables().stream().map(table -> LabGrid.of(table, jdks)).toList();
    Set<String> large = new LinkedHashSet<>();
    for (LabGrid grid : grids) {
      if (grid.rows().size() * grid.heads().size() > MOST_FIGURES) {
        large.add(ofAnyJdk(grid));
      }
    }
    grids.stream().filter(grid -> !large.contains(ofAnyJdk(grid))).forEach(this::table);
    if (!large.isEmpty()) {
      paragraph(
          "Only in `lab.html`, which `thaw lab %s` writes: %s."
              .formatted(result.syllabus().name(), Markdown.text(String.join("; ", large))));
    }
  }

  /** The title of a table and of those that are the same for other JDKs. */
  private static String ofAnyJdk(LabGrid grid) {
    return grid.title().replaceFirst(",? on JDK \\S+?(?=[,:]|$)", "");
  }

  /** Nobody listens to a hundred figures in a row. */
  private static String alternative(Chart chart) {
    String all = LabChart.described(chart);
    return all.length() <= LONGEST_ALTERNATIVE
        ? all
        : "Its figures are in `lab.html`, or in the tables below.";
  }

  private void table(LabGrid grid) {
    page.append("\n### ").append(Markdown.text(grid.title())).append("\n\n");
    if (!grid.note().isEmpty()) {
      page.append(Markdown.text(grid.note())).append("\n\n");
    }
    List<String> heads = new ArrayList<>(List.of(Markdown.text(grid.rowHead())));
    grid.heads().forEach(head -> heads.add(Markdown.text(head)));
    List<List<String>> rows = new ArrayList<>();
    boolean figures = false;
    for (LabGrid.Row row : grid.rows()) {
      List<String> cells = new ArrayList<>(List.of(Markdown.text(row.name())));
      for (LabGrid.Cell cell : row.cells()) {
        figures |= cell.kind() == LabGrid.Kind.FIGURE;
        cells.add(cell(cell));
      }
      rows.add(cells);
    }
    page.append(Markdown.table(heads, rows, figures));
    for (int i = 0; i < grid.reasons().size(); i++) {
      paragraph(LabGrid.mark(i + 1) + " " + Markdown.text(grid.reasons().get(i)));
    }
  }

  private static String cell(LabGrid.Cell cell) {
    return Markdown.text(cell.text()) + cell.mark() + cell.relative();
  }

  private void verdicts() {
    if (result.conclusions().verdicts().isEmpty()) {
      return;
    }
    page.append("\n## Verdicts\n\n");
    for (Verdict verdict : result.conclusions().verdicts()) {
      page.append(
          "- **%s** (%s)\n"
              .formatted(
                  Markdown.text(jdks.in(verdict.claim())), Markdown.linked(verdict.source())));
      for (Verdict.ForJdk answer : verdict.answers()) {
        page.append(
            "  - %s: **%s**; %s\n"
                .formatted(
                    Markdown.text(jdks.in(answer.where())),
                    answer.judgement().words(),
                    Markdown.text(jdks.in(answer.evidence()))));
      }
    }
  }
}
