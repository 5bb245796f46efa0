package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.bench.GateChoice;
import thaw.experiment.gate.GateFile;
import thaw.experiment.gate.GateMeasure;
import thaw.problem.UserMistake;

/** Options that choose what a measurement is compared with. */
final class GateOptions {
  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description =
          "A baseline.json of an earlier thaw bench, or its folder, made on the same kind of host:"
              + " exit code 1 when CPU time, classes, memory or package size have grown or more"
              + " starts fail, 3 when that could not be measured or decided.")
  private @Nullable Path baseline;

  @Option(
      names = "--against",
      paramLabel = "SOURCE",
      description =
          "Another build of the same functions, such as the base branch's folder: measured in turn"
              + " with this one, and compared as with --baseline.")
  private @Nullable String against;

  @Option(
      names = "--gate",
      paramLabel = "MEASURE=PERCENT",
      split = ",",
      description =
          "Percent by which a measure may grow: cpu=5,classes=1,memory=5,packageSize=1,wall=10."
              + " failures=5 lets 5 more of 100 starts fail. Default: these, or those of"
              + " budget.yaml.")
  private Map<String, String> limits = Map.of();

  @Option(
      names = "--gate-on",
      paramLabel = "MEASURE",
      split = ",",
      description =
          "Further measures that fail the run. Without it wall time is shown and fails nothing.")
  private List<String> on = new ArrayList<>();

  @Option(
      names = "--most-runs",
      paramLabel = "N",
      description =
          "Most cold starts of each variant, if a comparison needs more than --runs."
              + " Default: ${DEFAULT-VALUE}.")
  private int mostRuns = GateChoice.MOST_RUNS;

  @Option(
      names = "--explain",
      description =
          "With --against: explains both builds when something has grown, and names libraries,"
              + " methods and lines.")
  private boolean explain;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Writes budgets and comparisons as test cases of JUnit's XML.")
  private @Nullable Path junit;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Writes budgets and comparisons as Markdown for a pull request.")
  private @Nullable Path markdown;

  GateChoice choice() {
    return new GateChoice(
        Optional.ofNullable(baseline),
        Optional.ofNullable(against),
        percents(),
        measures(),
        mostRuns,
        explain,
        Optional.ofNullable(junit),
        Optional.ofNullable(markdown));
  }

  private Map<GateMeasure, Double> percents() {
    Map<GateMeasure, Double> percents = new EnumMap<>(GateMeasure.class);
    limits.forEach((name, percent) -> {
      try {
        percents.put(measure("--gate", name), GateFile.percent(percent));
      } catch (NumberFormatException e) {
        throw new UserMistake(
            "--gate must be percent, above 0 and at most 100: %s=%s".formatted(name, percent),
            "use for example --gate cpu=5");
      }
    });
    return percents;
  }

  private Set<GateMeasure> measures() {
    Set<GateMeasure> measures = EnumSet.noneOf(GateMeasure.class);
    on.forEach(name -> measures.add(measure("--gate-on", name)));
    return measures;
  }

  private static GateMeasure measure(String option, String name) {
    return GateMeasure.of(name)
        .orElseThrow(() ->
            new UserMistake(
                "%s has no measure %s".formatted(option, name),
                "use one of: " + GateMeasure.keys()));
  }
}
