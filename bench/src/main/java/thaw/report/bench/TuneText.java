package thaw.report.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import thaw.presentation.text.Figures;
import thaw.tuning.CostRange;
import thaw.tuning.LambdaPrices;
import thaw.tuning.MedianRange;
import thaw.tuning.TuneCurve;
import thaw.tuning.TunePoint;
import thaw.tuning.TuneRequests;
import thaw.tuning.TuneStrategy;
import thaw.tuning.Tuning;

/** Sentences that the terminal and the page have in common. */
final class TuneText {
  private static final int RIVALS_NAMED = 3;

  /** Fewer tell no difference: the whole range of three holds the median with 75 %. */
  private static final int FEWEST_ENVIRONMENTS = 4;

  private TuneText() {}

  static String size(int memoryMiB) {
    return Figures.whole(memoryMiB) + " MB";
  }

  /** Returns dollars with two decimals, which tell sizes apart. */
  static String usd(double dollars) {
    return String.format(Locale.ROOT, "%,.2f", dollars);
  }

  static String range(MedianRange millis) {
    return Figures.millis(millis.low()) + " to " + Figures.millis(millis.high());
  }

  static String range(CostRange cost) {
    return usd(cost.low()) + " to " + usd(cost.high());
  }

  /** Returns the label of the requests, for example {@code all requests, 1 % of them cold}. */
  static String label(Tuning tuning, TuneRequests requests) {
    return requests == TuneRequests.ALL
        ? requests.label() + ", " + Figures.percent(tuning.mix().coldShare()) + " of them cold"
        : requests.label();
  }

  /**
   * Returns the best memory size with its figures, for example {@code 512 MB (0.35 USD of a
   * million, 3.1 ms)}, and the sizes that may be as good.
   */
  static String best(TuneStrategy.BestSize best) {
    String figures =
        "%s USD of a million, %s ms"
            .formatted(
                usd(best.size().usdOfMillion().mean()),
                Figures.millis(best.size().millis().median()));
    return size(best.memoryMiB()) + " (" + figures + ")" + rivals(best.mayBeAsGood());
  }

  private static String rivals(List<Integer> rivals) {
    if (rivals.isEmpty()) {
      return "";
    }
    return rivals.size() > RIVALS_NAMED
        ? "; " + rivals.size() + " others may be as good"
        : "; "
            + rivals.stream().map(TuneText::size).collect(Collectors.joining(", "))
            + " may be as good";
  }

  /**
   * Returns what to choose, in one sentence: {@code 512 MB; the differences in cost are not
   * proved.}
   */
  static String advice(TuneCurve curve) {
    List<TuneStrategy.BestSize> best = curve.of(TuneRequests.ALL).best();
    TuneStrategy.BestSize cheap = best.get(TuneStrategy.COST.ordinal());
    TuneStrategy.BestSize fast = best.get(TuneStrategy.SPEED.ordinal());
    boolean isSame = cheap.memoryMiB() == fast.memoryMiB();
    int others = curve.measured().size() - 1;
    boolean isFew =
        curve.measured().stream().anyMatch(each -> each.environments() < FEWEST_ENVIRONMENTS);
    String cost =
        size(cheap.memoryMiB())
            + (others == 0
                ? " is the only size with figures"
                : cheap.mayBeAsGood().isEmpty() && !isFew
                    ? " is the cheapest"
                    : cheap.mayBeAsGood().size() == others || isFew
                        ? "; the differences in cost are not proved"
                        : "; that it is cheaper than "
                            + sizes(cheap.mayBeAsGood(), " and ")
                            + " is not proved");
    boolean isFastest = fast.mayBeAsGood().isEmpty() && !isFew;
    String fastest = isFastest ? " the fastest" : " perhaps the fastest";
    String speed =
        others == 0
            ? ""
            : isSame
                ? (isFastest ? ", and the fastest" : "")
                : "; " + size(fast.memoryMiB()) + " is" + fastest;
    return cost + speed + ".";
  }

  private static String sizes(List<Integer> sizes, String last) {
    return sizes.size() > RIVALS_NAMED
        ? sizes.size() + " others"
        : String.join(last, sizes.stream().map(TuneText::size).toList());
  }

  /** Returns the aim of a strategy. */
  static String meaning(Tuning tuning, TuneStrategy strategy) {
    return switch (strategy) {
      case COST -> "cost";
      case SPEED -> "speed";
      case BALANCED ->
          String.format(Locale.ROOT, "balanced, weight %s", plain(tuning.mix().balancedWeight()));
    };
  }

  private static String plain(double number) {
    return String.format(Locale.ROOT, "%.3f", number).replaceFirst("\\.?0+$", "");
  }

  /** Returns the number of measurements in words. */
  static String counts(TuneCurve curve) {
    int least = curve.measured().stream().mapToInt(TunePoint::environments).min().orElse(0);
    int warm = curve.measured().stream().mapToInt(TunePoint::warmInvocations).sum();
    int cold = curve.measured().stream().mapToInt(TunePoint::environments).sum();
    return "%s, at least %s at each size, and %s warm invocations"
        .formatted(Figures.counted(cold, "cold start"), Figures.whole(least), Figures.whole(warm));
  }

  /** Returns the prices on which the costs rest. */
  static List<String> prices(Tuning tuning) {
    LambdaPrices prices = tuning.prices();
    List<String> lines = new ArrayList<>();
    lines.add(
        "Prices of %s in %s, first tier, without the free one: %s USD of a million GB-seconds, %s of a million requests (AWS's prices of %s, %s). Init is billed, as AWS does since %s."
            .formatted(
                prices.architecture(),
                prices.region(),
                usd(prices.usdOfMillionGbSeconds(prices.architecture())),
                usd(prices.millionRequests()),
                prices.read(),
                prices.source(),
                prices.initBilledSince()));
    for (String other : LambdaPrices.ARCHITECTURES) {
      if (!other.equals(prices.architecture())) {
        lines.add(
            "On %s a GB-second costs %s USD of a million; how long the function takes there, this machine does not tell."
                .formatted(other, usd(prices.usdOfMillionGbSeconds(other))));
      }
    }
    if (tuning.curves().stream()
        .anyMatch(each -> each.measured().stream().anyMatch(TunePoint::restored))) {
      lines.add(snapStart(tuning));
    }
    return lines;
  }

  private static String snapStart(Tuning tuning) {
    LambdaPrices.OfSnapStart prices = tuning.prices().snapStart();
    boolean pays =
        tuning.curves().stream()
            .flatMap(each -> each.measured().stream())
            .anyMatch(each -> each.cacheUsdOfMonth().isPresent());
    String rule =
        "SnapStart costs nothing more with AWS's Java runtimes (%s)".formatted(prices.source());
    return pays
        ? rule
            + ". Other code pays %s USD for a million GB restored, which the cold starts have in their cost, and for its snapshot, whether it is called or not, for %d hours at least."
                .formatted(usd(1e6 * prices.restoreGb()), prices.leastCachedHours())
        : rule + ".";
  }

  /** Returns the cost of a version in 30 days, for functions whose snapshots AWS charges. */
  static List<String> snapshots(TuneCurve curve) {
    return curve.measured().stream()
        .flatMap(point ->
            point.cacheUsdOfMonth().stream()
                .map(usd ->
                    "The snapshot of a version costs %s USD in 30 days at %s."
                        .formatted(usd(usd), size(point.memoryMiB()))))
        .toList();
  }
}
