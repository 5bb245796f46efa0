package thaw.app.snapstart;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.bench.BenchJob;
import thaw.app.bench.BenchListener;
import thaw.app.bench.BenchResult;
import thaw.app.shared.Progress;
import thaw.app.why.WhyJob;
import thaw.app.why.WhyResult;
import thaw.experiment.Variant;
import thaw.experiment.matrix.SnapStart;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;
import thaw.remedy.priming.UsedPriming;
import thaw.report.bench.HtmlReport;
import thaw.report.snapstart.PrimingFiles;
import thaw.report.snapstart.SnapStartDetails;
import thaw.report.snapstart.SnapStartJson;
import thaw.report.snapstart.SnapStartText;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartRisk;

/** The job {@code snapstart}: plain starts and restores in turn, and what the latter save. */
public final class SnapStartJob {
  private SnapStartJob() {}

  /**
   * Measures, and writes what was measured. Prints nothing.
   *
   * @throws UserMistake when it cannot be measured as it was asked for
   */
  public static SnapStartResult run(SnapStartRequest request, BenchListener listener)
      throws InterruptedException {
    BenchResult bench = BenchJob.run(request.bench(), listener);
    SnapStartComparison comparison = SnapStartComparison.of(bench.experiment(), request.prices());
    SnapStartResult result =
        new SnapStartResult(
            comparison,
            bench,
            new SnapStartDetails(
                primings(bench, request), risks(bench, comparison, request, listener)),
            request.bench().out().resolve("snapstart.json"));
    SnapStartJson.write(
        comparison, bench.experiment(), result.details(), bench.lambda(), result.document());
    HtmlReport.write(
        bench.experiment(),
        SnapStartText.lead(comparison, bench.experiment(), result.details()),
        BenchJob.named(request.bench()),
        bench.page());
    return result;
  }

  private static List<SnapStartDetails.Written> primings(
      BenchResult bench, SnapStartRequest request) {
    Map<String, UsedPriming> functions = new LinkedHashMap<>(); // it is alike at all sizes
    bench
        .primings()
        .values()
        .forEach(each -> functions.putIfAbsent(each.priming().function(), each));
    Path folder = request.bench().out().resolve("priming");
    return functions.values().stream()
        .map(each -> PrimingFiles.write(each, folder.resolve(each.priming().function())))
        .toList();
  }

  /** Returns the risks of those snapshots that were taken of functions as they are. */
  private static List<SnapStartDetails.OfFunction> risks(
      BenchResult bench,
      SnapStartComparison comparison,
      SnapStartRequest request,
      BenchListener listener)
      throws InterruptedException {
    String ending = " " + SnapStart.SNAPSHOT.label();
    List<SnapStartDetails.OfFunction> risks = new ArrayList<>();
    for (Variant variant : bench.started()) {
      if (variant.name().endsWith(ending) && variant.spec().snapshot().isPresent()) {
        FunctionDefinition function = variant.spec().function();
        List<SnapStartRisk> all = new ArrayList<>(SnapStartRisks.of(variant.spec()));
        Optional<WhyResult> explained =
            comparison.fails(variant.name())
                ? Optional.empty() // a request that fails explains nothing
                : explained(variant, request, listener.progress());
        explained.ifPresent(each ->
            all.addAll(
                SnapStartRisks.of(
                    each.explanation(),
                    variant.spec(),
                    comparison
                        .restoredMillis(variant.name())
                        .orElse(each.explanation().total().wallMillis()))));
        risks.add(
            new SnapStartDetails.OfFunction(
                function.logicalId(),
                function.memory().mebibytes(),
                all,
                explained.map(WhyResult::page)));
      }
    }
    return risks;
  }

  /** One profiled restore, and one baseline one. */
  private static Optional<WhyResult> explained(
      Variant variant, SnapStartRequest request, Progress progress) throws InterruptedException {
    FunctionDefinition function = variant.spec().function();
    try {
      return Optional.of(WhyJob.explain(request.explained(function, variant.event()), progress));
    } catch (UserMistake e) { // the verdict stands without it
      progress.line(
          "warning: the restore of %s is not explained: %s. Remedy: %s"
              .formatted(function.logicalId(), e.getMessage(), e.remedy()));
      return Optional.empty();
    }
  }
}
