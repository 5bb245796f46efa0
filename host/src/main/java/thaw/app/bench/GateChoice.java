package thaw.app.bench;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.experiment.gate.GateMeasure;
import thaw.problem.UserMistake;

/**
 * Chooses what a measurement is compared with, and what is written of that.
 *
 * @param baseline {@code baseline.json} of an earlier one, or its folder
 * @param against another build, which is measured beside this one: whatever a source may be
 * @param limits percent by which measures may grow, in place of those of {@code budget.yaml}
 * @param on measures that gate as well
 * @param mostRuns starts of each variant, however many were needed
 * @param explain whether causes of what is over are looked for in explanations of both builds
 * @param junit a file of test cases, one for each budget and each comparison
 * @param markdown a file for a pull request
 */
@RecordBuilder
public record GateChoice(
    Optional<Path> baseline,
    Optional<String> against,
    Map<GateMeasure, Double> limits,
    Set<GateMeasure> on,
    int mostRuns,
    boolean explain,
    Optional<Path> junit,
    Optional<Path> markdown)
    implements GateChoiceBuilder.With {
  /** Some three minutes of a function that starts in a second. */
  public static final int MOST_RUNS = 100;

  /** Compares with nothing. */
  public static final GateChoice NONE =
      new GateChoice(
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Set.of(),
          MOST_RUNS,
          false,
          Optional.empty(),
          Optional.empty());

  public GateChoice {
    limits = Map.copyOf(limits);
    on = Set.copyOf(on);
    if (baseline.isPresent() && against.isPresent()) {
      throw new UserMistake(
          "--baseline and --against are two ways to compare", "leave one of them out");
    }
    if (explain && against.isEmpty()) {
      throw new UserMistake(
          "--explain needs a second build",
          "name it with --against; to compare with a stored result, thaw why --compare needs its"
              + " why.json");
    }
    if (mostRuns < 1) {
      throw new UserMistake(
          "--most-runs must be at least 1: " + mostRuns, "use for example --most-runs 50");
    }
  }
}
