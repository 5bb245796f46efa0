package thaw.report;

import java.util.ArrayList;
import java.util.List;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;

/**
 * An experiment's result for a terminal: what this host could not guarantee, one row per variant,
 * bars, and whatever makes the figures less sure. Refuses to print.
 */
public final class TerminalReport {
  private static final int NARROWEST = 60;

  private final ExperimentResult result;
  private final int columns;
  private final boolean ansi;
  private final List<String> lines = new ArrayList<>();

  private TerminalReport(ExperimentResult result, int columns, boolean ansi) {
    this.result = result;
    this.columns = Math.max(NARROWEST, columns);
    this.ansi = ansi;
  }

  /**
   * Lines of at most {@code columns} columns, each ended by a line feed.
   *
   * @param columns the terminal's width; below 60 counts as 60
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(ExperimentResult result, int columns, boolean ansi) {
    TerminalReport report = new TerminalReport(result, columns, ansi);
    report.head();
    report.missingGuarantees();
    report.table();
    report.warnings();
    report.failures();
    report.budget();
    return String.join("\n", report.lines) + "\n";
  }

  private void head() {
    Host host = result.host();
    String variants = Figures.counted(result.variants().size(), "variant");
    wrapped("", Text.clean(result.title()) + ": cold starts of " + variants, Ink.BOLD);
    String machine =
        "%s, %s, %s MiB, kernel %s, cgroup %s"
            .formatted(
                host.cpuModel(),
                Figures.counted(host.cpus(), "CPU"),
                Figures.whole(host.memoryMiB()),
                host.kernel(),
                host.cgroup());
    wrapped("", Text.clean(machine), Ink.DIM);
    lines.add("");
  }

  private void missingGuarantees() {
    List<String> missing = result.host().missingGuarantees();
    if (missing.isEmpty()) {
      return;
    }
    wrapped("", "MISSING GUARANTEES: what Lambda does and this host cannot", Ink.ALARM);
    missing.forEach(line -> wrapped("  ! ", Text.clean(line), Ink.ALARM));
    lines.add("");
  }

  private void table() {
    List<VariantResult> variants = result.variants();
    List<String> names = variants.stream().map(variant -> Text.clean(variant.name())).toList();
    boolean unlimited = Guarantees.cpuUnlimited(result.host());
    TerminalTable table =
        TerminalTable.fit("variant", names, TerminalColumns.of(variants, unlimited), columns);
    lines.addAll(table.lines(ansi));
    List<Footnotes.Note> notes = Footnotes.of(result);
    if (!notes.isEmpty()) {
      lines.add("");
    }
    notes.forEach(note -> wrapped(note.mark() + "  ", note.text(), Ink.DIM));
    lines.addAll(TerminalBars.lines(table.names(), variants, columns, ansi));
    fullNames(names, table.names());
  }

  private void fullNames(List<String> names, List<String> shown) {
    if (names.equals(shown)) {
      return;
    }
    section("names in full");
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).equals(shown.get(i))) {
        lines.add("  " + shown.get(i));
        wrapped("    ", names.get(i), Ink.DIM);
      }
    }
  }

  private void warnings() {
    if (result.warnings().isEmpty()) {
      return;
    }
    section("warnings");
    for (Warning warning : result.warnings()) {
      wrapped("  ! ", Text.clean(warning.message()), Ink.ALARM);
      wrapped("    evidence: ", Text.clean(warning.evidence()), Ink.PLAIN);
      wrapped("    remedy:   ", Text.clean(warning.remedy()), Ink.PLAIN);
    }
  }

  private void failures() {
    List<FailureGroup> groups = FailureGroup.of(result.variants());
    if (groups.isEmpty()) {
      return;
    }
    section("failures");
    for (FailureGroup group : groups) {
      String count = group.count() + " of " + group.samples();
      wrapped("  " + count + "  ", Text.clean(group.variant()), Ink.PLAIN);
      String indent = " ".repeat(count.length() + 4);
      wrapped(indent, Text.clean(group.type() + ": " + group.message()), Ink.FAILURE);
      for (String line : group.log()) {
        wrapped(indent + "| ", Text.clean(line), Ink.DIM);
      }
    }
  }

  private void budget() {
    result
        .budget()
        .ifPresent(budget -> {
          section("budget " + Text.clean(budget.file()));
          lines.addAll(BudgetRows.table(budget, columns).lines(ansi));
          BudgetRows.notes(budget).forEach(note -> wrapped("  ", note, Ink.DIM));
          wrapped("", BudgetRows.sum(budget), budget.isOver() ? Ink.FAILURE : Ink.BOLD);
        });
  }

  private void section(String title) {
    lines.add("");
    lines.add(Ink.BOLD.on(title, ansi));
  }

  private void wrapped(String first, String text, Ink ink) {
    Text.wrap(first, text, columns).forEach(line -> lines.add(ink.on(line, ansi)));
  }
}
