package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.app.build.FunctionProject;
import thaw.app.build.OwnTests;
import thaw.app.build.ProjectCopy;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.shared.Folders;
import thaw.app.shared.Interruption;
import thaw.app.shared.ProgramVersion;
import thaw.app.shared.Progress;
import thaw.app.shared.Unwinding;
import thaw.app.training.PrimingRun;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.attribution.TrainingCoverage;
import thaw.deployment.PackagedTemplate;
import thaw.experiment.Experiment;
import thaw.explanation.FixSubject;
import thaw.explanation.TrainingReport;
import thaw.files.WholeFile;
import thaw.fix.Checkpoint;
import thaw.fix.Considered;
import thaw.fix.FixResult;
import thaw.fix.Search;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.function.packaging.CdkOrigins;
import thaw.function.packaging.CodeLocation;
import thaw.function.packaging.CodeSource;
import thaw.function.template.resource.ApplicationReader;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;
import thaw.recording.PrimingList;
import thaw.remedy.Draft;
import thaw.remedy.Family;
import thaw.remedy.RemedyKind;
import thaw.store.FolderLock;

/**
 * The job {@code fix}: finds what makes a cold start shorter, proves it, and writes it as a patch.
 */
public final class FixJob {
  private final FixRequest request;
  private final FixListener listener;
  private final Progress progress;
  private final FixTree tree;
  private final CdkOrigins origins = new CdkOrigins();

  private FixJob(FixRequest request, FixListener listener) {
    this.request = request;
    this.listener = listener;
    this.progress = new UntilEnd(listener.progress(), Interruption::hasBegun);
    this.tree = new FixTree(request.out());
  }

  /**
   * Searches in a copy of the project, writes what gains, and applies it where that is asked for.
   * Prints nothing.
   *
   * @throws UserMistake when it cannot be searched or applied as it was asked for
   */
  public static FixOutcome run(FixRequest request, FixListener listener)
      throws InterruptedException {
    return new FixJob(request, listener).run();
  }

  /**
   * Takes back what was applied from a folder of results.
   *
   * @return the files that are as they were
   */
  public static List<Path> undo(Path out) {
    return new FixTree(out).undo();
  }

  /**
   * The function whose cold start is made shorter, with its project.
   *
   * @param data with the application that it is of
   * @param module that its build is of, where one is
   * @param project the folder that is copied
   * @param top of the repository that it is in
   */
  private record Subject(
      DataChoice.Ready data,
      FunctionDefinition function,
      Optional<FunctionProject> module,
      Path project,
      Optional<Path> top,
      FixEvents events) {
    Application application() {
      return data.application();
    }
  }

  private FixOutcome run() throws InterruptedException {
    long beganNanos = System.nanoTime();
    DataChoice data = request.allData();
    data.requireNoOrder();
    DataChoice.Ready ready = data.ready(request.source(), progress::line);
    Application application = ready.application();
    FunctionDefinition function = request.function().of(application, request.source());
    FixEvents events =
        FixEvents.of(application, function, request.events(), request.training(), function.code());
    FixTree.requireGit();
    Optional<FunctionProject> module =
        FunctionProject.of(function, origins)
            .filter(each -> each.archive().isEmpty() || !request.keepsSources());
    module.ifPresent(each -> new HandlerInSources(each.path()).require(function));
    Path project = ProjectCopy.originalOf(application, module);
    Optional<Path> top =
        request.applies()
            ? Optional.of(FixTree.requireClean(project))
            : FixTree.repository(project);
    if (request.applies() && tree.holds(function.logicalId()) && isMeant()) {
      try (FolderLock _ = tree.lock(Folders.of(System.getenv()).cache())) {
        return new FixOutcome(Optional.empty(), applied(top.orElseThrow()), Optional.empty());
      }
    }
    tree.requireOwn();
    Experiment.requireWritable(request.out());
    FixOutcome found =
        search(
            new Subject(ready, function, module, project, top, events),
            beganNanos + request.limit().toNanos());
    if (!found.isGood() || !request.applies()) {
      return found;
    }
    FixTree.requireClean(project); // that was some minutes ago
    return new FixOutcome(found.searched(), applied(top.orElseThrow()), found.standing());
  }

  /** Returns whether the result that is there is of the remedies that the command names, if any. */
  private boolean isMeant() {
    FixScope scope = FixScope.of(request);
    return scope.isUsual() || FixState.in(request.out()).isOf(scope);
  }

