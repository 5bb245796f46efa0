package thaw.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.experiment.ExperimentResult;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;

/**
 * Keeps what was measured of functions at several memory sizes, with prices.
 *
 * @param architecture whose price of time is taken
 * @param curves one for each function, JDK and kind of start
 */
public record Tuning(
    LambdaPrices prices, String architecture, TuneMix mix, List<TuneCurve> curves) {
  private static final double SECONDS_OF_MONTH = 30.0 * 24 * 3_600;
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double MILLION = 1e6;

  public Tuning {
    curves = List.copyOf(curves);
  }

  /** Makes curves of samples that have warm invocations. */
  public static Tuning of(
      ExperimentResult result, LambdaPrices prices, String architecture, TuneMix mix) {
    Map<String, List<VariantResult>> lines = new LinkedHashMap<>();
    result
        .variants()
        .forEach(each -> lines.computeIfAbsent(each.line(), _ -> new ArrayList<>()).add(each));
    return new Tuning(
        prices,
        architecture,
        mix,
        lines.entrySet().stream().map(each -> curve(each.getKey(), each.getValue())).toList());
  }

  private static TuneCurve curve(String name, List<VariantResult> variants) {
    return new TuneCurve(
        name,
        variants.getFirst().jdk(),
        variants.stream()
            .flatMap(each -> each.setting().stream())
            .allMatch(each -> each.runtime().startsWith("java")),
        variants.stream()
            .flatMap(each -> TunePoint.of(each).stream())
            .sorted(Comparator.comparingInt(TunePoint::memoryMiB))
            .toList(),
        variants.stream()
            .filter(each -> TunePoint.of(each).isEmpty())
            .map(VariantResult::name)
            .toList());
  }

  /**
   * Returns the result with a warning of sizes that have one environment, where there are any:
   * their costs look exact, and are not.
   */
  public ExperimentResult warned(ExperimentResult result) {
    List<String> single =
        curves.stream()
            .flatMap(curve ->
                curve.points().stream()
                    .filter(point -> point.environments() == 1)
                    .map(point -> "%s at %d MB".formatted(curve.name(), point.memoryMiB())))
            .toList();
    return single.isEmpty()
        ? result
        : result.warned(
            List.of(
                new Warning(
                    "costs have no interval, so no other size may be as good",
                    "one environment succeeded of " + String.join(", ", single),
                    "measure several at each size: --runs 5")));
  }

  /** Returns whether every function has a figure at every size. */
  public boolean isComplete() {
    return curves.stream()
        .allMatch(each -> !each.points().isEmpty() && each.withoutFigures().isEmpty());
  }

  /** Each size with what these requests take. */
  public List<WeighedSize> sizes(TuneCurve curve, TuneRequests requests) {
    double cold = requests.coldShare(mix);
    return curve.points().stream()
        .map(point ->
            new WeighedSize(
                point.memoryMiB(),
                mixed(cold, MedianRange.of(point.coldMillis()), MedianRange.of(point.warmMillis())),
                mixed(
                    cold,
                    usd(point, CostRange.of(point.coldBilledMean(), point.coldBilled().p50()))
                        .plus(restoreUsdOfMillion(curve, point)),
                    usd(point, CostRange.of(point.warmBilledMean(), point.warmBilled().p50())))))
        .toList();
  }

  /** The best size by each strategy; empty for a curve without figures. */
  public List<TuneStrategy.BestSize> best(TuneCurve curve, TuneRequests requests) {
    List<WeighedSize> sizes = sizes(curve, requests);
    return sizes.isEmpty()
        ? List.of()
        : Stream.of(TuneStrategy.values())
            .map(each -> each.best(sizes, mix.balancedWeight(), prices.millionRequests()))
            .toList();
  }

  private static MedianRange mixed(double coldShare, MedianRange cold, MedianRange warm) {
    return cold.times(coldShare).plus(warm.times(1 - coldShare));
  }

  private static CostRange mixed(double coldShare, CostRange cold, CostRange warm) {
    return cold.times(coldShare).plus(warm.times(1 - coldShare));
  }

  private CostRange usd(TunePoint point, CostRange billedMillis) {
    return new CostRange(
        usd(point, billedMillis.mean()),
        usd(point, billedMillis.low()),
        usd(point, billedMillis.high()),
        usd(point, billedMillis.median()));
  }

  private double usd(TunePoint point, double billedMillis) {
    return prices.usdOfMillion(architecture, billedMillis / MILLIS_PER_SECOND * point.gigabytes());
  }

  private double restoreUsdOfMillion(TuneCurve curve, TunePoint point) {
    return point.restored() && curve.paysSnapshots()
        ? MILLION * prices.snapStart().restoreGb() * point.gigabytes()
        : 0;
  }

  /** Returns what a version's snapshot costs in 30 days, whether it is called or not. */
  public Optional<Double> cacheUsdOfMonth(TuneCurve curve, TunePoint point) {
    return point.restored() && curve.paysSnapshots()
        ? Optional.of(prices.snapStart().cacheGbSecond() * point.gigabytes() * SECONDS_OF_MONTH)
        : Optional.empty();
  }
}
