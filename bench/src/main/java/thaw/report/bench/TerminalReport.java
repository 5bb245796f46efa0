package thaw.report.bench;

import java.util.List;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;
import thaw.experiment.gate.GateResult;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.Text;

/**
 * An experiment's result for a terminal: what this host could not guarantee, one row per variant,
 * bars, whatever makes the figures less sure, and what was found in one sentence. Refuses to print.
 */
public final class TerminalReport {
  private final ExperimentResult result;
  private final Optional<GateResult> gate;
  private final TerminalLines lines;

  private TerminalReport(
      ExperimentResult result, Optional<GateResult> gate, int columns, boolean ansi) {
    this.result = result;
    this.gate = gate;
    this.lines = new TerminalLines(columns, ansi);
  }

  /**
   * Lines of at most {@code columns} columns, each ended by a line feed.
   *
   * @param columns the terminal's width; below 60 counts as 60
   * @param ansi whether the terminal understands ANSI colours
   */
  public static String render(ExperimentResult result, int columns, boolean ansi) {
    return render(result, Optional.empty(), columns, ansi);
  }

  /**
   * The same of two builds, which ends with what the change did.
   *
   * @param gate the comparison, where there is one
   */
  public static String render(
      ExperimentResult result, Optional<GateResult> gate, int columns, boolean ansi) {
    TerminalReport report = new TerminalReport(result, gate, columns, ansi);
    report.head();
    report.missingGuarantees();
    report.table();
    report.pods();
    Troubles.addTo(report.lines, result.warnings(), result.variants());
    report.headline();
    report.budget();
    return report.lines.text();
  }

  private void head() {
    Host host = result.host();
    String variants = Figures.counted(result.variants().size(), "variant");
    lines.wrapped("", Text.clean(result.title()) + ": cold starts of " + variants, Ink.BOLD);
    String machine =
        "%s, %s, %s MiB, kernel %s, cgroup %s"
            .formatted(
                host.cpuModel(),
                Figures.counted(host.cpus(), "CPU"),
                Figures.whole(host.memoryMiB()),
                host.kernel(),
                host.cgroup());
    lines.wrapped("", Text.clean(machine), Ink.DIM);
    lines.add("");
  }

  private void missingGuarantees() {
    List<String> missing = result.host().missingGuarantees();
    if (missing.isEmpty()) {
      return;
    }
    lines.wrapped("", "MISSING GUARANTEES: what Lambda does and this host cannot", Ink.ALARM);
    missing.forEach(line -> lines.wrapped("  ! ", Text.clean(line), Ink.ALARM));
    lines.add("");
  }

  private void table() {
    List<VariantResult> variants = result.variants();
    List<String> names = variants.stream().map(variant -> Text.clean(variant.name())).toList();
    boolean isBusy = result.warnings().stream().anyMatch(Warning::ofMachine);
    boolean unlimited = Guarantees.cpuUnlimited(result.host());
    TerminalTable table =
        TerminalTable.fit(
            "variant", names, TerminalColumns.of(variants, unlimited, isBusy), lines.columns());
    lines.addAll(table.lines(lines.ansi()));
    List<Footnotes.Note> notes = Footnotes.of(result);
    if (!notes.isEmpty()) {
      lines.add("");
    }
    notes.forEach(note -> lines.wrapped(note.mark() + "  ", note.text(), Ink.DIM));
    lines.addAll(TerminalBars.lines(table.names(), variants, lines.columns(), lines.ansi()));
    fullNames(names, table.names());
  }

  /** Adds the phases of pods; nothing for starts elsewhere. */
  private void pods() {
    List<VariantResult> variants = result.variants();
    if (PodColumns.isNone(variants)) {
      return;
    }
    List<String> names = variants.stream().map(variant -> Text.clean(variant.name())).toList();
    lines.section("pods");
    lines.addAll(
        TerminalTable.fit("variant", names, PodColumns.of(variants), lines.columns())
            .lines(lines.ansi()));
  }

  private void fullNames(List<String> names, List<String> shown) {
    if (names.equals(shown)) {
      return;
    }
    lines.section("names in full");
    for (int i = 0; i < names.size(); i++) {
      if (!names.get(i).equals(shown.get(i))) {
        lines.add("  " + shown.get(i));
        lines.wrapped("    ", names.get(i), Ink.DIM);
      }
    }
  }

  /** Last, where a reader's eyes are; only the verdict on a budget matters more. */
  private void headline() {
    lines.add("");
    lines.wrapped("", Text.clean(Headline.of(result, gate).text()), Ink.BOLD);
  }

  private void budget() {
    result
        .budget()
        .ifPresent(budget -> {
          lines.section("budget " + Text.clean(budget.file()));
          lines.addAll(BudgetRows.table(budget, lines.columns()).lines(lines.ansi()));
          BudgetRows.notes(budget).forEach(note -> lines.wrapped("  ", note, Ink.DIM));
          lines.wrapped("", BudgetRows.sum(budget), budget.isOver() ? Ink.FAILURE : Ink.BOLD);
        });
  }
}