  /** Applies what gains to the user's project; absent when nothing gains. */
  private Optional<FixOutcome.Applied> applied(Path top) {
    if (!tree.gains()) {
      return Optional.empty();
    }
    return Optional.of(new FixOutcome.Applied(tree.apply(top), tree.absent(), tree.packages()));
  }

  private FixOutcome search(Subject subject, long deadlineNanos) throws InterruptedException {
    Application application = subject.application();
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    request.source().sayDefaults(List.of(subject.function()), progress);
    request.function().nameFor(subject.function().logicalId()).ifPresent(progress::line);
    request.source().saySecrets(progress);
    whereSourcesAre(subject.function(), subject.module()).ifPresent(progress::line);
    try (Unwinding unwinding = new Unwinding();
        ProjectCopy copy = ProjectCopy.of(application, subject.module(), request.out());
        Workspace workspace = Workspace.observing(progress);
        FolderLock _ = tree.lock(workspace.cache())) {
      workspace.requireJdk(request.function().jvm());
      workspace.letReach(request.source().reachesHost());
      workspace.sayWhatIsMissing();
      FixState state = FixState.in(request.out());
      FixScope scope = FixScope.of(request);
      String key = key(subject, workspace);
      if (state.hasEnded(key, scope) && tree.holds(subject.function().logicalId())) {
        return standing(FixOutcome.Standing.unchanged(request.out()));
      }
      Optional<Checkpoint> earlier = state.begin(key, scope, progress);
      state.use(copy);
      if (request.training().isPresent()) {
        workspace.requireClosable();
      }
      FixWorkshop workshop = workshop(subject, workspace, copy, state);
      Draft base = Draft.UNCHANGED;
      progress.line("making " + subject.function().shown() + " as it is ...");
      workshop.build(base, left(deadlineNanos));
      startServices(workspace, subject.data());
      return search(
          subject, base, workshop, folder(subject, copy), earlier, state, unwinding, deadlineNanos);
    }
  }

  private FixOutcome standing(String why) {
    FixScope scope = FixScope.of(request);
    Path readme = request.out().resolve(FixFolder.README);
    FixOutcome.Standing standing =
        new FixOutcome.Standing(
            request.out().resolve("fix.json"),
            request.out().resolve(FixPage.NAME),
            tree.gains(),
            why,
            (scope.isUsual() ? "" : tree.verdicts())
                + (Files.exists(readme) ? WholeFile.text(readme) : ""));
    return new FixOutcome(Optional.empty(), Optional.empty(), Optional.of(standing));
  }

  private void startServices(Workspace workspace, DataChoice.Ready data)
      throws InterruptedException {
    if (request.training().isPresent()) {
      Beforehand.startOnly(data, List.of(), workspace, progress);
    } else {
      Beforehand.start(data, List.of(), workspace, progress);
    }
  }

  private FixWorkshop workshop(
      Subject subject, Workspace workspace, ProjectCopy copy, FixState state) {
    FunctionDefinition copied = copied(subject.function(), copy);
    Optional<FunctionProject> tested =
        subject
            .module()
            .filter(_ -> !request.keepsSources())
            .map(each -> each.movedTo(copy.inCopy(each.path())));
    SdkRecipes recipes = new SdkRecipes(workspace.cache(), progress);
    FunctionsOfModule functions =
        FunctionsOfModule.of(subject.application(), subject.function(), origins);
    DraftedFunction drafted =
        new DraftedFunction(
            workspace,
            new Variants(
                workspace,
                subject.application(),
                _ -> subject.events().texts().getFirst(),
                progress),
            copy,
            copied,
            new FixBuilds(
                copy,
                copied.code(),
                JavaRuntimes.feature(copied.runtime()),
                tested,
                state,
                ownTests(),
                progress),
            request.function().jvm(),
            progress);
    return new FixWorkshop(
        drafted,
        tested
            .filter(_ -> request.kinds().contains(RemedyKind.REVIEWED))
            .filter(_ -> !functions.isHandlerShared())
            .map(each -> new FixEdits(copy, each, copied, functions, recipes, progress)),
        unedited(subject),
        subject.events(),
        request.only(),
        state,
        named(subject.function()));
  }

