package thaw.report.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.presentation.text.Figures;
import thaw.stats.Quantiles;
import thaw.stats.RankTest;

/**
 * Whether starts became slower or faster while the experiment ran. Each sample is held against its
 * variant's median, so that all of them have one scale.
 *
 * @param ratios in the order in which the samples were taken; failed ones are not among them
 */
record SampleCourse(List<Double> ratios) {
  private record Moment(Sample sample, double ratio) {}

  static SampleCourse of(List<VariantResult> variants) {
    return new SampleCourse(
        variants.stream()
            .flatMap(SampleCourse::moments)
            .sorted(Comparator.comparing(moment -> moment.sample().startedAt()))
            .map(Moment::ratio)
            .toList());
  }

  private static Stream<Moment> moments(VariantResult variant) {
    Distribution total = variant.distributions().get(Metric.TOTAL);
    return total == null || !(total.p50() > 0)
        ? Stream.empty()
        : variant.samples().stream()
            .filter(sample -> sample.failure() == null)
            .filter(sample -> sample.values().containsKey(Metric.TOTAL))
            .map(sample ->
                new Moment(
                    sample, sample.values().getOrDefault(Metric.TOTAL, Double.NaN) / total.p50()));
  }

  /** Tells whether there are more than two samples, as fewer show no course. */
  boolean isShown() {
    return ratios.size() > 2;
  }

  /** Returns a sentence that compares the second half of the measurement with the first. */
  String drift() {
    int half = ratios.size() / 2;
    double[] first = values(ratios.subList(0, half));
    double[] second = values(ratios.subList(ratios.size() - half, ratios.size()));
    if (!(RankTest.smallestPValue(half, half) < ComparisonVerdict.SIGNIFICANCE)) {
      return "These are too few samples to prove a drift.";
    }
    double p = RankTest.pValue(first, second);
    if (!(p < ComparisonVerdict.SIGNIFICANCE)) {
      return "No drift is proved: the halves of the measurement differ no more than chance allows"
          + " (p = %s).".formatted(Figures.pValue(p));
    }
    double change = Quantiles.of(second).median() / Quantiles.of(first).median() - 1;
    return String.format(
        Locale.ROOT,
        "The second half of the measurement was %.1f %% %s than the first (p %s%s): the machine"
            + " changed while it measured. Variants are interleaved, so it changed for all of them.",
        Math.abs(100 * change),
        change > 0 ? "slower" : "faster",
        p < 0.001 ? "" : "= ",
        Figures.pValue(p));
  }

  private static double[] values(List<Double> ratios) {
    return ratios.stream().mapToDouble(ratio -> ratio).toArray();
  }
}
