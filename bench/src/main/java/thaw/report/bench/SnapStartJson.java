package thaw.report.bench;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.json.Json;
import thaw.model.FittedModel;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;
import thaw.remedy.priming.GeneratedPriming;
import thaw.remedy.priming.SafeCall;
import thaw.tuning.SnapStartCase;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartRisk;

/**
 * {@code snapstart.json}: whether SnapStart pays, for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-snapstart-1", "title", "host": {...}, "architecture", "prices": {...},
 *  "warnings": [{"message", "evidence", "remedy"}],
 *  "functions": [{"function", "jdk", "memoryMiB", "plainMillis": null or {"count", "min", "p50", ...}, "reportedMillis",
 *   "gains": [{"name", "start", "invokedBefore", "priming": "OWN" or "GENERATED" or "EVENT", "primed",
 *              "restoredMillis": {...}, "reportedMillis",
 *              "verdict": "PAYS" or "DOES_NOT_PAY" or "HURTS",
 *              "savedMillis": {"median", "low", "high"}, "savedUsdOfMillion": {...}}],
 *   "failures": [{"name", "priming", "failed", "restores", "cause"}],
 *   "withoutFigures": [], "cacheUsdOfMonth": null or USD}],
 *  "onLambda": absent or [{"function", "memoryMiB", "plainMillis": {"millis", "low", "high"},
 *   "often": [{"priming", "restoredMillis": {...}, "outcome": "PAYS" or "OPEN" or "HURTS",
 *              "savedMillis": {"expected", "low", "high"}, "savedUsdOfMillion": {...}}],
 *   "firstMillis": {...}, "firstSavedMillis": {...}, "firstOutcome",
 *   "evidence": {"runtime", "memoryMiB", "restores", ...}}],
 *  "onLambdaUntold": absent or [sentences],
 *  "primings": [{"function", "folder", "classes", "initialised", "jvmOptions": [],
 *                "calls": [{"words", "reason"}]}],
 *  "risks": [{"function", "memoryMiB", "risks": [{"kind", "text", "remedy", "breaks"}], "explanation": absent or a page}]}
 * }</pre>
 *
 * Members may be added, none of these goes away.
 */
public final class SnapStartJson {
  private static final String FORMAT = "thaw-snapstart-1";
  private static final ObjectMapper MAPPER = Json.written().build();

  private SnapStartJson() {}

  record Document(
      @JsonUnwrapped PricedHead head,
      List<SnapStartCase> functions,
      @JsonUnwrapped SnapStartOutlook.OnLambda onLambda,
      List<PrimingEntry> primings,
      List<RiskEntry> risks) {}

  /**
   * A generated priming.
   *
   * @param folder of its source and of its steps
   * @param classes how many are loaded
   * @param initialised how many of them are initialised
   * @param jvmOptions of its JVM, which the function as it is has not
   */
  record PrimingEntry(
      String function,
      String folder,
      int classes,
      int initialised,
      List<String> jvmOptions,
      @JsonIncludeProperties({"words", "reason"}) List<SafeCall> calls,
      @JsonIncludeProperties({"words", "reason"}) List<SafeCall> omitted) {
    static PrimingEntry of(SnapStartDetails.Written written) {
      GeneratedPriming priming = written.priming();
      return new PrimingEntry(
          priming.function(),
          written.folder().toString(),
          priming.classes().size(),
          priming.initialised().size(),
          written.used().jvmOptions(),
          priming.calls(),
          priming.omitted());
    }
  }

  /** The risks of one function. */
  record RiskEntry(
      String function, int memoryMiB, List<SnapStartRisk> risks, Optional<String> explanation) {
    static RiskEntry of(SnapStartDetails.OfFunction function) {
      return new RiskEntry(
          function.function(),
          function.memoryMiB(),
          function.risks(),
          function.explanation().map(page -> page.toAbsolutePath().normalize().toString()));
    }
  }

  /** Replaces the file in one step, and creates its folder. */
  public static void write(
      SnapStartComparison comparison,
      ExperimentResult result,
      SnapStartDetails details,
      Optional<FittedModel> lambda,
      Path file) {
    PricedHead head =
        PricedHead.of(
            FORMAT, result, comparison.prices(), lambda.map(model -> AsLambda.json(result, model)));
    Document document =
        new Document(
            head,
            comparison.cases(),
            SnapStartOutlook.OnLambda.of(comparison, result, lambda),
            details.primings().stream().map(PrimingEntry::of).toList(),
            details.risks().stream().map(RiskEntry::of).toList());
    AtomicFile.write(file, JsonLayout.text(MAPPER, document, 4, 5));
  }
}
