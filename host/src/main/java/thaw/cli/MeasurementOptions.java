package thaw.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import thaw.experiment.Plan;

/** How often cold starts of variants are measured, and where that is kept. */
final class MeasurementOptions {
  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Cold starts of each variant. Default: ${DEFAULT-VALUE}.")
  private int runs = Plan.DEFAULT_RUNS;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for results.jsonl, summary.json and report.html. Default: ${DEFAULT-VALUE}."
              + " The same command continues an interrupted measurement in it.")
  private Path out = Path.of("thaw-results");

  int runs() {
    return runs;
  }

  Path out() {
    return out;
  }
}
