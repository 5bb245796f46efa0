package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.app.bench.BenchListener;
import thaw.app.choice.DataChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.fix.FixAgain;
import thaw.app.fix.FixEvents;
import thaw.app.fix.FixKept;
import thaw.app.fix.FixResults;
import thaw.app.shared.Progress;
import thaw.app.training.CoverageRun;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.FirstAnswers;
import thaw.app.workspace.LogCause;
import thaw.app.workspace.Workspace;
import thaw.attribution.TrainingCoverage;
import thaw.deployment.PackagedTemplate;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.Experiment;
import thaw.explanation.TrainingReport;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;
import thaw.runtimeapi.InvocationOutcome;

/** The job {@code package}: the function as AWS takes it, with a class archive of its own. */
public final class PackageJob {
  private static final String NEWEST = "25";

  /** The changes that are no part of the code. */
  private static final Set<Class<? extends Change>> HOW_IT_STARTS =
      Set.of(Change.Archive.class, Change.JvmOptions.class, Change.SnapStart.class);

  private final PackageRequest request;
  private final Progress progress;

  private PackageJob(PackageRequest request, Progress progress) {
    this.request = request;
    this.progress = progress;
  }

  /**
   * Makes the package, and puts it into its folder, whole or not at all. Prints nothing.
   *
   * @throws UserMistake when it cannot be made as it was asked for
   */
  public static PackageResult make(PackageRequest request, Progress progress)
      throws InterruptedException {
    PackageWay way = request.way().orElseThrow();
    if (way == PackageWay.WORKER) {
      return WorkerRecipe.make(request, progress);
    }
    request.architecture().check(way, request.image().ask().base().isPresent());
    PackageFolder folder = new PackageFolder(request.out());
    folder.requireOwn();
    request.source().saySecrets(progress);
    PackageJob job = new PackageJob(request, progress);
    return job.with((asked, order) -> {
      MadePackage made = Recipes.made(way, order);
      Optional<TrainingCoverage> coverage = job.coverage(way, asked, order, made);
      coverage.ifPresent(each ->
          TrainingReport.write(
              asked.function().shown(), each, order.folder().resolve(TrainingReport.NAME)));
      String started = order.again().started(order.id(), order.folder().resolve("template.yaml"));
      folder.take(order.folder());
      return new PackageResult(
          made.summary(),
          made.bytes(),
          request.out(),
          order.target().architecture(),
          Optional.of(started).filter(_ -> order.target().isHere() || !way.bringsJvm()),
          coverage);
    });
  }

  /**
   * Makes every package, and measures its cold starts beside those of the function as it is; keeps
   * the report alone. Prints nothing.
   *
   * @throws UserMistake when they cannot be made as it was asked for
   */
  public static ComparisonResult compare(PackageRequest request, BenchListener listener)
      throws InterruptedException {
    request.architecture().check(null, request.image().ask().base().isPresent());
    Experiment.requireWritable(request.out());
    return new PackageJob(request, listener.progress())
        .with((asked, order) ->
            new PackageComparison(order, listener)
                .run(order.workspace().specify(asked.function(), asked.jvm())));
  }

  /** Returns what the training covers; absent where tests have trained no archive. */
  private Optional<TrainingCoverage> coverage(
      PackageWay way, Asked asked, PackageOrder order, MadePackage made)
      throws InterruptedException {
    if (request.training().isEmpty() || !order.target().isHere() || !way.bringsJvm()) {
      return Optional.empty();
    }
    return new CoverageRun(
            order.workspace().instance(),
            asked.events().byName(),
            request.training().get(),
            progress)
        .of(order.plan().spec(), made.spec());
  }

  /** A function that is packaged, and the events that train. */
  private record Asked(
      Application application,
      FunctionDefinition function,
      JvmChoice jvm,
      FixEvents events,
      Optional<FixAgain> kept) {}

  private interface Work<T> {
    T with(Asked asked, PackageOrder order) throws IOException, InterruptedException;
  }

  private <T> T with(Work<T> work) throws InterruptedException {
    JvmChoice jvm = jvm();
    Optional<Path> fixed = request.fixed().or(this::newest);
    Optional<FixAgain> kept =
        fixed.map(
            folder -> new FixAgain(folder, FixKept.read(folder), Optional.empty(), jvm.jdk()));
    DataChoice data = data(kept);
    data.requireNoOrder();
    DataChoice.Ready ready = data.ready(request.source(), progress::line);
    Application application = ready.application();
    FunctionDefinition function = function(application, kept);
    kept.ifPresent(again -> {
      again.function(application, List.of(function.logicalId()));
      again.requireFitting(application, function);
    });
    FixEvents events = events(kept, application, function, function.code());
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    request.source().sayDefaults(List.of(function), progress);
    Optional<Path> template = ApplicationReader.template(request.source().source());
    PackagedTemplate.requireTakenOver(template, function);
    Optional<String> text = PackagedTemplate.original(template, function, request.out());
    return PackageScratch.with(
        progress,
        (workspace, scratch) -> {
          workspace.requireJdk(jvm);
          workspace.letReach(request.source().reachesHost());
          List<FunctionDefinition> built =
              kept.isEmpty() || isAsked(function) ? List.of(function) : List.of();
          if (request.training().isPresent()) {
            Beforehand.startOnly(ready, built, workspace, progress);
          } else {
            Beforehand.start(ready, built, workspace, progress);
          }
          PackageTarget target = target(workspace);
          Asked asked = served(new Asked(application, function, jvm, events, kept), workspace);
          PackageOrder order =
              new PackageOrder(
                  plan(asked, workspace, text),
                  target,
                  new PackageAgain(request.withFixed(fixed), application, data),
                  workspace,
                  progress,
                  scratch);
          return work.with(asked, order);
        });
  }

