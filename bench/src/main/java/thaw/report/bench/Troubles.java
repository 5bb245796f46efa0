package thaw.report.bench;

import java.util.List;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.Text;

/** The warnings and the failures of an experiment, for terminals. */
final class Troubles {
  private Troubles() {}

  /** Adds a section for each of both that there is. */
  static void addTo(TerminalLines lines, List<Warning> warnings, List<VariantResult> variants) {
    addWarnings(lines, warnings);
    addFailures(lines, FailureGroup.of(variants));
  }

  private static void addWarnings(TerminalLines lines, List<Warning> warnings) {
    if (warnings.isEmpty()) {
      return;
    }
    lines.section("warnings");
    for (Warning warning : warnings) {
      lines.wrapped("  ! ", Text.clean(warning.message()), Ink.ALARM);
      lines.wrapped("    evidence: ", Text.clean(warning.evidence()), Ink.PLAIN);
      lines.wrapped("    remedy:   ", Text.clean(warning.remedy()), Ink.PLAIN);
    }
  }

  private static void addFailures(TerminalLines lines, List<FailureGroup> groups) {
    if (groups.isEmpty()) {
      return;
    }
    lines.section("failures");
    for (FailureGroup group : groups) {
      String count = group.count() + " of " + group.samples();
      lines.wrapped("  " + count + "  ", Text.clean(group.variant()), Ink.PLAIN);
      String indent = " ".repeat(count.length() + 4);
      lines.wrapped(indent, Text.clean(group.type() + ": " + group.message()), Ink.FAILURE);
      group.log().forEach(line -> lines.wrapped(indent + "| ", Text.clean(line), Ink.DIM));
    }
  }
}