  private OwnTests ownTests() {
    if (request.skipsTests()) {
      return OwnTests.SKIPPED;
    }
    return isMoveAlone() ? OwnTests.RUN : OwnTests.PASS_AS_BEFORE;
  }

  /** Returns whether the only question is whether the function may move to a newer runtime. */
  private boolean isMoveAlone() {
    return !request.only().isEmpty()
        && request.only().stream()
            .allMatch(each -> Family.of(each).equals(Optional.of(Family.RUNTIME)));
  }

  private FunctionDefinition copied(FunctionDefinition function, ProjectCopy copy) {
    return function.code() instanceof CodeSource.Project
            && FunctionProject.of(function, origins).isPresent()
        ? request
            .function()
            .of(request.source().readAt(copy.inCopy(request.source().source())), request.source())
        : function;
  }

  private FixFolder folder(Subject subject, ProjectCopy copy) {
    return new FixFolder(
        request.out(),
        copy,
        template(subject.project()),
        subject.function(),
        subject.top().map(at -> at.relativize(real(subject.project()))).orElse(Path.of("")));
  }

  private FixOutcome search(
      Subject subject,
      Draft base,
      FixWorkshop workshop,
      FixFolder folder,
      Optional<Checkpoint> earlier,
      FixState state,
      Unwinding unwinding,
      long deadlineNanos)
      throws InterruptedException {
    FunctionDefinition function = subject.function();
    workshop.begin(
        base,
        code ->
            FixEvents.of(
                subject.application(), function, request.events(), request.training(), code),
        left(deadlineNanos));
    FixKey served = new FixKey();
    workshop.events().forEach(served::add);
    boolean isServedAsBefore = state.isServedAsBefore(served.text(), progress);
    FixBuilds.ofTrials(workshop.testedBuildTakes(), request.limit(), left(deadlineNanos))
        .ifPresent(progress::line);
    Runnable hook = Interruption.onInterrupt(() -> listener.progress().line(folder.words()));
    FixPage page =
        new FixPage(
            request.out(),
            request.source().named(),
            folder.hasSettings(),
            named(function),
            EventChoice.of(request.events().stream().findFirst()).named()
                + request.allData().named(),
            new FixSubject.Again(
                "thaw fix " + named(function) + searched(request), request.limit()));
    FixSubject made = workshop.subject(base, page).deployedWith(deployedMiB(subject));
    FixSubject named =
        noPackage(ApplicationReader.template(request.source().source()), function)
            .map(why ->
                made.warned(
                    Stream.concat(made.warnings().stream(), Stream.of(why)).toList(), made.busy()))
            .orElse(made);
    Ongoing ongoing = new Ongoing(progress);
    FixShown shown =
        new FixShown(
            progress,
            ongoing,
            folder,
            workshop,
            page,
            kept(function, workshop, base),
            named,
            new FixNoise(workshop.instance()),
            FixTold.in(request.out()),
            FunctionsOfModule.of(subject.application(), function, origins),
            unwinding);
    Duration limit =
        left(deadlineNanos)
            .minus(request.training().map(workshop::coverageTakes).orElse(Duration.ZERO));
    Search search =
        new Search(
            workshop,
            request.kinds(),
            limit,
            earlier.filter(_ -> isServedAsBefore),
            state::decided,
            shown,
            System::nanoTime);
    FixResult found;
    try (ongoing) {
      found = search.run(base);
    }
    Interruption.forget(hook);
    FixResult result = found.withNeeds(needs(found.needs(), request.limit(), limit));
    boolean isExplained = result.gains() || workshop.explained(base).isPresent();
    return written(
        subject, workshop, shown, state, isExplained ? left(workshop, search, result) : result);
  }

  /**
   * Returns the whole time limit that another search needs; empty where this one would do.
   *
   * @param ofSearch what of the limit was left when the search began
   */
  static Optional<Duration> needs(Optional<Duration> needs, Duration limit, Duration ofSearch) {
    return needs
        .filter(each -> each.compareTo(ofSearch) > 0)
        .map(each -> limit.minus(ofSearch).plus(each));
  }

