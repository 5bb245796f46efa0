package thaw.report.bench;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import thaw.experiment.Comparison;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.report.text.ComparisonVerdict;
import thaw.report.text.Figures;

/** What the page says first: what was measured, what was found, and what to beware of. */
record PageTop(ExperimentResult result) {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** What was measured, where and when. */
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
        .ifPresent((Instant first) -> text.append(", from ").append(MINUTE.format(first)));
    Host host = result.host();
    text.append(" on ").append(host.cpuModel());
    text.append(", ").append(Figures.counted(host.cpus(), "CPU")).append('.');
    return text.toString();
  }

  /** Those with a figure, the fastest first. */
  List<VariantResult> ranked() {
    return result.variants().stream()
        .filter(variant -> variant.distributions().containsKey(Metric.TOTAL))
        .sorted(Comparator.comparingDouble(variant -> total(variant).p50()))
        .toList();
  }

  /** Its median from start to response. */
  static String figure(VariantResult variant) {
    return Figures.shown(Metric.TOTAL, total(variant).p50()) + " ms";
  }

  /** Where the fastest is the baseline itself, what it is compared with is the slowest. */
  String compared(List<VariantResult> ranked) {
    VariantResult best = ranked.getFirst();
    VariantResult baseline = result.variants().getFirst();
    Comparison comparison = best.againstBaseline();
    if (ranked.size() == 1) {
      return "";
    }
    if (best == baseline) {
      return timesFaster(best, ranked.getLast());
    }
    if (comparison == null || !baseline.distributions().containsKey(Metric.TOTAL)) {
      return "";
    }
    int decimals = comparison.medianRatio() < 0.0995 ? 3 : 2;
    return ", %s of the baseline %s (%s)%s"
        .formatted(
            Figures.ratio(comparison.medianRatio(), decimals).replace("x", " times that"),
            baseline.name(),
            figure(baseline),
            chance(comparison));
  }

  private static String timesFaster(VariantResult best, VariantResult slowest) {
    Comparison comparison = slowest.againstBaseline();
    return comparison == null
        ? ""
        : ", and the slowest, %s, %s that (%s)%s"
            .formatted(
                slowest.name(),
                Figures.ratio(comparison.medianRatio(), 2).replace("x", " times"),
                figure(slowest),
                chance(comparison));
  }

  private static String chance(Comparison comparison) {
    return ComparisonVerdict.of(comparison) == ComparisonVerdict.MAY_BE_CHANCE
        ? "; by the rank test this may be chance (p = %s)"
            .formatted(Figures.pValue(comparison.pValue()))
        : "";
  }

  private static Distribution total(VariantResult variant) {
    Distribution total = variant.distributions().get(Metric.TOTAL);
    if (total == null) {
      throw new IllegalStateException("no total: " + variant.name());
    }
    return total;
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

  /** What the marks of the table mean. */
  List<Footnotes.Note> footnotes() {
    return Footnotes.of(result).stream()
        .filter(note -> !note.mark().equals(Footnotes.INTERVAL))
        .toList();
  }
}
