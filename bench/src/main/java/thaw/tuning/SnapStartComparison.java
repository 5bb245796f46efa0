package thaw.tuning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantSetting;
import thaw.experiment.matrix.SnapStart;
import thaw.stats.ShiftInterval;

/** Functions that were started plain and from snapshots in the same experiment, with prices. */
public record SnapStartComparison(LambdaPrices prices, List<SnapStartCase> cases) {
  /** The starts that are compared, the plain one first. */
  public static final List<SnapStart> STARTS =
      List.of(
          SnapStart.NONE,
          SnapStart.SNAPSHOT,
          SnapStart.SNAPSHOT_GENERATED,
          SnapStart.SNAPSHOT_PRIMING);

  /** The primings that a complete comparison has; not every function can have a generated one. */
  private static final Set<SnapStartPriming> NEEDED =
      EnumSet.of(SnapStartPriming.OWN, SnapStartPriming.EVENT);

  /**
   * The reason why there are no costs. Where the CPU share is not that of the memory size, times
   * would mislead, too.
   */
  private static final String NOT_BILLED =
      ": this host cannot limit CPU time, so nothing is billed here (run as root or in a delegated"
          + " cgroup; thaw doctor says how)";

  public SnapStartComparison {
    cases = List.copyOf(cases);
  }

  /** Compares an experiment whose only axes are {@link #STARTS} and memory sizes. */
  public static SnapStartComparison of(ExperimentResult result, LambdaPrices prices) {
    Map<String, Map<SnapStart, VariantResult>> functions = new LinkedHashMap<>();
    for (VariantResult variant : result.variants()) {
      for (SnapStart start : STARTS) {
        String ending = " " + start.label();
        if (variant.name().endsWith(ending)) {
          String function = variant.name().substring(0, variant.name().length() - ending.length());
          functions.computeIfAbsent(function, _ -> new LinkedHashMap<>()).put(start, variant);
        }
      }
    }
    List<SnapStartCase> cases = new ArrayList<>();
    functions.forEach((function, variants) -> cases.add(of(function, variants, prices)));
    return new SnapStartComparison(prices, cases);
  }

  /** Returns whether every function has a verdict for each kind of snapshot that it can have. */
  public boolean isComplete() {
    return !cases.isEmpty()
        && cases.stream()
            .allMatch(each ->
                each.withoutFigures().isEmpty()
                    && each.gains().stream()
                        .map(SnapStartGain::priming)
                        .collect(Collectors.toSet())
                        .containsAll(NEEDED));
  }

  /** Returns whether this variant's restores fail. */
  public boolean fails(String variant) {
    return cases.stream()
        .flatMap(each -> each.failures().stream())
        .anyMatch(failure -> failure.name().equals(variant));
  }

  /** Returns the median of a variant's restores; empty where too few were measured. */
  public Optional<Double> restoredMillis(String variant) {
    return cases.stream()
        .flatMap(each -> each.gains().stream())
        .filter(gain -> gain.name().equals(variant))
        .map(gain -> gain.restoredMillis().p50())
        .findFirst();
  }