  private FixOutcome written(
      Subject subject, FixWorkshop workshop, FixShown shown, FixState state, FixResult result)
      throws InterruptedException {
    FunctionDefinition function = subject.function();
    Path project = subject.project();
    Optional<FixShown.Written> written = shown.write(result);
    if (!result.isOpen()) {
      state.end();
    }
    if (written.isEmpty()) {
      return standing(FixOutcome.Standing.better(request.out(), result));
    }
    Optional<TrainingCoverage> coverage = coverage(workshop, result);
    coverage.ifPresent(each ->
        TrainingReport.write(function.shown(), each, request.out().resolve(TrainingReport.NAME)));
    if (request.training().isPresent() && workshop.isRestored(result.kept())) {
      write(workshop.priming(result.kept()), function);
    }
    FixSearched searched =
        new FixSearched(
            written.get().subject(),
            result,
            Stream.concat(written.get().notes().stream(), notClean(project).stream()).toList(),
            request.out().resolve(FixPage.NAME),
            request.out().resolve("fix.json"),
            coverage);
    listener.searched(searched);
    return new FixOutcome(Optional.of(searched), Optional.empty(), Optional.empty());
  }

  /** Returns what the command that applies the patch will refuse, while there is time for it. */
  private Optional<String> notClean(Path project) {
    return Files.exists(request.out().resolve(FixFolder.PATCH)) && !request.applies()
        ? FixTree.notClean(project)
            .map(file -> "before --apply, commit or stash what was changed: " + file)
        : Optional.empty();
  }

  private FixKept kept(FunctionDefinition function, FixWorkshop workshop, Draft base) {
    return new FixKept(
        function.logicalId(),
        function.memory(),
        request.function().jvm(),
        workshop.events(),
        request.allData(),
        base);
  }

  /** Writes the list of classes for hooks that people write themselves. */
  private void write(PrimingList list, FunctionDefinition function) {
    Path file = request.out().resolve(PrimingRun.NAME);
    AtomicFile.write(
        file,
        list.text(
            List.of("Classes that requests of " + function.logicalId() + " load after init.")));
    progress.line(
        "%s has the %d classes that requests load after init, and %d of them may be initialised"
            .formatted(file, list.classes().size(), list.initialised()));
  }

  /** Returns what the training covers; absent where tests have trained no archive. */
  private Optional<TrainingCoverage> coverage(FixWorkshop workshop, FixResult result)
      throws InterruptedException {
    return request.training().isPresent()
        ? workshop.coverage(result.kept(), request.training().get())
        : Optional.empty();
  }

  /** Returns in words why no package can be made; empty where one can. */
  static Optional<String> noPackage(Optional<Path> template, FunctionDefinition function) {
    return PackagedTemplate.objection(template, function)
        .map(each -> "thaw package refuses it: " + each.getMessage() + "; " + each.remedy());
  }

  /** Building the function as it is has taken its part. */
  private static Duration left(long deadlineNanos) {
    return Duration.ofNanos(Math.max(1, deadlineNanos - System.nanoTime()));
  }

  /** Returns a remark on where the function's sources are, or that there are none. */
  private Optional<String> whereSourcesAre(
      FunctionDefinition function, Optional<FunctionProject> module) {
    if (function.code() instanceof CodeSource.Project || request.keepsSources()) {
      return Optional.empty();
    }
    Path code = function.code().path();
    return Optional.of(
        module
            .map(each ->
                code + " is what the build of " + each.path() + " makes: that is built in a copy")
            .orElse(
                code
                    + " is built already: only what changes no source is tried. For more, name"
                    + " the project: as CodeUri of the template, or as the path"));
  }

  /** Returns a digest of all on which the measurements depend. */
  private String key(Subject subject, Workspace workspace) throws InterruptedException {
    FunctionDefinition function = subject.function();
    Path sources = subject.module().isPresent() ? subject.project() : function.code().path();
    String jdk = workspace.jdkOf(function, request.function().jvm());
    FixKey code = new FixKey().addSources(sources, request.out(), FixJob::isOfResult);
    function
        .layers()
        .forEach(layer -> code.addSources(layer.path(), request.out(), FixJob::isOfResult));
    FixKey events = new FixKey();
    subject.events().texts().forEach(events::add);
    events.add(request.allData().digest(subject.application(), subject.data().before()));
    FixKey settings =
        new FixKey()
            .add(ProgramVersion.read())
            .add(
                request.source().named()
                    + " --function "
                    + Text.quoted(function.logicalId())
                    + request.function().named())
            .add("" + request.keepsSources())
            .add("" + request.skipsTests())
            .add(jdk)
            .add(function.runtime())
            .add(function.handler())
            .add(function.memory().toString())
            .add(function.timeout().toString())
            .add(starts(function, workspace))
            .add(new TreeMap<>(function.environment()).toString());
    return FixKey.of(
        new TreeMap<>(
            Map.of("the code", code, "the events or data", events, "the settings", settings)));
  }

