package thaw.app.bench;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.app.choice.BudgetChoice;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.LambdaChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.choice.TimeoutChoice;
import thaw.experiment.Plan;
import thaw.problem.UserMistake;

/**
 * Cold starts to be measured here.
 *
 * @param names only these variants or functions, the first is the baseline; empty for all
 * @param variants a file with a matrix of them
 * @param fixed a folder that {@code thaw fix} has written: its function is measured as it is and
 *     with what was kept
 * @param runs cold starts of each variant
 * @param warm further invocations of each environment, after the one of its cold start
 * @param statuses that functions behind APIs may answer; empty for all below 400
 * @param gate what the result is compared with
 * @param out folder of the result; a measurement that was interrupted there is continued
 */
@RecordBuilder
public record BenchRequest(
    SourceChoice source,
    List<String> names,
    Axes axes,
    Optional<Path> variants,
    Optional<Path> fixed,
    EventChoice event,
    DataChoice data,
    TimeoutChoice timeout,
    BudgetChoice budget,
    int runs,
    int warm,
    Plan.PageCacheState pageCache,
    List<Integer> statuses,
    GateChoice gate,
    LambdaChoice lambda,
    Path out)
    implements BenchRequestBuilder.With {
  public BenchRequest {
    names = List.copyOf(names);
    // Variants of a file may be of any function.
    source = variants.isPresent() ? source : source.meaning(functions(names));
    statuses = List.copyOf(statuses);
    requireRuns(runs);
    lambda.requireOwnPageCache(pageCache == Plan.PageCacheState.WARM);
  }

  /** A variant's name begins with its function's: {@code Create AOT cache}. */
  private static List<String> functions(List<String> names) {
    return names.stream().flatMap(name -> Stream.of(name, name.split(" ", 2)[0])).toList();
  }

  /** All functions of a folder with a template, or that of a jar, as they are configured. */
  public static BenchRequest of(SourceChoice source, Path out) {
    return new BenchRequest(
        source,
        List.of(),
        Axes.NONE,
        Optional.empty(),
        Optional.empty(),
        EventChoice.usual(),
        DataChoice.NONE,
        TimeoutChoice.NONE,
        BudgetChoice.USUAL,
        Plan.DEFAULT_RUNS,
        0,
        Plan.PageCacheState.WARM,
        List.of(),
        GateChoice.NONE,
        LambdaChoice.NONE,
        out);
  }

  static void requireRuns(int runs) {
    if (runs < 1) {
      throw new UserMistake("--runs must be at least 1: " + runs, "use for example --runs 30");
    }
  }
}
