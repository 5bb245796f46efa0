package thaw.tuning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.experiment.ExperimentResult;
import thaw.experiment.VariantResult;
import thaw.experiment.Warning;

/**
 * Keeps what was measured of functions at several memory sizes, with prices.
 *
 * @param curves one for each function, JDK and kind of start
 */
public record Tuning(LambdaPrices prices, TuneMix mix, List<TuneCurve> curves) {
  public Tuning {
    curves = List.copyOf(curves);
  }

  /** Makes curves of samples that have warm invocations. */
  public static Tuning of(ExperimentResult result, LambdaPrices prices, TuneMix mix) {
    Map<String, List<VariantResult>> lines = new LinkedHashMap<>();
    result
        .variants()
        .forEach(each -> lines.computeIfAbsent(each.line(), _ -> new ArrayList<>()).add(each));
    return new Tuning(
        prices,
        mix,
        lines.entrySet().stream()
            .map(each -> TuneCurve.of(each.getKey(), each.getValue(), prices, mix))
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
                curve.measured().stream()
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
        .allMatch(each -> !each.measured().isEmpty() && each.withoutFigures().isEmpty());
  }
}