  /** Returns whether {@code thaw fix} writes what has this name in a result's folder. */
  static boolean isOfResult(String name) {
    return FixFormer.isPart(name)
        || List.of(FixState.NAME, FixTree.UNDO, PrimingRun.NAME).contains(name);
  }

  /** Returns whether the function is restored, by its template and by what this host can do. */
  static String starts(FunctionDefinition function, Workspace workspace)
      throws InterruptedException {
    return function.snapStart() ? "restored: " + workspace.snapshots().arePossible() : "plain";
  }

  /** Returns the function as the options of a command name it. */
  private String named(FunctionDefinition function) {
    return request.source().named()
        + " --function "
        + request.function().nameOf(function.shown())
        + request.function().named();
  }

  /** Returns the memory that the template has; without one that which was measured. */
  private int deployedMiB(Subject subject) {
    FunctionDefinition measured = subject.function();
    return (ApplicationReader.template(request.source().source()).isPresent()
            ? FunctionChoice.chosen(subject.application(), measured.logicalId())
            : measured)
        .memory()
        .mebibytes();
  }

  /** Returns the options of a search, as the command has them. */
  static String searched(FixRequest request) {
    return request.events().stream()
            .map(each -> EventChoice.of(Optional.of(each)).named())
            .collect(Collectors.joining())
        + request.data().named()
        + request
            .training()
            .map(each -> " --training " + Text.quoted(each.folder().toString()))
            .orElse("")
        + FixScope.of(request).named()
        + (request.skipsTests() ? " --skip-tests" : "")
        + " --out "
        + Text.quoted(request.out().toString());
  }

  /**
   * Returns the result with what is left for people: of the function as it is deployed with the
   * patch, and what of that the package leaves. The result is proven without it.
   */
  private FixResult left(FixWorkshop workshop, Search search, FixResult result)
      throws InterruptedException {
    if (!search.isTimeToExplain(result.patched())) {
      return result; // of an earlier start, without what was kept
    }
    if (result.gains()) {
      progress.line("explaining what is left with what was kept ...");
    }
    try {
      FixLeft.Found deployed = found(workshop, result.patched(), result.patchedFigures());
      return FixLeft.of(
          result.withConsidered(
              Considered.of(
                  result.considered(),
                  deployed.examined(),
                  result.steps(),
                  request.kinds(),
                  "found after the trials had ended")),
          deployed,
          result.needsPackage() && search.isTimeToExplain(result.kept())
              ? Optional.of(found(workshop, result.kept(), result.result()))
              : Optional.empty());
    } catch (UserMistake e) {
      progress.line("what was kept cannot be explained: " + e.getMessage());
      return result.withByHand(List.of());
    }
  }

  private static FixLeft.Found found(FixWorkshop workshop, Draft draft, FixResult.Figures figures)
      throws InterruptedException {
    return new FixLeft.Found(workshop.examine(draft), workshop.explain(draft), figures);
  }

  /** Returns why no source of the function is changed, where that is so for all of them. */
  private String unedited(Subject subject) {
    Optional<Path> foreign =
        subject
            .module()
            .map(FunctionProject::path)
            .filter(module -> FixEdits.noSources(module).endsWith(Family.JAVA_ONLY));
    if (foreign.isPresent() && !FixEdits.hasSources(foreign.get())) {
      return FixEdits.noSources(foreign.get());
    }
    if (request.keepsSources()) {
      return "with --safe sources stay as they are";
    }
    Path code = subject.function().code().path();
    return subject.module().isEmpty()
        ? code
            + " is built already, and the project that makes it is not known"
            + (CodeLocation.isBuilt(code)
                ? ": no module's result has the same bytes (build it and run cdk synth again)"
                : "")
        : "the handler's class serves another function, with another method or other variables";
  }

  private Path template(Path project) {
    Path given = request.source().source().toAbsolutePath().normalize();
    if (Files.isRegularFile(given)) {
      return project.relativize(given);
    }
    return ApplicationReader.template(given)
        .map(project::relativize)
        .orElse(Path.of("template.yaml"));
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("could not resolve " + path, e);
    }
  }
}
