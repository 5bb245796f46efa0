package thaw.app.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
import thaw.app.shared.Unwinding;
import thaw.app.training.CoverageRun;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.FirstAnswers;
import thaw.app.workspace.LogCause;
import thaw.app.workspace.Workspace;
import thaw.attribution.TrainingCoverage;
import thaw.deployment.FullDisk;
import thaw.deployment.PackagedTemplate;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.Experiment;
import thaw.explanation.training.TrainingReport;
import thaw.files.Trees;
import thaw.files.WholeFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;
import thaw.remedy.Remedy;
import thaw.runtimeapi.InvocationOutcome;

/** The job {@code package}: the function as AWS takes it, with a class archive of its own. */
public final class PackageJob {
  private static final String NEWEST = "25";

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
      return WorkerPackaging.make(request, progress);
    }
    request.architecture().check(way, request.image().ask().base().isPresent());
    PackageFolder folder = new PackageFolder(request.out());
    folder.requireOwn();
    PackageJob job = new PackageJob(request, progress);
    return job.with((ready, scratch) -> {
      Path staged = Files.createDirectory(scratch.resolve("made"));
      PackagePlan plan = ready.packaging().plan(ready.function(), ready.kept());
      Packaging.Made result = ready.packaging().made(way, plan, request.image(), scratch, staged);
      Optional<TrainingCoverage> coverage = job.coverage(way, ready, plan, result);
      coverage.ifPresent(each ->
          TrainingReport.write(
              ready.function().logicalId(), each, staged.resolve(TrainingReport.NAME)));
      folder.take(staged);
      return new PackageResult(
          result.summary(),
          result.bytes(),
          request.out(),
          ready.target().architecture(),
          ready.target().isHere() || way == PackageWay.MANAGED,
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
        .with((ready, scratch) ->
            new PackageComparison(
                    ready.workspace(),
                    ready.application(),
                    ready.packaging(),
                    request.image(),
                    request.runs(),
                    request.out(),
                    listener)
                .run(
                    ready.workspace().specify(ready.function(), ready.jvm()),
                    ready.packaging().plan(ready.function(), ready.kept()),
                    scratch));
  }

  /** Returns what the training covers; absent where tests have trained no archive. */
  private Optional<TrainingCoverage> coverage(
      PackageWay way, Ready ready, PackagePlan plan, Packaging.Made made)
      throws InterruptedException {
    if (request.training().isEmpty() || !ready.target().isHere() || way == PackageWay.MANAGED) {
      return Optional.empty();
    }
    return new CoverageRun(
            ready.workspace().instance(),
            ready.events().byName(),
            request.training().get(),
            progress)
        .of(plan.spec(), made.spec());
  }

  /** All that packages are made with. */
  private record Ready(
      Workspace workspace,
      Application application,
      FunctionDefinition function,
      JvmChoice jvm,
      FixEvents events,
      Optional<FixAgain> kept,
      PackageTarget target,
      Packaging packaging) {}

  private interface Work<T> {
    /**
     * @param scratch a folder of ours
     */
    T with(Ready ready, Path scratch) throws IOException, InterruptedException;
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
    FixEvents events =
        FixEvents.of(application, function, request.events(), request.training(), function.code());
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    Optional<Path> file = ApplicationReader.template(request.source().source());
    PackagedTemplate.requireTakenOver(file, function);
    Optional<String> template = file.map(WholeFile::text);
    try (Unwinding _ = new Unwinding();
        Workspace workspace = Workspace.open(progress)) {
      workspace.requireJdk(jvm);
      workspace.letReach(request.source().reachesHost());
      if (request.training().isPresent()) {
        Beforehand.startOnly(ready, workspace, progress);
      } else {
        Beforehand.start(ready, workspace, progress);
      }
      Path scratch = Files.createTempDirectory("thaw-package-");
      try {
        PackageTarget target = target(workspace);
        FixEvents served = served(new Asked(ready, function, jvm, events, kept, target), workspace);
        Optional<FixAgain> trained =
            request.training().isPresent()
                ? kept.map(again -> again.trainedBy(served.texts()))
                : kept;
        Packaging packaging =
            new Packaging(
                workspace,
                application,
                request.source(),
                jvm,
                served,
                template,
                target,
                new PackageAgain(request.withFixed(fixed), application, data),
                progress);
        return work.with(
            new Ready(workspace, application, function, jvm, served, trained, target, packaging),
            scratch);
      } finally {
        Trees.delete(scratch);
      }
    } catch (IOException e) {
      FullDisk.requireNot(e);
      throw new UncheckedIOException("could not make the package: " + e, e);
    }
  }

  private PackageTarget target(Workspace workspace) {
    return request
        .architecture()
        .target(
            request.way().orElse(null), request.image().ask().base().isPresent(), workspace.jdks());
  }

  /** A function that is about to be packaged, and its events before they are tried. */
  private record Asked(
      DataChoice.Ready data,
      FunctionDefinition function,
      JvmChoice jvm,
      FixEvents events,
      Optional<FixAgain> kept,
      PackageTarget target) {}

  /**
   * Returns the events that train, as far as the function serves them, and tells what it answers to
   * the measured one where that is an error. A package that nothing trains here is not asked.
   */
  private FixEvents served(Asked asked, Workspace workspace) throws InterruptedException {
    FunctionDefinition function = asked.function();
    boolean isTrained =
        request.way().filter(each -> each == PackageWay.MANAGED).isEmpty()
            && function.managed().isEmpty();
    if (!isTrained) {
      asked.events().remark().ifPresent(progress::line);
      return asked.events();
    }
    EnvironmentSpec plain = workspace.specify(function, asked.jvm());
    FixEvents usual =
        asked.kept().isPresent() && request.training().isEmpty()
            ? FixEvents.given(asked.kept().get().kept().events())
            : FixEvents.of(
                asked.data().application(),
                function,
                request.events(),
                request.training(),
                new CodeSource.Folder(plain.code().root()));
    usual.remark().ifPresent(progress::line);
    LogCause cause = new LogCause(plain);
    List<InvocationOutcome> answers =
        FirstAnswers.to(usual.texts(), plain, workspace, cause, progress);
    cause.tell(answers, progress);
    FixEvents served = request.training().isPresent() ? usual : usual.served(answers, progress);
    InvocationOutcome first = answers.get(usual.texts().indexOf(served.texts().getFirst()));
    served.refusal(function, first).ifPresent(each -> FirstAnswers.tell(each, progress));
    return served;
  }

  /** Returns the data that were named, else those of the training, else those of the fix. */
  private DataChoice data(Optional<FixAgain> kept) {
    return request
        .data()
        .or(request.training().map(each -> each.recorded().data()).orElse(DataChoice.NONE))
        .or(kept.map(each -> each.kept().data()).orElse(DataChoice.NONE));
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
