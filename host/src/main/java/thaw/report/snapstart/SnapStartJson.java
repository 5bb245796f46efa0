package thaw.report.snapstart;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.json.Json;
import thaw.model.FittedModel;
import thaw.report.bench.AsLambda;
import thaw.report.text.AtomicFile;
import thaw.report.text.JsonLayout;
import thaw.report.text.PricedHead;
import thaw.tuning.SnapStartCase;
import thaw.tuning.SnapStartComparison;

/**
 * {@code snapstart.json}: whether SnapStart pays, for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-snapstart-1", "title", "host": {...}, "architecture", "prices": {...},
 *  "warnings": [{"message", "evidence", "remedy"}],
 *  "functions": [{"function", "jdk", "memoryMiB", "plainMillis": null or {"count", "min", "p50", ...},
 *   "gains": [{"name", "start", "invokedBefore", "restoredMillis": {...},
 *              "verdict": "PAYS" or "DOES_NOT_PAY" or "HURTS",
 *              "savedMillis": {"median", "low", "high"}, "savedUsdOfMillion": {...}}],
 *   "withoutFigures": [], "cacheUsdOfMonth": null or USD}]}
 * }</pre>
 *
 * Members may be added, none of these goes away.
 */
public final class SnapStartJson {
  private static final String FORMAT = "thaw-snapstart-1";
  private static final ObjectMapper MAPPER = Json.written().build();

  private SnapStartJson() {}

  record Document(@JsonUnwrapped PricedHead head, List<SnapStartCase> functions) {}

  /** Replaces the file in one step, and creates its folder. */
  public static void write(
      SnapStartComparison comparison,
      ExperimentResult result,
      Optional<FittedModel> lambda,
      Path file) {
    PricedHead head =
        PricedHead.of(
            FORMAT,
            result,
            comparison.architecture(),
            comparison.prices(),
            lambda.map(model -> AsLambda.json(result, model)));
    Document document = new Document(head, comparison.cases());
    AtomicFile.write(file, JsonLayout.text(MAPPER, document, 4, 5));
  }
}
