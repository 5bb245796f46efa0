package thaw.tuning;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantSetting;

/**
 * A function over its memory sizes: a member of {@code tune.json} as it is.
 *
 * @param name of the variants, without the memory size
 * @param jdk that ran it
 * @param withoutFigures names of variants that have none
 * @param measured from the smallest size on
 * @param requests what they take at each size: all, cold starts and warm requests
 */
public record TuneCurve(
    String name,
    String jdk,
    List<String> withoutFigures,
    List<TunePoint> measured,
    List<Weighed> requests) {
  public TuneCurve {
    withoutFigures = List.copyOf(withoutFigures);
    measured = List.copyOf(measured);
    requests = List.copyOf(requests);
  }

  /**
   * The sizes for one kind of requests.
   *
   * @param best by each strategy; empty for a curve without figures
   */
  public record Weighed(
      TuneRequests of, List<WeighedSize> sizes, List<TuneStrategy.BestSize> best) {
    public Weighed {
      sizes = List.copyOf(sizes);
      best = List.copyOf(best);
    }
  }

  static TuneCurve of(String name, List<VariantResult> variants, LambdaPrices prices, TuneMix mix) {
    boolean managed =
        variants.stream()
            .flatMap(each -> each.setting().stream())
            .map(VariantSetting::runtime)
            .allMatch(LambdaPrices::hasFreeSnapStart);
    List<TunePoint> points =
        variants.stream()
            .flatMap(each -> TunePoint.of(each, managed, prices).stream())
            .sorted(Comparator.comparingInt(TunePoint::memoryMiB))
            .toList();
    return new TuneCurve(
        name,
        variants.getFirst().jdk(),
        variants.stream()
            .filter(each -> TunePoint.of(each, managed, prices).isEmpty())
            .map(VariantResult::name)
            .toList(),
        points,
        Stream.of(TuneRequests.values()).map(each -> weighed(each, points, prices, mix)).toList());
  }

  private static Weighed weighed(
      TuneRequests requests, List<TunePoint> points, LambdaPrices prices, TuneMix mix) {
    double cold = requests.coldShare(mix);
    List<WeighedSize> sizes = points.stream().map(each -> size(each, cold, prices)).toList();
    return new Weighed(
        requests,
        sizes,
        sizes.isEmpty()
            ? List.of()
            : Stream.of(TuneStrategy.values())
                .map(each -> each.best(sizes, mix.balancedWeight(), prices.millionRequests()))
                .toList());
  }

  private static WeighedSize size(TunePoint point, double coldShare, LambdaPrices prices) {
    double warmShare = 1 - coldShare;
    double usdOfMillis = prices.usdOfMillionMillis(point.memoryMiB());
    double restore =
        point.cacheUsdOfMonth().isPresent() // then AWS charges restores as well
            ? prices.snapStart().usdOfMillion(point.memoryMiB())
            : 0;
    CostRange cold =
        CostRange.of(point.coldBilledMean(), point.coldBilledMillis().p50())
            .times(usdOfMillis)
            .plus(prices.millionRequests() + restore);
    CostRange warm =
        CostRange.of(point.warmBilledMean(), point.warmBilledMillis().p50())
            .times(usdOfMillis)
            .plus(prices.millionRequests());
    return new WeighedSize(
        point.memoryMiB(),
        MedianRange.of(point.coldMillis())
            .times(coldShare)
            .plus(MedianRange.of(point.warmMillis()).times(warmShare)),
        cold.times(coldShare).plus(warm.times(warmShare)));
  }

  /** Returns the sizes for these requests. */
  public Weighed of(TuneRequests kind) {
    return requests.get(kind.ordinal());
  }
}
