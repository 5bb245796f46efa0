package thaw.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import thaw.experiment.BudgetVerdict.Outcome;
import thaw.problem.UserMistake;
import thaw.stats.MedianInterval;
import thaw.stats.QuantileInterval;
import thaw.stats.Quantiles;

/**
 * Limits, and what may be said of them. A quantile is over its limit only when the whole interval
 * that holds the true one is, and within it only when the whole interval is; what no interval
 * estimates (memory, classes, package) is compared as it is, by the largest value.
 */
public final class Budget {
  /** The file's name beside a template. */
  public static final String FILE_NAME = "budget.yaml";

  /** The member of the file that is no limit, but for comparisons with an earlier measurement. */
  public static final String GATE = "gate";

  /** The fewest samples that give a verdict of a median: the range of fewer holds it too seldom. */
  static final int FEWEST_SAMPLES = 3;

  private static final double MIB = 1024 * 1024;

  private final String file;
  private final List<BudgetLimit> limits;

  Budget(String file, List<BudgetLimit> limits) {
    this.file = file;
    this.limits = List.copyOf(limits);
  }

  /**
   * @throws UserMistake with the place of the fault
   */
  public static Budget read(Path file) {
    return new Budget(file.toString(), new BudgetFile(file).limits());
  }

  public String file() {
    return file;
  }

  /** Returns whether it limits nothing: the file may be for comparisons alone. */
  public boolean isEmpty() {
    return limits.isEmpty();
  }

  List<BudgetLimit> limits() {
    return limits;
  }

  /**
   * A function that does not exist would have a limit that is never checked.
   *
   * @param known logical ids and names of the functions that could be measured
   */
  public void requireKnown(List<String> known) {
    for (BudgetLimit limit : limits) {
      for (String function : limit.functions()) {
        if (!known.contains(function)) {
          throw new UserMistake(
              limit.place() + ": no function has the name " + function,
              "use one of: " + String.join(", ", known.stream().distinct().toList()));
        }
      }
    }
  }

  /** Returns whether any limit is about any of these variants. */
  public boolean concerns(List<Variant> variants) {
    List<BudgetSubject> subjects = variants.stream().map(BudgetSubject::of).toList();
    return limits.stream().anyMatch(limit -> subjects.stream().anyMatch(limit::concerns));
  }

  public BudgetResult check(List<Variant> variants, ExperimentResult result) {
    return check(variants.stream().map(BudgetSubject::of).toList(), result.variants());
  }

  BudgetResult check(List<BudgetSubject> subjects, Iterable<VariantResult> results) {
    List<BudgetVerdict> verdicts = new ArrayList<>();
    for (BudgetLimit limit : limits) {
      int before = verdicts.size();
      for (VariantResult result : results) {
        subjects.stream()
            .filter(subject -> subject.variant().equals(result.name()))
            .filter(limit::concerns)
            .findFirst()
            .ifPresent(subject -> verdicts.add(verdict(limit, subject, result)));
      }
      if (verdicts.size() == before) {
        verdicts.add(BudgetVerdict.notMeasured(wanted(limit), limit));
      }
    }
    return new BudgetResult(file, verdicts);
  }

  /** Returns the name of what a limit is about, for example {@code Hello, 512 MB, JDK 25}. */
  private static String wanted(BudgetLimit limit) {
    List<String> parts = new ArrayList<>();
    parts.add(limit.functions().isEmpty() ? "all" : String.join("/", limit.functions()));
    limit.memoryMb().forEach(size -> parts.add(size + " MB"));
    limit.jdks().forEach(jdk -> parts.add("JDK " + jdk));
    parts.addAll(limit.starts());
    return String.join(", ", parts);
  }

  private static BudgetVerdict verdict(
      BudgetLimit limit, BudgetSubject subject, VariantResult result) {
    if (limit.figure().metric().isEmpty()) {
      return exact(limit, result.name(), subject.packageBytes() / MIB, 0);
    }
    double[] values = values(result, limit.figure().metric().get());
    if (values.length == 0) {
      return BudgetVerdict.notMeasured(result.name(), limit);
    }
    Quantiles quantiles = Quantiles.of(values);
    if (limit.quantile().isEmpty()) {
      return exact(limit, result.name(), quantiles.max(), values.length);
    }
    double p = limit.quantile().get();
    return p == 0.5
        ? median(limit, result.name(), quantiles.median(), values)
        : estimated(
            limit, result.name(), quantiles.at(p), QuantileInterval.of(p, values), values.length);
  }

  private static double[] values(VariantResult result, Metric metric) {
    return result.samples().stream()
        .filter(sample -> sample.failure() == null)
        .map(sample -> sample.values().get(metric))
        .flatMap(value -> Stream.ofNullable(value))
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private static BudgetVerdict exact(
      BudgetLimit limit, String variant, double measured, int samples) {
    return new BudgetVerdict(
        variant,
        limit,
        OptionalDouble.of(measured),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        1,
        samples,
        measured > limit.limit() ? Outcome.OVER : Outcome.OK);
  }

  private static BudgetVerdict median(
      BudgetLimit limit, String variant, double measured, double[] values) {
    MedianInterval interval = MedianInterval.of(values);
    Outcome outcome =
        values.length < FEWEST_SAMPLES
            ? Outcome.TOO_FEW
            : interval.low() > limit.limit()
                ? Outcome.OVER
                : interval.high() <= limit.limit() ? Outcome.OK : Outcome.TOO_CLOSE;
    return new BudgetVerdict(
        variant,
        limit,
        OptionalDouble.of(measured),
        OptionalDouble.of(interval.low()),
        OptionalDouble.of(interval.high()),
        interval.coverage(),
        values.length,
        outcome);
  }

  /** A high quantile of few samples has no upper end: they cannot show that it is kept. */
  private static BudgetVerdict estimated(
      BudgetLimit limit, String variant, double measured, QuantileInterval interval, int samples) {
    Outcome outcome;
    if (interval.low().isPresent() && interval.low().getAsDouble() > limit.limit()) {
      outcome = Outcome.OVER;
    } else if (interval.high().isEmpty()) {
      outcome = Outcome.TOO_FEW;
    } else {
      outcome = interval.high().getAsDouble() <= limit.limit() ? Outcome.OK : Outcome.TOO_CLOSE;
    }
    return new BudgetVerdict(
        variant,
        limit,
        OptionalDouble.of(measured),
        interval.low(),
        interval.high(),
        MedianInterval.CONFIDENCE,
        samples,
        outcome);
  }
}
