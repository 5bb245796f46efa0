package thaw.tuning;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantSetting;
import thaw.stats.MeanInterval;

/**
 * A function at one memory size, as {@code tune.json} has it. Each environment counts once: of its
 * warm invocations, which are not independent of one another, it has one figure.
 *
 * @param environments that were started
 * @param warmInvocations of all of them
 * @param restored whether it starts from a snapshot
 * @param coldMillis from start to response
 * @param coldBilledMillis init, or the billed part of a restore, with the first invocation, in ms
 * @param coldBilledMean of the same
 * @param warmMillis over the environments, the median duration of each one's warm invocations
 * @param warmBilledMillis over the environments, the mean of what each one's warm invocations are
 *     billed
 * @param warmBilledMean of the same
 * @param cacheUsdOfMonth of a version's snapshot in 30 days, whether it is called or not; absent
 *     where AWS does not charge it
 */
public record TunePoint(
    int memoryMiB,
    int environments,
    int warmInvocations,
    boolean restored,
    Distribution coldMillis,
    Distribution coldBilledMillis,
    MeanInterval coldBilledMean,
    Distribution warmMillis,
    Distribution warmBilledMillis,
    MeanInterval warmBilledMean,
    Optional<Double> cacheUsdOfMonth) {

  /**
   * Returns the point of a variant; empty where a figure is missing: no start succeeded, or nothing
   * limits the CPU.
   *
   * @param managed whether its runtime is one of AWS's for Java, which have SnapStart for nothing
   */
  static Optional<TunePoint> of(VariantResult variant, boolean managed, LambdaPrices prices) {
    List<Sample> good =
        variant.samples().stream()
            .filter(sample -> sample.failure() == null && !sample.warmMillis().isEmpty())
            .filter(sample ->
                sample.values().containsKey(Metric.TOTAL)
                    && sample.values().containsKey(Metric.BILLED))
            .toList();
    @Nullable VariantSetting setting = variant.setting().orElse(null);
    if (good.isEmpty() || setting == null) {
      return Optional.empty();
    }
    double[] coldBilled = values(good, Metric.BILLED);
    double[] warmBilled = good.stream().mapToDouble(TunePoint::meanWarmBilled).toArray();
    boolean restored = variant.beginning() == Metric.RESTORE;
    return Optional.of(
        new TunePoint(
            setting.memoryMiB(),
            good.size(),
            good.stream().mapToInt(sample -> sample.warmMillis().size()).sum(),
            restored,
            Distribution.of(values(good, Metric.TOTAL)),
            Distribution.of(coldBilled),
            MeanInterval.of(coldBilled),
            Distribution.of(good.stream().mapToDouble(TunePoint::warmMedian).toArray()),
            Distribution.of(warmBilled),
            MeanInterval.of(warmBilled),
            restored && !managed
                ? Optional.of(prices.snapStart().cacheUsdOfMonth(setting.memoryMiB()))
                : Optional.empty()));
  }

  private static double[] values(List<Sample> samples, Metric metric) {
    return samples.stream()
        .mapToDouble(sample -> Objects.requireNonNull(sample.values().get(metric)))
        .toArray();
  }

  private static double warmMedian(Sample sample) {
    return Distribution.of(sample.warmMillis().stream().mapToDouble(Double::doubleValue).toArray())
        .p50();
  }

  /** Lambda bills whole milliseconds. */
  private static double meanWarmBilled(Sample sample) {
    return sample.warmMillis().stream().mapToDouble(Math::ceil).average().orElseThrow();
  }
}
