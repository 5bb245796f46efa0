package thaw.report.bench;

import java.time.Instant;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;
import thaw.presentation.text.Figures;

/** The first part of the page: what was measured, what was found, and what to beware of. */
record PageTop(ExperimentResult result) {

  /** Returns a sentence that says what was measured, where and when. */
  String measured() {
    IntSummaryStatistics samples =
        result.variants().stream().mapToInt(v -> v.samples().size()).summaryStatistics();
    String each =
        samples.getMin() == samples.getMax()
            ? Figures.counted(samples.getMin(), "sample") + " each"
            : "%s to %s each"
                .formatted(
                    Figures.whole(samples.getMin()), Figures.counted(samples.getMax(), "sample"));
    StringBuilder text = new StringBuilder("Cold starts of ");
    text.append(Figures.counted(result.variants().size(), "variant"));
    text.append(", ").append(result.variants().isEmpty() ? "no samples" : each);
    result.variants().stream()
        .flatMap(variant -> variant.samples().stream())
        .map(Sample::startedAt)
        .min(Comparator.naturalOrder())
        .ifPresent((Instant first) -> text.append(", from ").append(Figures.minute(first)));
    Host host = result.host();
    text.append(" on ").append(host.cpuModel());
    text.append(", ").append(Figures.counted(host.cpus(), "CPU")).append('.');
    return text.toString();
  }

  /** Returns whether other programs had a part in every figure. */
  boolean isBusy() {
    return result.warnings().stream().anyMatch(Warning::ofMachine);
  }

  boolean isOverBudget() {
    return result.budget().isPresent() && result.budget().get().isOver();
  }

  boolean hasNotices() {
    return isOverBudget() || !result.warnings().isEmpty() || failures() > 0;
  }

  long samples() {
    return result.variants().stream().mapToLong(variant -> variant.samples().size()).sum();
  }

  long failures() {
    return result.variants().stream().mapToLong(VariantResult::failures).sum();
  }

  /** Returns the notes that explain the table's marks. */
  List<Footnotes.Note> footnotes() {
    return Footnotes.of(result).stream()
        .filter(note -> !note.mark().equals(Footnotes.INTERVAL))
        .toList();
  }
}
