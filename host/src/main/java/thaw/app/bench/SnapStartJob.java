package thaw.app.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.why.WhyJob;
import thaw.app.why.WhyRequest;
import thaw.app.why.WhyRequestBuilder;
import thaw.app.why.WhyResult;
import thaw.attribution.Explanation;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.Snapshot;
import thaw.experiment.Variant;
import thaw.experiment.matrix.SnapStart;
import thaw.files.NamedFile;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.heap.HeldLogin;
import thaw.problem.UserMistake;
import thaw.remedy.priming.UsedPriming;
import thaw.report.bench.HtmlReport;
import thaw.report.bench.SnapStartDetails;
import thaw.report.bench.SnapStartJson;
import thaw.report.bench.SnapStartText;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartRisk;

/** The job {@code snapstart}: plain starts and restores in turn, and what the latter save. */
public final class SnapStartJob {
  private final BenchRequest request;
  private final BenchListener listener;
  private final BenchResult bench;
  private final SnapStartComparison comparison;

  private SnapStartJob(
      BenchRequest request,
      BenchListener listener,
      BenchResult bench,
      SnapStartComparison comparison) {
    this.request = request;
    this.listener = listener;
    this.bench = bench;
    this.comparison = comparison;
  }

  /**
   * Measures, and writes what was measured. Prints nothing.
   *
   * @throws UserMistake when it cannot be measured as it was asked for
   */
  public static SnapStartResult run(SnapStartRequest request, BenchListener listener)
      throws InterruptedException {
    BenchResult bench = BenchJob.run(request.bench(), listener);
    SnapStartComparison comparison = SnapStartComparison.of(bench.experiment(), request.prices());
    return new SnapStartJob(request.bench(), listener, bench, comparison).written();
  }

  private SnapStartResult written() throws InterruptedException {
    SnapStartResult result =
        new SnapStartResult(comparison, bench, new SnapStartDetails(primings(), risks()));
    SnapStartJson.write(
        comparison, bench.experiment(), result.details(), bench.lambda(), result.document());
    HtmlReport.write(
        bench.experiment(),
        SnapStartText.lead(comparison, bench.experiment(), result.details()),
        BenchJob.named(request),
        bench.page());
    return result;
  }

  private List<SnapStartDetails.Written> primings() {
    Map<String, UsedPriming> functions = new LinkedHashMap<>(); // it is alike at all sizes
    bench
        .primings()
        .values()
        .forEach(each -> functions.putIfAbsent(each.priming().function(), each));
    Path folder = request.out().resolve("priming");
    return functions.values().stream()
        .map(each -> SnapStartDetails.Written.to(folder.resolve(each.priming().function()), each))
        .toList();
  }

  /** Returns the risks of those snapshots that were taken of functions as they are. */
  private List<SnapStartDetails.OfFunction> risks() throws InterruptedException {
    String ending = " " + SnapStart.SNAPSHOT.label();
    List<SnapStartDetails.OfFunction> risks = new ArrayList<>();
    for (Variant variant : bench.started()) {
      if (variant.name().endsWith(ending) && variant.spec().snapshot().isPresent()) {
        risks.add(risks(variant));
      }
    }
    return risks;
  }

  private SnapStartDetails.OfFunction risks(Variant variant) throws InterruptedException {
    FunctionDefinition function = variant.spec().function();
    Optional<WhyResult> explained =
        comparison.fails(variant.name())
            ? Optional.empty() // a request that fails explains nothing
            : explained(variant);
    List<SnapStartRisk> all =
        new ArrayList<>(
            SnapStartRisks.of(
                variant.spec(), connections(variant, explained.map(WhyResult::explanation))));
    explained.ifPresent(each ->
        all.addAll(
            SnapStartRisks.of(
                each.explanation(),
                variant.spec(),
                comparison
                    .restoredMillis(variant.name())
                    .orElse(each.explanation().total().wallMillis()))));
    return new SnapStartDetails.OfFunction(
        function.logicalId(), function.memory().mebibytes(), all, explained.map(WhyResult::page));
  }

  /** What of the snapshot's connections is tried needs further restores. */
  private Connections connections(Variant variant, Optional<Explanation> explained)
      throws InterruptedException {
    EnvironmentSpec spec = variant.spec();
    Optional<Snapshot> snapshot = spec.snapshot();
    if (snapshot.isEmpty()) {
      return new Connections(
          List.of(),
          Optional.empty(),
          "",
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty());
    }
    List<DeadConnections> dead = List.of();
    Optional<String> problem = Optional.empty();
    try {
      dead = DeadConnections.of(snapshot.get(), spec.services());
    } catch (IOException e) {
      problem = Optional.of(String.valueOf(e.getMessage()));
    }
    Optional<PoolTrial> trial = PoolTrial.of(spec, dead, request, listener);
    List<Path> sources = new ArrayList<>();
    for (String field : trial.map(PoolTrial::fields).orElse(List.of())) {
      sources.addAll(
          ReopenedSources.write(
              spec,
              field,
              request.out().resolve("reopened").resolve(spec.function().logicalId()),
              listener.progress()));
    }
    List<HeldLogin> logins = snapshot.get().heldConnections().logins();
    return new Connections(
        dead,
        problem,
        dead.stream().anyMatch(DeadConnections::isOfDatabase)
            ? firstRequest(variant.name(), explained)
            : "",
        trial,
        sources,
        logins,
        logins.isEmpty() ? Optional.empty() : LaterRestore.failure(request, variant, listener));
  }

  private String firstRequest(String variant, Optional<Explanation> explained) {
    return bench.experiment().variants().stream()
        .filter(each -> each.name().equals(variant))
        .findFirst()
        .map(each -> FirstRequests.words(each, explained, comparison.restoredMillis(variant)))
        .orElse("");
  }

  /** One profiled restore, and one baseline one. */
  private Optional<WhyResult> explained(Variant variant) throws InterruptedException {
    FunctionDefinition function = variant.spec().function();
    try {
      return Optional.of(WhyJob.explain(restore(function, variant.event()), listener.progress()));
    } catch (UserMistake e) { // the verdict stands without it
      listener
          .progress()
          .line(
              "warning: the restore of %s is not explained: %s. Remedy: %s"
                  .formatted(function.logicalId(), e.getMessage(), e.remedy()));
      return Optional.empty();
    }
  }

  /**
   * A restore of one of the functions.
   *
   * @param asked the event that it was measured with
   */
  private WhyRequest restore(FunctionDefinition function, byte[] asked) {
    List<MemorySize> sizes = request.axes().memory();
    String name = function.logicalId();
    FunctionChoice choice =
        new FunctionChoice(
            Optional.of(name),
            sizes.isEmpty() ? Optional.empty() : Optional.of(function.memory()),
            request.timeout(),
            JvmChoice.on(Optional.empty(), ClientKind.OFFICIAL));
    String folder = sizes.size() > 1 ? name + "-" + function.memory().mebibytes() : name;
    return WhyRequestBuilder.builder(
            WhyRequest.of(
                request.source(), choice, NamedFile.in(request.out().resolve("why"), folder)))
        .event(EventChoice.asked(asked))
        .data(request.data())
        .start(Optional.of(SnapStart.SNAPSHOT))
        .runs(1)
        .build();
  }
}
