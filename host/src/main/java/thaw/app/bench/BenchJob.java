package thaw.app.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.fix.FixAgain;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.FirstAnswers;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.deployment.StagedPackage;
import thaw.experiment.Budget;
import thaw.experiment.ErrorReason;
import thaw.experiment.Experiment;
import thaw.experiment.ExperimentResult;
import thaw.experiment.HostFacts;
import thaw.experiment.NoiseWatch;
import thaw.experiment.Plan;
import thaw.experiment.Variant;
import thaw.experiment.Warning;
import thaw.experiment.gate.GateBaseline;
import thaw.experiment.gate.GateFile;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateRule;
import thaw.experiment.matrix.VariantMatrix;
import thaw.experiment.matrix.VariantsFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.resource.ApplicationReader;
import thaw.model.FittedModel;
import thaw.problem.UserMistake;
import thaw.remedy.priming.UsedPriming;
import thaw.report.bench.HtmlReport;
import thaw.report.bench.SummaryJson;
import thaw.report.gate.GateFiles;

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
    Optional<FittedModel> lambda = request.lambda().model();
    GateFiles.clear(request.gate().junit(), request.gate().markdown());
    Optional<FixAgain> again = request.fixed().map(this::again);
    SourceChoice source = request.source();
    DataChoice data =
        request
            .data()
            .or(
                again
                    .map(each -> each.kept().data().fitting(source, progress::line))
                    .orElse(DataChoice.NONE));
    Application application = application();
    Optional<Budget> limits = request.budget().of(application);
    GateRun gate = new GateRun(request.gate(), rule(application), request.out(), progress);
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    List<VariantMatrix> matrices = matrices(application);
    DataChoice.Ready ready = data.ready(application, progress::line);
    if (again.isEmpty()) {
      source.sayDefaults(request.axes().of(application.functions().getFirst()), progress);
    }
    source.saySecrets(progress);
    requireOtherBuild();
    Experiment.requireWritable(request.out());
    Measured measured;
    try (Workspace workspace = Workspace.open(progress)) {
      request.axes().jdks().forEach(workspace::jdk); // before anything is built
      workspace.letReach(source.reachesHost());
      FirstAnswers answers =
          new FirstAnswers(
              workspace, application, request.event(), Optional.of(request.statuses()), progress);
      Variants variants = new Variants(workspace, application, answers, progress);
      List<FunctionDefinition> functions =
          again.isPresent() ? List.of() : variants.functions(matrices, chosen());
      Beforehand.start(ready, functions, workspace, progress);
      List<Variant> chosen =
          again.isPresent()
              ? again(again.get(), workspace, application, answers)
              : variants.of(matrices, chosen());
      Optional<Budget> checked = request.budget().concerning(limits, chosen, progress);
      Plan plan =
          plan(
              application,
              data,
              ready,
              gate.beside(chosen, otherBuild(workspace, chosen, answers)),
              answers.reasons());
      ExperimentResult result =
          gate.measured(
                  plan,
                  request.out(),
                  HostFacts.read(workspace.instance().host()),
                  NoiseWatch.goOn(workspace.instance().host(), workspace.instance()::cpuNanos),
                  each -> measured(each, workspace))
              .warned(variants.leftOut())
              .withPrimed(UsedPriming.calling(variants.primings()));
      GateBaseline left = gate.left(plan, result, request.out());
      measured =
          new Measured(
              checked.isPresent() ? result.withBudget(checked.get().check(chosen, result)) : result,
              variants.leftOut(),
              left,
              gate.compared(plan, result, left),
              variants.primings(),
              chosen);
    }
    return written(measured, lambda); // what explains builds has a workspace of its own
  }

  private Plan plan(
      Application application,
      DataChoice data,
      DataChoice.Ready ready,
      List<Variant> variants,
      Map<String, ErrorReason> reasons) {
    return new Plan(
            title(application),
            variants,
            request.runs(),
            data.order(USUAL_ORDER),
            request.pageCache())
        .with(
            new Plan.Given(
                    data.digest(application, ready.before()), request.statuses(), request.warm())
                .because(reasons));
  }

  private record Measured(
      ExperimentResult result,
      List<Warning> leftOut,
      GateBaseline left,
      Optional<GateResult> gate,
      Map<String, UsedPriming> primings,
      List<Variant> started) {}

  private GateRule rule(Application application) {
    return request
        .budget()
        .file(application)
        .map(file -> GateFile.over(GateRule.USUAL, file))
        .orElse(GateRule.USUAL);
  }

  /**
   * Says that there is nothing to measure beside this build before anything is built or started.
   */
  private void requireOtherBuild() {
    Optional<String> against = request.gate().against();
    if (against.isEmpty()) {
      return;
    }
    try {
      application(request.source().withText(against));
    } catch (UserMistake e) {
      if (Files.exists(Path.of(against.get()))) {
        throw e;
      }
      throw new UserMistake(
          "--against must be a folder, template, jar or zip with the other build: "
              + against.get()
              + " does not exist",
          "for a revision of git, lay its tree beside this one: git worktree add ../before "
              + against.get());
    }
  }

  /** The same variants of the build that is measured beside this one; none without one. */
  private List<Variant> otherBuild(Workspace workspace, List<Variant> chosen, FirstAnswers answers)
      throws InterruptedException {
    Optional<String> against = request.gate().against();
    if (against.isEmpty()) {
      return List.of();
    }
    SourceChoice source = request.source().withText(against);
    Application other = settled(application(source), source, chosen);
    Variants variants = new Variants(workspace, other, answers, progress);
    List<String> names =
        chosen.stream()
            .filter(each -> names(other).contains(each.spec().function().logicalId()))
            .map(Variant::name)
            .toList();
    if (!names.isEmpty()) {
      return variants.of(matrices(other), names);
    }
    // A jar or folder without a template is named after itself: app-1.jar and app-2.jar.
    List<Variant> only =
        other.functions().size() == 1 ? variants.of(matrices(other), List.of()) : List.of();
    return only.size() == chosen.size() ? GateRun.renamed(only, chosen) : List.of();
  }

  /** Code without a template gets the settings of the build that it is compared with. */
  private static Application settled(Application other, SourceChoice source, List<Variant> chosen) {
    if (ApplicationReader.hasTemplate(source.source()) || chosen.isEmpty()) {
      return other;
    }
    FunctionDefinition like = chosen.getFirst().spec().function();
    return other.withFunctions(
        other.functions().stream()
            .map(each -> each.withMemory(like.memory()).withTimeout(like.timeout()))
            .toList());
  }

  private static List<String> names(Application application) {
    return application.functions().stream().map(FunctionDefinition::logicalId).toList();
  }

  private Application application() {
    return application(request.source());
  }

  private Application application(SourceChoice source) {
    Application read = request.data().read(source);
    return read.withFunctions(read.functions().stream().map(request.timeout()::of).toList());
  }

  /** Those that were named, and the function that the source names. */
  private List<String> chosen() {
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

  private BenchResult written(Measured measured, Optional<FittedModel> lambda)
      throws InterruptedException {
    Path out = request.out();
    BenchResult written =
        new BenchResult(
            measured.result(),
            measured.leftOut(),
            request.statuses(),
            out.resolve("results.jsonl"),
            out.resolve("summary.json"),
            out.resolve("report.html"),
            measured.gate(),
            lambda,
            measured.primings(),
            measured.started());
    SummaryJson.write(measured.result(), lambda, written.summary());
    write(written);
    if (!request.gate().explain() || written.overVariants().isEmpty()) {
      return written;
    }
    // It takes long and can fail in many ways: the verdict is on disk by then.
    BenchResult explained =
        written.withGate(
            Optional.of(
                new GateExplanation(request, progress)
                    .of(measured.gate().orElseThrow(), measured.left())));
    write(explained);
    return explained;
  }

  private void write(BenchResult result) {
    HtmlReport.write(result.experiment(), result.gate(), named(request), result.page());
    GateChoice choice = request.gate();
    GateFiles.write(
        result.experiment(), result.gate(), request.out(), choice.junit(), choice.markdown());
  }

  /** Returns how a command names what was measured, for the commands of the page. */
  static String named(BenchRequest request) {
    return request.source().named() + request.event().named() + request.data().named();
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

  private List<Variant> again(
      FixAgain again, Workspace workspace, Application application, FirstAnswers answers)
      throws InterruptedException {
    FunctionDefinition function = again.function(application, chosen());
    byte[] given =
        request.event().isGiven()
            ? request.event().of(application, function, progress::line)
            : null;
    List<Variant> variants =
        again.variants(workspace, application, request.source(), function, given, progress);
    Variant first = variants.getFirst();
    request.source().sayDefaults(List.of(first.spec().function()), progress);
    answers.asked(first.spec(), first.event());
    return variants;
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
