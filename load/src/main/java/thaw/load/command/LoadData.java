package thaw.load.command;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import thaw.load.ColdRequest;
import thaw.load.CpuSecond;
import thaw.load.Failure;
import thaw.load.LatencyDistribution;
import thaw.load.LoadGoal;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.presentation.text.Text;

/**
 * The data that the script of {@code load.html} draws: of each run, columns of figures by time,
 * cold starts, and the curves of its percentiles.
 *
 * <p>A long run's seconds are put together, by their histograms, so that a chart has at most {@link
 * #MOST_POINTS} points: quantiles of several seconds are those of their requests, not a mean.
 *
 * @param goals response times that were wanted
 */
record LoadData(List<RunData> runs, List<GoalLine> goals) {
  /** The most points of a chart: more than a wide screen has pixels for. */
  static final int MOST_POINTS = 1_800;

  /** The rows of the heat map for each power of ten. */
  private static final int STEPS_PER_DECADE = 10;

  private static final double SHORTEST_MILLIS = 1e-3;

  /** Points of a percentile curve between 0 and 90 %, between 90 and 99 %, and so on. */
  private static final int POINTS_PER_NINE = 40;

  /**
   * A line that a quantile was to stay below.
   *
   * @param text as it was given
   */
  record GoalLine(String text, double millis) {}

  /**
   * One run.
   *
   * @param width seconds that are one point of the columns
   * @param seconds of all points
   * @param scheduled a second, as {@code sent}, {@code answered} and {@code failed}
   * @param unanswered requests among the last point's failed ones that had no answer when the run
   *     ended, a second
   * @param binned as {@code response}, of so many points together that a quantile means something
   * @param bins from which point on and up to which one each point's are
   * @param failedResponse the longest time after which one failed
   */
  record RunData(
      String name,
      String verdict,
      int width,
      int seconds,
      List<Double> scheduled,
      List<Double> sent,
      List<Double> answered,
      List<Double> failed,
      double unanswered,
      List<OptionalInt> environments,
      List<Optional<CpuSecond>> cpu,
      Columns response,
      Columns binned,
      List<LoadBins.Bin> bins,
      List<Optional<Double>> failedResponse,
      List<HeatCell> heat,
      Columns lag,
      List<ColdRow> cold,
      List<CurvePoint> curve,
      List<CurvePoint> warmCurve) {}

  /** Milliseconds; empty where there was no request. */
  record Columns(
      List<Optional<Double>> p50,
      List<Optional<Double>> p90,
      List<Optional<Double>> p99,
      List<Optional<Double>> max) {}

