package thaw.report;

import thaw.experiment.BudgetResult;
import thaw.experiment.BudgetVerdict;

/** A budget on the page: every limit, what was measured, and what can be said of it. */
final class BudgetSection {
  private BudgetSection() {}

  static String of(BudgetResult budget) {
    StringBuilder rows = new StringBuilder();
    for (BudgetVerdict verdict : budget.verdicts()) {
      rows.append("<tr><th scope=\"row\" class=\"name\">").append(Html.text(verdict.variant()));
      rows.append("</th><td class=\"text\">").append(Html.text(verdict.limit().label()));
      for (String cell :
          new String[] {
            BudgetRows.limit(verdict.limit()),
            BudgetRows.measured(verdict),
            BudgetRows.interval(verdict),
            BudgetRows.samples(verdict)
          }) {
        rows.append("</td><td>").append(Html.text(cell));
      }
      rows.append("</td><td class=\"text ").append(style(verdict.outcome())).append("\">");
      rows.append(Html.text(verdict.outcome().words())).append("</td></tr>\n");
    }
    StringBuilder notes = new StringBuilder();
    for (String note : BudgetRows.notes(budget)) {
      notes.append("<li>").append(Html.text(note)).append("</li>\n");
    }
    return """
    <section id="budget" aria-labelledby="budget-title">
    <h2 id="budget-title">Budget</h2>
    <p>%s Limits of <code>%s</code>.</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="budget-title">
    <table><thead><tr><th scope="col" class="name">variant</th><th scope="col" class="text">limited</th>\
    <th scope="col">limit</th><th scope="col">measured</th><th scope="col">interval</th>\
    <th scope="col">samples</th><th scope="col" class="text">verdict</th></tr></thead>
    <tbody>
    %s</tbody></table>
    </div>
    %s</section>
    """
        .formatted(
            Html.text(BudgetRows.sum(budget)),
            Html.text(budget.file()),
            rows,
            notes.isEmpty() ? "" : "<ul class=\"footnotes\">\n" + notes + "</ul>\n");
  }

  private static String style(BudgetVerdict.Outcome outcome) {
    return switch (outcome) {
      case OK -> "faster";
      case OVER -> "failed";
      case TOO_CLOSE, TOO_FEW, NOT_MEASURED -> "weak";
    };
  }
}