  private PackageTarget target(Workspace workspace) {
    return request
        .architecture()
        .target(
            request.way().orElse(null), request.image().ask().base().isPresent(), workspace.jdks());
  }

  /**
   * Returns the same with the events that the function serves, and tells what it answers to the
   * measured one where that is an error. A package that nothing trains here is not asked.
   */
  private Asked served(Asked asked, Workspace workspace) throws InterruptedException {
    FunctionDefinition function = asked.function();
    if (!isAsked(function)) {
      asked.events().remark().ifPresent(progress::line);
      return asked;
    }
    EnvironmentSpec plain = workspace.specify(function, asked.jvm());
    FixEvents usual =
        events(
            asked.kept(),
            asked.application(),
            function,
            new CodeSource.Folder(plain.code().root()));
    usual.remark().ifPresent(progress::line);
    LogCause cause = new LogCause(plain);
    List<InvocationOutcome> answers =
        FirstAnswers.to(usual.texts(), plain, workspace, cause, progress);
    cause.tell(answers, progress);
    FixEvents served =
        request.training().isPresent() ? usual : usual.served(answers, cause::reason, progress);
    InvocationOutcome first = answers.get(usual.texts().indexOf(served.texts().getFirst()));
    served
        .refusal(function, first, cause.reason(first))
        .ifPresent(each -> FirstAnswers.tell(each, progress));
    return new Asked(asked.application(), function, asked.jvm(), served, asked.kept());
  }

  /** Returns those of a result where nothing else is to train, else the function's own. */
  private FixEvents events(
      Optional<FixAgain> kept,
      Application application,
      FunctionDefinition function,
      CodeSource code) {
    return kept.isPresent() && request.training().isEmpty()
        ? FixEvents.given(kept.get().kept().events())
        : FixEvents.of(application, function, request.events(), request.training(), code);
  }

  /** Returns whether something is trained here with what the function answers. */
  private boolean isAsked(FunctionDefinition function) {
    return request.way().filter(each -> !each.bringsJvm()).isEmpty()
        && function.managed().isEmpty();
  }

  /** Returns what is packaged: the function as it is, or with what was kept. */
  private PackagePlan plan(Asked asked, Workspace workspace, Optional<String> template)
      throws InterruptedException {
    FunctionDefinition function = asked.function();
    if (asked.kept().isEmpty()) {
      return new PackagePlan(
          workspace.specify(function, asked.jvm()),
          List.of(),
          Draft.UNCHANGED,
          asked.events().texts(),
          template);
    }
    FixAgain again = asked.kept().get();
    FixKept result =
        request.training().isPresent()
            ? again.trainedBy(asked.events().texts()).kept()
            : again.kept();
    Draft code =
        new Draft(
            result.kept().remedies().stream()
                .filter(each -> !HOW_IT_STARTS.contains(each.change().getClass()))
                .toList());
    EnvironmentSpec spec =
        new FixAgain(again.result(), result.with(code), Optional.of(function.memory()), again.jdk())
            .made(workspace, asked.application(), request.source(), function, progress);
    return new PackagePlan(
        spec, result.kept().jvmOptions(), result.kept(), result.events(), template);
  }

  /** Returns the data that were named, else those of the training, else those of the fix. */
  private DataChoice data(Optional<FixAgain> kept) {
    DataChoice earlier =
        request
            .training()
            .map(each -> each.recorded().data())
            .orElse(DataChoice.NONE)
            .or(kept.map(each -> each.kept().data()).orElse(DataChoice.NONE));
    return request.data().or(earlier.fitting(request.source(), progress::line));
  }

  /**
   * A package brings its JVM: where no template names a runtime, the one whose caches it can have.
   */
  private JvmChoice jvm() {
    JvmChoice jvm = request.function().jvm();
    return jvm.jdk().isEmpty() && !ApplicationReader.hasTemplate(request.source().source())
        ? new JvmChoice(Optional.of(NEWEST), jvm.flags(), jvm.client())
        : jvm;
  }

  private FunctionDefinition function(Application application, Optional<FixAgain> kept) {
    FunctionChoice choice = request.function();
    return kept.isPresent() && choice.name().isEmpty()
        ? choice.of(application, kept.get().kept().function())
        : choice.of(application, request.source());
  }

  /** Returns the newest result for the function, and says that it is taken. */
  private Optional<Path> newest() {
    return request
        .results()
        .flatMap(folder ->
            FixResults.newest(
                folder,
                request.function().of(request.source().read(), request.source()).logicalId()))
        .map(result -> {
          progress.line(
              "with what thaw fix has kept in %s (%s): --fix none leaves it out"
                  .formatted(
                      result,
                      FixKept.read(result).kept().remedies().stream()
                          .map(Remedy::id)
                          .collect(Collectors.joining(", "))));
          return result;
        });
  }
}
