package thaw.report.bench;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.json.Json;
import thaw.model.FittedModel;
import thaw.presentation.page.PageFrame;
import thaw.presentation.page.PageOutput;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;
import thaw.tuning.TuneCurve;
import thaw.tuning.TuneMix;
import thaw.tuning.Tuning;

/**
 * {@code tune.html}, a page that needs no network, and {@code tune.json}: time and cost over memory
 * sizes for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-tune-1", "title", "host": {...}, "architecture", "prices": {...},
 *  "warnings": [{"message", "evidence", "remedy"}], "asLambda": absent or as in summary.json, "mix": {"coldShare", "balancedWeight"},
 *  "curves": [{"name", "jdk", "withoutFigures": [],
 *   "measured": [{"memoryMiB", "environments", "warmInvocations", "restored",
 *                 "coldMillis": {"count", "min", "p50", ...}, "coldBilledMillis": {...},
 *                 "coldBilledMean": {"mean", "low", "high"}, "warmMillis": {...}, "warmBilledMillis": {...},
 *                 "warmBilledMean": {...}, "cacheUsdOfMonth": null or USD}],
 *   "requests": [{"of": "all" or "cold" or "warm",
 *     "sizes": [{"memoryMiB", "millis": {"median", "low", "high"},
 *                "usdOfMillion": {"mean", "low", "high", "median"}}],
 *     "best": [{"strategy": "cost" or "speed" or "balanced", "memoryMiB", "mayBeAsGood": []}]}]}]}
 * }</pre>
 *
 * Members may be added, none of these goes away.
 */
public final class TuneFiles {
  private static final String FORMAT = "thaw-tune-1";
  private static final ObjectMapper MAPPER = Json.written().build();
  private static final PageFrame FRAME =
      PageFrame.of(
          "page.css uPlot.min.css report/bench.css report/tune.css",
          "tips.js basics.js charts.js uPlot.iife.min.js report/tune.js");

  private TuneFiles() {}

  private record Document(@JsonUnwrapped PricedHead head, TuneMix mix, List<TuneCurve> curves) {
    static Document of(Tuning tuning, ExperimentResult warned, Optional<JsonNode> asLambda) {
      return new Document(
          PricedHead.of(FORMAT, warned, tuning.prices(), asLambda), tuning.mix(), tuning.curves());
    }
  }

  /**
   * Replaces each file in one step, and creates the folder.
   *
   * @param lambda what tells the figures that AWS Lambda is expected to show, where it was asked
   *     for
   */
  public static void write(
      Tuning tuning, ExperimentResult result, Optional<FittedModel> lambda, Path folder) {
    ExperimentResult warned = tuning.warned(result);
    Optional<JsonNode> expected = lambda.map(model -> AsLambda.json(result, model));
    AtomicFile.write(
        folder.resolve("tune.json"),
        JsonLayout.text(MAPPER, Document.of(tuning, warned, expected), 4, 5));
    AtomicFile.write(
        folder.resolve("tune.html"),
        PageOutput.text(out ->
            JtetuneGenerated.render(
                out,
                PageOutput.NO_INTERCEPTOR,
                FRAME.with(Document.of(tuning, warned, Optional.empty())),
                tuning,
                warned)));
  }
}