  /**
   * @param restored 0 or 1
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record ColdRow(double dueSeconds, double responseMillis, int restored) {}

  /**
   * Requests that were due in one point and took about as long.
   *
   * @param step of the response time: {@link #STEPS_PER_DECADE} for each factor of ten, 0 at 1 ms
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record HeatCell(int point, int step, long requests) {}

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record CurvePoint(double nines, double millis) {}

  static LoadData of(List<LoadResult> runs, List<LoadGoal> goals) {
    return new LoadData(
        runs.stream().map(LoadData::run).toList(),
        goals.stream()
            .filter(goal -> goal.kind() == LoadGoal.Kind.RESPONSE)
            .map(goal -> new GoalLine(goal.toString(), goal.limit()))
            .toList());
  }

  private static RunData run(LoadResult run) {
    int width = Math.max(1, (run.seconds().size() + MOST_POINTS - 1) / MOST_POINTS);
    List<List<LoadSecond>> spells = new ArrayList<>();
    for (int from = 0; from < run.seconds().size(); from += width) {
      spells.add(run.seconds().subList(from, Math.min(run.seconds().size(), from + width)));
    }
    List<LoadBins.Bin> bins = LoadBins.of(spells);
    return new RunData(
        Text.clean(run.plan().name()),
        LoadVerdict.of(run).name(),
        width,
        run.seconds().size(),
        rate(spells, LoadSecond::scheduled),
        rate(spells, LoadSecond::sent),
        rate(spells, LoadSecond::answered),
        rate(spells, LoadSecond::failed),
        spells.isEmpty() ? 0 : short3((double) unanswered(run) / spells.getLast().size()),
        spells.stream().map(LoadData::environments).toList(),
        spells.stream().map(LoadData::cpu).toList(),
        columns(spells, LoadSecond::response),
        columns(LoadBins.seconds(spells, bins), LoadSecond::response),
        bins,
        column(sums(spells, LoadSecond::failedResponse), LatencyDistribution::maxMillis),
        heat(spells),
        columns(spells, LoadSecond::lag),
        run.coldStarts().stream().map(LoadData::cold).toList(),
        curve(run.response()),
        curve(run.coldStarts().isEmpty() ? LatencyDistribution.ofNanos() : run.warmResponse()));
  }

  private static List<Double> rate(
      List<List<LoadSecond>> spells, ToLongFunction<LoadSecond> count) {
    return spells.stream()
        .map(spell -> short3((double) spell.stream().mapToLong(count).sum() / spell.size()))
        .toList();
  }

  private static OptionalInt environments(List<LoadSecond> spell) {
    return spell.stream()
        .map(LoadSecond::environments)
        .filter(OptionalInt::isPresent)
        .mapToInt(OptionalInt::getAsInt)
        .max();
  }

  /** Returns the mean CPU use of those seconds in which somebody looked. */
  private static Optional<CpuSecond> cpu(List<LoadSecond> spell) {
    List<CpuSecond> looks = spell.stream().flatMap(second -> second.cpu().stream()).toList();
    return looks.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CpuSecond(
                mean(looks, CpuSecond::all),
                mean(looks, CpuSecond::host),
                mean(looks, CpuSecond::program),
                looks.stream()
                    .map(CpuSecond::functions)
                    .filter(OptionalDouble::isPresent)
                    .mapToDouble(OptionalDouble::getAsDouble)
                    .average()));
  }

  private static double mean(List<CpuSecond> looks, ToDoubleFunction<CpuSecond> part) {
    return short3(looks.stream().mapToDouble(part).average().orElse(0));
  }

  private static ColdRow cold(ColdRequest start) {
    return new ColdRow(
        short3(start.dueMillis() / 1e3),
        short3(start.responseMillis()),
        start.kind() == ColdRequest.Kind.RESTORE ? 1 : 0);
  }

  private static Columns columns(
      List<List<LoadSecond>> spells, Function<LoadSecond, LatencyDistribution> part) {
    List<LatencyDistribution> merged = sums(spells, part);
    return new Columns(
        column(merged, each -> each.at(0.5)),
        column(merged, each -> each.at(0.9)),
        column(merged, each -> each.at(0.99)),
        column(merged, LatencyDistribution::maxMillis));
  }

  private static List<LatencyDistribution> sums(
      List<List<LoadSecond>> spells, Function<LoadSecond, LatencyDistribution> part) {
    return spells.stream()
        .map(spell -> LatencyDistribution.sum(spell.stream().map(part).toList()))
        .toList();
  }

  /** They all end with the run, in its last second. */
  private static long unanswered(LoadResult run) {
    long all =
        run.failures().entrySet().stream()
            .filter(each -> each.getKey().kind() == Failure.Kind.UNANSWERED)
            .mapToLong(Map.Entry::getValue)
            .sum();
    return run.seconds().isEmpty() ? 0 : Math.min(all, run.seconds().getLast().failed());
  }

  private static List<HeatCell> heat(List<List<LoadSecond>> spells) {
    List<HeatCell> cells = new ArrayList<>();
    List<LatencyDistribution> sums = sums(spells, LoadSecond::response);
    for (int i = 0; i < sums.size(); i++) {
      int point = i;
      Map<Integer, Long> steps = new TreeMap<>();
      sums.get(i)
          .visit((millis, count) ->
              steps.merge(
                  (int)
                      Math.floor(Math.log10(Math.max(SHORTEST_MILLIS, millis)) * STEPS_PER_DECADE),
                  count,
                  Long::sum));
      steps.forEach((step, count) -> cells.add(new HeatCell(point, step, count)));
    }
    return cells;
  }

  private static List<Optional<Double>> column(
      List<LatencyDistribution> merged, ToDoubleFunction<LatencyDistribution> figure) {
    return merged.stream()
        .map(each ->
            Optional.of(each)
                .filter(some -> !some.isEmpty())
                .map(some -> short3(figure.applyAsDouble(some))))
        .toList();
  }

  /**
   * Pairs of nines and milliseconds: 0 is the least, 1 is 90 %, 2 is 99 %, up to the share at which
   * one request is left, which is the maximum.
   */
  private static List<CurvePoint> curve(LatencyDistribution response) {
    List<CurvePoint> curve = new ArrayList<>();
    if (response.isEmpty()) {
      return curve;
    }
    double last = Math.log10(response.count());
    for (int i = 0; i < last * POINTS_PER_NINE; i++) {
      double nines = (double) i / POINTS_PER_NINE;
      curve.add(
          point(nines, i == 0 ? response.minMillis() : response.at(1 - Math.pow(10, -nines))));
    }
    curve.add(point(last, response.maxMillis()));
    return curve;
  }

  private static CurvePoint point(double nines, double millis) {
    return new CurvePoint(short3(nines), short3(millis));
  }

  /** Returns a value with 3 decimals, which are as many digits as can be seen. */
  private static double short3(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
