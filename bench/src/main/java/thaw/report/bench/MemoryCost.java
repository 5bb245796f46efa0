package thaw.report.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantSetting;
import thaw.presentation.text.Figures;
import thaw.tuning.LambdaPrices;

/**
 * The cost of a variant's cold starts on Lambda. It does not cover a start from a snapshot, as AWS
 * bills its restore by size.
 *
 * @param gbSeconds median of the billed time, times the memory size
 * @param usdOfMillion of a million such starts
 */
record MemoryCost(
    VariantResult variant, int memoryMiB, double millis, double gbSeconds, double usdOfMillion) {
  private static final double MILLIS_PER_SECOND = 1_000;

  static Optional<MemoryCost> of(VariantResult variant) {
    @Nullable Distribution billed = variant.distributions().get(Metric.BILLED);
    @Nullable Distribution total = variant.distributions().get(Metric.TOTAL);
    @Nullable VariantSetting setting = variant.setting().orElse(null);
    if (billed == null || total == null || setting == null || Beginnings.isRestore(variant)) {
      return Optional.empty();
    }
    double gbSeconds =
        billed.p50() / MILLIS_PER_SECOND * LambdaPrices.gigabytes(setting.memoryMiB());
    return Optional.of(
        new MemoryCost(
            variant,
            setting.memoryMiB(),
            total.p50(),
            gbSeconds,
            LambdaPrices.published(LambdaPrices.X86_64).usdOfMillion(gbSeconds)));
  }

  /**
   * Returns a sentence for each line that names the cheapest and the fastest size.
   *
   * @return empty where no line has two sizes, or the sizes gave no CPU time of their own
   */
  static List<String> sentences(ExperimentResult result) {
    if (Guarantees.cpuUnlimited(result.host())) {
      return List.of();
    }
    Map<String, List<MemoryCost>> lines = new LinkedHashMap<>();
    result.variants().stream()
        .flatMap(variant -> of(variant).stream())
        .forEach(
            cost -> lines.computeIfAbsent(cost.variant.line(), _ -> new ArrayList<>()).add(cost));
    return lines.values().stream()
        .filter(costs -> costs.stream().map(MemoryCost::memoryMiB).distinct().count() > 1)
        .map(MemoryCost::sentence)
        .toList();
  }

  static String sentence(List<MemoryCost> costs) {
    MemoryCost cheapest =
        costs.stream().min(Comparator.comparingDouble(MemoryCost::usdOfMillion)).orElseThrow();
    MemoryCost fastest =
        costs.stream().min(Comparator.comparingDouble(MemoryCost::millis)).orElseThrow();
    String name = cheapest.variant.line();
    String chance =
        costs.stream()
            .filter(cost -> cost.memoryMiB != fastest.memoryMiB)
            .filter(cost -> !Difference.of(fastest.variant, cost.variant).isProved())
            .map(MemoryCost::size)
            .distinct()
            .collect(Collectors.joining(" and "));
    return (cheapest.equals(fastest)
            ? "%s is cheapest and fastest at %s: %s"
                .formatted(name, cheapest.size(), cheapest.figures())
            : "%s is cheapest at %s (%s) and fastest at %s (%s)"
                .formatted(
                    name, cheapest.size(), cheapest.figures(), fastest.size(), fastest.figures()))
        + (chance.isEmpty() ? "." : "; that it is faster than at " + chance + " may be chance.");
  }

  private String size() {
    return Figures.whole(memoryMiB) + " MB";
  }

  private String figures() {
    return usd(usdOfMillion) + ", " + Headline.duration(millis);
  }

  static String usd(double dollars) {
    return String.format(Locale.ROOT, "%,.2f USD", dollars);
  }
}
