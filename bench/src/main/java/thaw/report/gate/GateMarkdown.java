package thaw.report.gate;

import java.util.Optional;
import java.util.stream.Collectors;
import thaw.experiment.BudgetResult;
import thaw.experiment.BudgetVerdict;
import thaw.experiment.ExperimentResult;
import thaw.experiment.gate.GateResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Text;

/**
 * Comparisons and budgets as a comment of a pull request: GitHub's Markdown. Many can read it, so
 * what a function has logged or answered is not in it.
 */
final class GateMarkdown {
  /** The characters with which Markdown, or GitHub's mentions and references, begin. */
  private static final String SPECIAL = "\\`*_{}[]()#+-.!|~>:";

  private GateMarkdown() {}

  static String of(ExperimentResult result, Optional<GateResult> gate) {
    StringBuilder text = new StringBuilder(1 << 10);
    text.append("### Cold starts of ").append(escaped(result.title())).append("\n\n");
    gate.ifPresent(each -> append(text, each));
    result.budget().ifPresent(each -> append(text, each));
    if (gate.isEmpty() && result.budget().isEmpty()) {
      text.append("Nothing was compared and nothing is limited.\n\n");
    }
    String warnings =
        result.warnings().stream()
            .map(each ->
                "- " + escaped(each.message()) + " (" + escaped(each.publicEvidence()) + ")\n")
            .collect(Collectors.joining());
    if (!warnings.isEmpty()) {
      text.append("What makes the figures less sure:\n\n").append(warnings).append('\n');
    }
    text.append(
        escaped(
            "%s, %s, kernel %s."
                .formatted(
                    result.host().cpuModel(),
                    Figures.counted(result.host().cpus(), "CPU"),
                    result.host().kernel())));
    return text.append('\n').toString();
  }

  private static void append(StringBuilder text, GateResult gate) {
    text.append("**").append(escaped(GateText.sum(gate))).append("** ");
    text.append(escaped(GateText.against(gate))).append("\n\n");
    text.append(
        "| variant | measure | before | now | change | interval | limit | starts | verdict |\n");
    text.append("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
    for (GateTable.Row row : GateTable.of(gate).rows()) {
      row(
          text,
          row.variant(),
          row.measure(),
          row.before(),
          row.after(),
          row.change(),
          row.interval(),
          row.limit(),
          row.starts(),
          row.verdict() + (row.reason().isEmpty() ? "" : ": " + row.reason()));
    }
    text.append('\n');
    gate.changes().forEach(each -> item(text, each.variant() + ": " + each.text()));
    gate.notes().forEach(each -> item(text, each));
    if (!gate.changes().isEmpty() || !gate.notes().isEmpty()) {
      text.append('\n');
    }
  }

  private static void append(StringBuilder text, BudgetResult budget) {
    text.append("Budget ").append(escaped(budget.file())).append(":\n\n");
    text.append("| variant | limited | limit | measured | verdict |\n");
    text.append("| --- | --- | ---: | ---: | --- |\n");
    for (BudgetVerdict verdict : budget.verdicts()) {
      row(
          text,
          verdict.variant(),
          verdict.limit().label(),
          BudgetText.limit(verdict),
          BudgetText.measured(verdict),
          verdict.outcome().words());
    }
    text.append('\n');
  }

  private static void row(StringBuilder text, String... cells) {
    for (String cell : cells) {
      text.append("| ").append(escaped(cell)).append(' ');
    }
    text.append("|\n");
  }

  private static void item(StringBuilder text, String sentence) {
    text.append("- ").append(escaped(sentence)).append('\n');
  }

  /** Text from elsewhere, as text: no markup, no HTML, no mention of somebody. */
  static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (char character : Text.clean(text).toCharArray()) {
      switch (character) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '@' -> safe.append("@\u200b");
        default -> safe.append(SPECIAL.indexOf(character) >= 0 ? "\\" : "").append(character);
      }
    }
    return safe.toString();
  }
}
