package thaw.lab;

import java.util.Optional;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;

/** A {@link VerdictMatrix} as a table: a line for each claim, which opens on its figures. */
final class MatrixHtml {
  /** The number of places from which on the table is wider than a phone, and scrolls. */
  private static final int MANY = 4;

  private MatrixHtml() {}

  static String of(VerdictMatrix matrix) {
    StringBuilder html = new StringBuilder();
    html.append(
        """
        <div class="scroll matrix" tabindex="0" role="region" aria-label="Verdicts">
        <table class="verdicts%s">
        <thead><tr><th scope="col" class="text claim">What was published</th>\
        """
            .formatted(matrix.places().size() < MANY ? "" : " many"));
    for (String place : matrix.places()) {
      html.append("<th scope=\"col\" class=\"text\">").append(Prose.of(place)).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    matrix.rows().forEach(row -> row(html, row));
    return html.append("</tbody>\n</table>\n</div>\n").toString();
  }

  private static void row(StringBuilder html, VerdictMatrix.Row row) {
    html.append(
        "<tr><th scope=\"row\" class=\"text claim\"><details><summary>%s</summary>\n<p class=\"hint\">%s</p>\n<dl>"
            .formatted(Prose.of(row.claim()), Prose.linked(row.source())));
    row.answers().stream()
        .flatMap(Optional::stream)
        .forEach(answer ->
            html.append(
                "<dt>%s</dt><dd>%s</dd>"
                    .formatted(Prose.of(answer.where()), Prose.of(answer.evidence()))));
    html.append("</dl>\n</details></th>");
    row.answers().forEach(answer -> html.append(cell(answer)));
    html.append("</tr>\n");
  }

  private static String cell(Optional<ForJdk> answer) {
    return answer
        .map(given ->
            "<td class=\"text %s\"><b>%s</b> %s</td>"
                .formatted(
                    style(given.judgement()),
                    VerdictMatrix.sign(given.judgement()),
                    given.judgement().words()))
        .orElse("<td></td>");
  }

  private static String style(Verdict.Judgement judgement) {
    return switch (judgement) {
      case HOLDS -> "holds";
      case NO_LONGER -> "gone";
      case UNDECIDED -> "open";
      case NOT_APPLICABLE -> "beside";
    };
  }
}
