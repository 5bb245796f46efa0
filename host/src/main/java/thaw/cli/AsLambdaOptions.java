package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.bench.BenchResult;
import thaw.app.choice.LambdaChoice;
import thaw.presentation.text.Terminal;
import thaw.report.bench.AsLambda;

/** Options that show what AWS Lambda is expected to show beside the figures of this machine. */
final class AsLambdaOptions {
  @Option(
      names = "--as",
      paramLabel = "lambda",
      description =
          "lambda: also shows the figures that are expected on AWS Lambda, by a model that was"
              + " fitted to published figures.")
  private @Nullable Place as;

  @Option(
      names = "--calibrate",
      paramLabel = "SUMMARY",
      split = ",",
      description =
          "A summary.json of bench --on lambda --local, or its folder: the model takes its factors"
              + " from these figures of your own account. Implies --as lambda; repeatable.")
  private List<Path> calibrations = new ArrayList<>();

  /** The places whose figures are told beside those of this machine. */
  private enum Place {
    LAMBDA
  }

  /** Prints what AWS Lambda is expected to show, where it was asked for. */
  static void print(BenchResult result) {
    result
        .lambda()
        .ifPresent(model ->
            System.out.print(
                AsLambda.render(
                    result.experiment(), model, Terminal.columns(), Terminal.hasColours())));
  }

  LambdaChoice choice() {
    return new LambdaChoice(as == Place.LAMBDA, calibrations);
  }
}
