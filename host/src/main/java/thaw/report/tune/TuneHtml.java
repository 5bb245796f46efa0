package thaw.report.tune;

import java.nio.file.Path;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;
import thaw.presentation.text.AtomicFile;
import thaw.tuning.Tuning;

/** Time and cost over memory sizes as one HTML file that needs no network. */
public final class TuneHtml {
  private static final PageFrame FRAME =
      PageFrame.of(
          "page.css uPlot.min.css report/bench.css report/tune.css",
          "tips.js basics.js charts.js uPlot.iife.min.js report/tune.js");

  private TuneHtml() {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(Tuning tuning, ExperimentResult result, Path file) {
    AtomicFile.write(file, page(tuning, result));
  }

  static String page(Tuning tuning, ExperimentResult result) {
    return PageOutput.text(out ->
        JtetuneGenerated.render(
            out,
            PageOutput.NO_INTERCEPTOR,
            FRAME.with(TuneJson.Document.of(tuning, result, Optional.empty())),
            tuning,
            tuning.warned(result)));
  }
}
