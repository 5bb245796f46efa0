package thaw.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * Tells each pair by a model that does not know it.
 *
 * @param checks of the pairs for which enough others are left, and near enough
 * @param untold pairs for which there are not
 */
public record LeaveOut(List<ToldPair> checks, List<ModelPair> untold) {
  public LeaveOut {
    checks = List.copyOf(checks);
    untold = List.copyOf(untold);
  }

  /** Keeps what was told of a pair without it. */
  public record ToldPair(ModelPair pair, LambdaEstimate told) {
    public double error() {
      return told.error(pair.lambdaMillis());
    }

    public boolean isInside() {
      return told.holds(pair.lambdaMillis());
    }
  }

  /** Each pair by those of all other functions: its own other phases are of the same starts. */
  public static LeaveOut onePair(List<ModelPair> pairs) {
    return of(pairs, ModelPair::isOfSameFunction);
  }

  /** Each pair by those of other sources: the more honest one, as those of one source are alike. */
  public static LeaveOut oneSource(List<ModelPair> pairs) {
    return of(pairs, (left, each) -> left.source().equals(each.source()));
  }

  private static LeaveOut of(List<ModelPair> pairs, BiPredicate<ModelPair, ModelPair> isLeftOut) {
    List<ToldPair> checks = new ArrayList<>();
    List<ModelPair> untold = new ArrayList<>();
    for (ModelPair each : pairs) {
      List<ModelPair> others =
          pairs.stream().filter(other -> !isLeftOut.test(other, each)).toList();
      LambdaModel.of(others)
          .expected(each.phase(), each.localMillis())
          .ifPresentOrElse(told -> checks.add(new ToldPair(each, told)), () -> untold.add(each));
    }
    return new LeaveOut(checks, untold);
  }

  /** Returns what was told of these pairs only. */
  public LeaveOut where(Predicate<ModelPair> is) {
    return new LeaveOut(
        checks.stream().filter(each -> is.test(each.pair())).toList(),
        untold.stream().filter(is).toList());
  }

  /** Median of the factors by which they are off. */
  public double medianError() {
    double[] errors = errors().sorted().toArray();
    int half = errors.length / 2;
    return errors.length == 0
        ? Double.NaN
        : errors.length % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2;
  }

  public double worstError() {
    return errors().max().orElse(Double.NaN);
  }

  public long inside() {
    return checks.stream().filter(ToldPair::isInside).count();
  }

  private DoubleStream errors() {
    return checks.stream().mapToDouble(ToldPair::error);
  }
}
