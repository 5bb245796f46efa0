package thaw.report.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import thaw.experiment.BudgetFigure;
import thaw.experiment.BudgetLimit;
import thaw.experiment.BudgetResult;
import thaw.experiment.BudgetVerdict;
import thaw.experiment.BudgetVerdict.Outcome;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.gate.GateBaseline;
import thaw.experiment.gate.GateComparison;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateRule;
import thaw.experiment.gate.GateSides;
import thaw.report.Results;

/**
 * Writes typical reports to look at: {@code java -cp target/test-classes:target/classes:...
 * thaw.report.bench.Gallery DIR}.
 */
public final class Gallery {
  private Gallery() {}

  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    for (Map.Entry<String, ExperimentResult> each : results().entrySet()) {
      String text = TerminalReport.render(each.getValue(), 100, false);
      Files.writeString(directory.resolve(each.getKey() + ".txt"), text, StandardCharsets.UTF_8);
      String coloured = TerminalReport.render(each.getValue(), 100, true);
      Files.writeString(directory.resolve(each.getKey() + ".ansi"), coloured);
      HtmlReport.write(
          each.getValue(),
          gate(each.getKey()),
          "my-app",
          directory.resolve(each.getKey() + ".html"));
    }
  }

  public static Map<String, ExperimentResult> results() {
    Map<String, ExperimentResult> results = new LinkedHashMap<>();
    results.put("three-samples", Results.petstore(3, Results.GOOD_HOST, 1));
    results.put("hundred-samples", Results.petstore(100, Results.GOOD_HOST, 2));
    results.put("no-cpu-limit", Results.petstore(30, Results.POOR_HOST, 3));
    results.put(
        "one-variant",
        Results.of("petstore", Results.GOOD_HOST, Results.PETSTORE.subList(3, 4), 30, 4));
    results.put(
        "all-failed",
        Results.with(
            Results.of("petstore", Results.GOOD_HOST, Results.PETSTORE.subList(8, 10), 30, 5),
            Results.allFailed("too-small-128", 30)));
    results.put(
        "only-failures",
        new ExperimentResult(
            "petstore",
            Results.GOOD_HOST,
            List.of(),
            List.of(Results.allFailed("too-small-128", 3)),
            List.of()));
    results.put("long-names", longNames(30));
    results.put(
        "few-metrics",
        Results.without(
            Results.petstore(10, Results.GOOD_HOST, 7),
            Metric.MAX_MEMORY,
            Metric.LOADED_CLASSES,
            Metric.CPU,
            Metric.HANDLER));
    results.put("over-memory", Results.overMemory(12));
    results.put("budget", Results.petstore(10, Results.GOOD_HOST, 8).withBudget(budget()));
    results.put("gate", Results.petstore(10, Results.GOOD_HOST, 9));
    return results;
  }

  /** One variant has grown, the other one cannot be told; of the result that is named so only. */
  static Optional<GateResult> gate(String name) {
    if (!name.equals("gate")) {
      return Optional.empty();
    }
    Random random = new Random(10);
    GateBaseline before =
        GateSides.baseline(
            GateSides.HOST,
            0,
            GateSides.side("guice-sdk1", GateSides.drawn(random, 30, 800, 0.03), 4_000, 3 << 20));
    GateBaseline after =
        GateSides.baseline(
            GateSides.HOST,
            0,
            GateSides.side("guice-sdk1", GateSides.drawn(random, 30, 960, 0.03), 4_100, 3 << 20));
    return Optional.of(
        GateComparison.of("<b>/baseline.json", GateRule.USUAL, before, after, false)
            .explained(
                List.of(
                    new GateResult.Change(
                        "guice-sdk1", "<i>com.google.inject:guice</i>: 1,204 more classes"))));
  }

  /** One limit of each outcome, on what users may have named. */
  static BudgetResult budget() {
    return new BudgetResult(
        "<b>/budget.yaml",
        List.of(
            verdict("guice-sdk1", BudgetFigure.COLD_START, 0.5, 20_000, 17_000, Outcome.OK),
            verdict("guice-sdk2", BudgetFigure.INIT, 0.5, 5_300, 5_302, Outcome.TOO_CLOSE),
            verdict("guice-sdk2", BudgetFigure.BILLED, 0.9, 12_500, 12_000, Outcome.TOO_FEW),
            verdict(
                "com.example.petstore.lambda.CreatePetHandler::handleRequest-with-guice",
                BudgetFigure.MAX_MEMORY,
                null,
                128,
                151.5,
                Outcome.OVER),
            verdict("<i>, 512 MB", BudgetFigure.CLASSES, null, 3_500, null, Outcome.NOT_MEASURED)));
  }

  private static BudgetVerdict verdict(
      String variant,
      BudgetFigure figure,
      @Nullable Double quantile,
      double limit,
      @Nullable Number measured,
      Outcome outcome) {
    boolean estimated = quantile != null;
    return new BudgetVerdict(
        variant,
        new BudgetLimit(
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            figure,
            Optional.ofNullable(quantile),
            limit,
            "budget.yaml:1:1"),
        measured == null ? OptionalDouble.empty() : OptionalDouble.of(measured.doubleValue()),
        estimated && measured != null
            ? OptionalDouble.of(measured.doubleValue() * 0.9)
            : OptionalDouble.empty(),
        estimated && measured != null && outcome != Outcome.TOO_FEW
            ? OptionalDouble.of(measured.doubleValue() * 1.1)
            : OptionalDouble.empty(),
        estimated && outcome == Outcome.TOO_CLOSE ? 0.9375 : 1,
        measured == null ? 0 : outcome == Outcome.TOO_CLOSE ? 5 : 10,
        outcome);
  }

  static ExperimentResult longNames(int samples) {
    List<Results.Model> models =
        List.of(
            new Results.Model(
                "<script>alert(\"1\")</script> & 'quotes'", "a \"b\" <c>", 81, 5, 61, 702),
            new Results.Model(
                "com.example.petstore.lambda.CreatePetHandler::handleRequest-with-guice-256",
                "the same handler",
                812,
                15,
                118,
                6_204),
            new Results.Model(
                "com.example.petstore.lambda.CreatePetHandler::handleRequest-with-guice-512",
                "the same handler",
                805,
                7,
                118,
                6_204),
            new Results.Model(
                "com.example.petstore.lambda.CreatePetHandler::handleRequest-with-guice-1024 MB",
                "the same handler {{title}}",
                809,
                3,
                118,
                6_204),
            new Results.Model("寵物商店-建立寵物-函式-冷啟動", "wide characters", 209, 30, 118, 6_204));
    return Results.of("long names <b>", Results.POOR_HOST, models, samples, 6);
  }
}
