package thaw.app.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import thaw.app.choice.DataChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.fix.FixAgain;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.deployment.StagedPackage;
import thaw.experiment.Budget;
import thaw.experiment.Experiment;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Plan;
import thaw.experiment.Variant;
import thaw.experiment.matrix.VariantMatrix;
import thaw.experiment.matrix.VariantsFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;
import thaw.report.bench.HtmlReport;
import thaw.report.bench.SummaryJson;
import thaw.service.Seed;

/** The job {@code bench}: cold starts by the hundred, variant against variant. */
public final class BenchJob {
  private static final long USUAL_ORDER = 1;

  private final BenchRequest request;
  private final BenchListener listener;
  private final Progress progress;

  private BenchJob(BenchRequest request, BenchListener listener) {
    this.request = request;
    this.listener = listener;
    this.progress = listener.progress();
  }

  /**
   * Builds what is asked for, measures it, and writes what was measured. Prints nothing.
   *
   * @throws UserMistake when it cannot be measured as it was asked for
   */
  public static BenchResult run(BenchRequest request, BenchListener listener)
      throws InterruptedException {
    return new BenchJob(request, listener).run();
  }

  private BenchResult run() throws InterruptedException {
    request.event().check();
    Optional<FixAgain> again = request.fixed().map(this::again);
    SourceChoice source = request.source();
    DataChoice data = request.data();
    Application application = application();
    Optional<Budget> limits = request.budget().of(application);
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    List<VariantMatrix> matrices = matrices(application);
    Seed seed = data.seed(application);
    List<DataChoice.Step> before = data.before(application, progress::line);
    source.sayDefaults(application.functions(), progress);
    Experiment.requireWritable(request.out());
    try (Workspace workspace = Workspace.open(progress)) {
      request.axes().jdks().forEach(workspace::jdk); // before anything is built
      workspace.letReach(source.reachesHost());
      workspace.startServices(application, seed);
      Beforehand.run(before, workspace, progress);
      Variants variants = new Variants(workspace, application, events(application), progress);
      List<Variant> chosen =
          again.isPresent()
              ? again(again.get(), workspace, application)
              : variants.of(matrices, names());
      Optional<Budget> checked = request.budget().concerning(limits, chosen, progress);
      Plan plan =
          new Plan(
                  title(application),
                  chosen,
                  request.runs(),
                  data.order(USUAL_ORDER),
                  request.pageCache())
              .with(new Plan.Given(data.digest(application, before), request.statuses()));
      ExperimentResult result = measured(plan, workspace).warned(variants.leftOut());
      return written(
          checked.isPresent() ? result.withBudget(checked.get().check(chosen, result)) : result,
          variants);
    }
  }

  private Application application() {
    Application read = request.data().filled(request.source().read());
    return read.withFunctions(read.functions().stream().map(request.timeout()::of).toList());
  }

  /** Those that were named, and the function that the source names. */
  private List<String> names() {
    List<String> names = new ArrayList<>(request.names());
    Optional.ofNullable(request.source().function(null)).ifPresent(names::add);
    return names;
  }

  private ExperimentResult measured(Plan plan, Workspace workspace) throws InterruptedException {
    listener.planned(plan.variants().size() * plan.runs(), request.out());
    try {
      return new Experiment(plan, workspace.instance(), request.out(), listener).run();
    } finally {
      listener.ended();
    }
  }

  private BenchResult written(ExperimentResult result, Variants variants) {
    Path out = request.out();
    BenchResult written =
        new BenchResult(
            result,
            variants.leftOut(),
            request.statuses(),
            out.resolve("results.jsonl"),
            out.resolve("summary.json"),
            out.resolve("report.html"));
    SummaryJson.write(result, written.summary());
    HtmlReport.write(result, request.source().named(), written.page());
    return written;
  }

  private FixAgain again(Path result) {
    Axes axes = request.axes();
    if (request.variants().isPresent() || !axes.starts().isEmpty() || !axes.clients().isEmpty()) {
      throw new UserMistake(
          "--with takes what to compare from its result",
          "leave out --variants, --snap-start and --runtime");
    }
    return FixAgain.of(result, axes.memory(), axes.jdks());
  }

  private List<Variant> again(FixAgain again, Workspace workspace, Application application)
      throws InterruptedException {
    FunctionDefinition function = again.function(application, names());
    byte[] given =
        request.event().isGiven()
            ? request.event().of(application, function, progress::line)
            : null;
    return again.variants(workspace, application, request.source(), function, given, progress);
  }

  /** Each function's once: where it comes from is said once. */
  private Function<FunctionDefinition, byte[]> events(Application application) {
    Map<String, byte[]> known = new HashMap<>();
    return function ->
        known.computeIfAbsent(
            function.logicalId(), _ -> request.event().of(application, function, progress::line));
  }

  private List<VariantMatrix> matrices(Application application) {
    List<VariantMatrix> matrices =
        request.variants().isPresent()
            ? VariantsFile.read(request.variants().get())
            : List.of(VariantMatrix.ofFunctions(javaFunctions(application)));
    return matrices.stream().map(request.axes()::of).toList();
  }

  /** A template may hold functions in other languages: they are no reason to measure nothing. */
  private List<String> javaFunctions(Application application) {
    List<String> names = new ArrayList<>();
    for (FunctionDefinition function : application.functions()) {
      if (function.runtime().startsWith("java")
          || function.isImage()
          || function.customerRuntime().isPresent()
          || StagedPackage.isOne(function.code())) {
        names.add(function.logicalId());
      } else {
        progress.line(
            "warning: " + function.logicalId() + " is left out: runtime " + function.runtime());
      }
    }
    if (names.isEmpty()) {
      throw new UserMistake(
          "the template has no function with a Java runtime", "set Runtime: java21, for example");
    }
    return names;
  }

  private static String title(Application application) {
    Path name = application.root().toAbsolutePath().normalize().getFileName();
    return Optional.ofNullable(name).map(Path::toString).orElse("functions");
  }
}
