package thaw.report.load;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import thaw.load.ColdRequest;
import thaw.load.LatencyDistribution;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.report.text.Text;

/**
 * What the script of {@code load.html} draws: of each run, columns of figures by time, cold starts,
 * and the curves of its percentiles.
 *
 * <p>A long run's seconds are put together, by their histograms, so that a chart has at most {@link
 * #MOST_POINTS} points: quantiles of several seconds are those of their requests, not a mean.
 */
record LoadData(List<RunData> runs) {
  /** More than a wide screen has pixels for. */
  static final int MOST_POINTS = 1_800;

  /** Points of a percentile curve between 0 and 90 %, between 90 and 99 %, and so on. */
  private static final int POINTS_PER_NINE = 40;

  /**
   * One run.
   *
   * @param width seconds that are one point of the columns
   * @param scheduled a second, as {@code sent}, {@code answered} and {@code failed}
   */
  record RunData(
      String name,
      String verdict,
      int width,
      List<Double> scheduled,
      List<Double> sent,
      List<Double> answered,
      List<Double> failed,
      List<OptionalInt> environments,
      Columns response,
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

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record CurvePoint(double nines, double millis) {}

  static LoadData of(List<LoadResult> runs) {
    return new LoadData(runs.stream().map(LoadData::run).toList());
  }

  private static RunData run(LoadResult run) {
    int width = Math.max(1, (run.seconds().size() + MOST_POINTS - 1) / MOST_POINTS);
    List<List<LoadSecond>> spells = new ArrayList<>();
    for (int from = 0; from < run.seconds().size(); from += width) {
      spells.add(run.seconds().subList(from, Math.min(run.seconds().size(), from + width)));
    }
    return new RunData(
        Text.clean(run.plan().name()),
        LoadVerdict.of(run).name(),
        width,
        rate(spells, LoadSecond::scheduled),
        rate(spells, LoadSecond::sent),
        rate(spells, LoadSecond::answered),
        rate(spells, LoadSecond::failed),
        spells.stream().map(LoadData::environments).toList(),
        columns(spells, LoadSecond::response),
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

  private static ColdRow cold(ColdRequest start) {
    return new ColdRow(
        short3(start.dueMillis() / 1e3),
        short3(start.responseMillis()),
        start.kind() == ColdRequest.Kind.RESTORE ? 1 : 0);
  }

  private static Columns columns(
      List<List<LoadSecond>> spells, Function<LoadSecond, LatencyDistribution> part) {
    List<LatencyDistribution> merged =
        spells.stream()
            .map(spell -> LatencyDistribution.sum(spell.stream().map(part).toList()))
            .toList();
    return new Columns(
        column(merged, each -> each.at(0.5)),
        column(merged, each -> each.at(0.9)),
        column(merged, each -> each.at(0.99)),
        column(merged, LatencyDistribution::maxMillis));
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

  /** As many digits as can be seen, without a long tail of nines: 3 decimals. */
  private static double short3(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