  private static SnapStartCase of(
      String function, Map<SnapStart, VariantResult> variants, LambdaPrices prices) {
    VariantResult first = variants.values().iterator().next();
    Optional<VariantSetting> setting = first.setting();
    int memoryMiB = setting.map(VariantSetting::memoryMiB).orElse(0);
    boolean charged =
        setting.map(each -> !LambdaPrices.hasFreeSnapStart(each.runtime())).orElse(true);
    double restoreUsd = charged ? prices.snapStart().usdOfMillion(memoryMiB) : 0;
    VariantResult plain = variants.get(SnapStart.NONE);
    double[] plainMillis = plain == null ? new double[0] : values(plain, Metric.TOTAL);
    double[] plainBilled = plain == null ? new double[0] : values(plain, Metric.BILLED);
    List<SnapStartGain> gains = new ArrayList<>();
    List<SnapStartFailure> failures = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    lackOfPlain(function, variants.values(), plainMillis.length).ifPresent(missing::add);
    variants.forEach((start, variant) -> {
      double[] millis = values(variant, Metric.TOTAL);
      if (start == SnapStart.NONE) {
        return;
      }
      if (variant.beginning() != Metric.RESTORE) {
        missing.add(variant.name() + ": no snapshot was possible, it started " + variant.start());
        return;
      }
      Optional<SnapStartFailure> failure =
          Optional.ofNullable(plain)
              .flatMap(each -> SnapStartFailure.of(each, variant, SnapStartPriming.of(start)));
      if (failure.isPresent()) {
        failures.add(failure.get());
        missing.add(variant.name() + ": " + failure.get().words());
      } else if (millis.length < SnapStartVerdict.FEWEST_STARTS
          && !isNeverBilled(variants.values())) {
        missing.add(variant.name() + ": too few restores succeeded");
      } else if (Math.min(plainMillis.length, millis.length) >= SnapStartVerdict.FEWEST_STARTS) {
        MedianRange billed = range(ShiftInterval.of(plainBilled, values(variant, Metric.BILLED)));
        MedianRange savedUsd = billed.times(prices.usdOfMillionMillis(memoryMiB)).plus(-restoreUsd);
        gains.add(gain(start, variant, ShiftInterval.of(plainMillis, millis), savedUsd));
      }
    });
    return new SnapStartCase(
        withoutSize(function, memoryMiB),
        setting.flatMap(VariantSetting::title).orElse(withoutSize(function, memoryMiB)),
        first.jdk(),
        setting.map(VariantSetting::runtime).orElse(""),
        memoryMiB,
        plainMillis.length == 0 ? Optional.empty() : Optional.of(Distribution.of(plainMillis)),
        plain == null || plainMillis.length == 0 ? Optional.empty() : Optional.of(reported(plain)),
        gains,
        failures,
        missing,
        charged ? Optional.of(prices.snapStart().cacheUsdOfMonth(memoryMiB)) : Optional.empty());
  }

  /** Returns why plain starts cannot be compared, if so. */
  private static Optional<String> lackOfPlain(
      String function, Collection<VariantResult> variants, int starts) {
    if (isNeverBilled(variants)) {
      return Optional.of(function + NOT_BILLED);
    }
    return starts < SnapStartVerdict.FEWEST_STARTS
        ? Optional.of(function + ": too few plain starts succeeded")
        : Optional.empty();
  }

  /**
   * @param saved milliseconds of a start
   * @param savedUsd for a million starts
   */
  private static SnapStartGain gain(
      SnapStart start, VariantResult variant, ShiftInterval saved, MedianRange savedUsd) {
    return new SnapStartGain(
        variant.name(),
        variant.start(),
        start == SnapStart.SNAPSHOT_PRIMING,
        SnapStartPriming.of(start),
        start == SnapStart.SNAPSHOT_PRIMING || variant.isPrimed(),
        Distribution.of(values(variant, Metric.TOTAL)),
        reported(variant),
        SnapStartVerdict.of(saved),
        range(saved),
        savedUsd);
  }

  private static boolean isNeverBilled(Collection<VariantResult> variants) {
    List<Sample> answered =
        variants.stream()
            .flatMap(each -> each.samples().stream())
            .filter(each -> each.failure() == null && each.values().containsKey(Metric.TOTAL))
            .toList();
    return !answered.isEmpty()
        && answered.stream().noneMatch(each -> each.values().containsKey(Metric.BILLED));
  }

  /** Variants of several sizes have it in their names; a case has it apart. */
  private static String withoutSize(String name, int memoryMiB) {
    String size = " " + memoryMiB + " MB";
    return name.endsWith(size) ? name.substring(0, name.length() - size.length()) : name;
  }

  private static MedianRange range(ShiftInterval shift) {
    return new MedianRange(shift.median(), shift.low(), shift.high());
  }

  /** The median of the same starts as {@link #values}. */
  private static double reported(VariantResult variant) {
    double[] sums =
        figured(variant)
            .flatMap(sample -> sample.beginningAndFirstMillis().stream().boxed())
            .mapToDouble(Double::doubleValue)
            .toArray();
    return Distribution.of(sums.length == 0 ? values(variant, Metric.TOTAL) : sums).p50();
  }

  private static double[] values(VariantResult variant, Metric metric) {
    return figured(variant)
        .mapToDouble(sample -> Objects.requireNonNull(sample.values().get(metric)))
        .toArray();
  }

  /** Starts that gave a result and have both figures, so that their numbers agree. */
  private static Stream<Sample> figured(VariantResult variant) {
    return variant.samples().stream()
        .filter(sample -> sample.failure() == null)
        .filter(sample ->
            sample.values().containsKey(Metric.TOTAL)
                && sample.values().containsKey(Metric.BILLED));
  }
}
