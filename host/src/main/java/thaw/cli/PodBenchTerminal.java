package thaw.cli;

import thaw.app.bench.PodBenchJob;
import thaw.app.bench.PodBenchRequest;
import thaw.app.bench.PodBenchResult;
import thaw.app.shared.Progress;
import thaw.presentation.text.Terminal;
import thaw.report.bench.TerminalReport;

/** Shows how cold starts in pods go, and what they amount to. */
public final class PodBenchTerminal {
  private PodBenchTerminal() {}

  /** Returns whether all was measured. */
  public static boolean run(PodBenchRequest request, JsonOption json, Progress progress)
      throws InterruptedException {
    PodBenchResult result = PodBenchJob.run(request, new BenchTerminal(progress, true));
    if (json.isAsked()) {
      json.print(result.summary());
    } else {
      System.out.print(
          TerminalReport.render(result.experiment(), Terminal.columns(), Terminal.hasColours()));
      System.out.println("Report: " + result.page());
    }
    return result.isGood();
  }
}
