package thaw.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.build.FunctionProject;
import thaw.app.build.ProjectCopy;
import thaw.app.fix.FixBuilds;
import thaw.app.fix.FixEdits;
import thaw.app.fix.FixEvents;
import thaw.app.fix.FixFolder;
import thaw.app.fix.FixKept;
import thaw.app.fix.FixKey;
import thaw.app.fix.FixPage;
import thaw.app.fix.FixShown;
import thaw.app.fix.FixState;
import thaw.app.fix.FixTree;
import thaw.app.fix.FixWorkshop;
import thaw.app.fix.SdkRecipes;
import thaw.app.shared.ExitCode;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.app.shared.TimeText;
import thaw.app.shared.Unwinding;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.cli.option.FunctionOption;
import thaw.cli.option.SourceOptions;
import thaw.experiment.Experiment;
import thaw.fix.FixResult;
import thaw.fix.Logbook;
import thaw.fix.Search;
import thaw.fix.Step;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;
import thaw.remedy.Candidates;
import thaw.remedy.Draft;
import thaw.remedy.Kind;
import thaw.remedy.Remedy;
import thaw.report.fix.FixTerminal;
import thaw.store.FolderLock;

/** {@code thaw fix}: finds what makes a cold start shorter, proves it, and writes it as a patch. */
@Command(
    name = "fix",
    description =
        "Makes a function's cold start shorter: tries remedies in a copy of the project, measures"
            + " each, and writes those that gain.",
    mixinStandardHelpOptions = true)
final class FixCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private FunctionOption choice = new FunctionOption();

  @Option(
      names = "--event",
      paramLabel = "FILE|JSON",
      description =
          "An event to train and check with; repeatable. The first one is measured. Default: the"
              + " function's own event, else one of each event source in the template.")
  private List<String> given = new ArrayList<>();

  @Option(
      names = "--safe",
      description =
          "Tries only remedies that the function cannot notice: archive, JVM options,"
              + " packaging.")
  private boolean safe;

  @Option(
      names = "--all",
      description = "Also tries remedies that change behaviour or the bill, such as MemorySize.")
  private boolean all;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "Time limit of the search: 90s, 10m, 1h. Default: ${DEFAULT-VALUE}.")
  private String budget = "10m";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for fix.html, fix.json, thaw-fix.patch and archives. Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("thaw-fix");

  @Option(
      names = "--apply",
      description =
          "Applies the result in --out to the work tree, which must be clean. Without a result it"
              + " makes one first.")
  private boolean apply;

  @Option(names = "--undo", description = "Takes back what --apply has changed.")
  private boolean undo;

  @Override
  public Integer call() throws InterruptedException {
    long beganNanos = System.nanoTime();
    FixTree tree = new FixTree(out);
    if (undo) {
      List<Path> files = tree.undo();
      files.forEach(file -> System.out.println("taken back: " + file));
      return ExitCode.DONE;
    }
    if (safe && all) {
      throw new UserMistake("--safe and --all exclude each other", "give one of them");
    }
    Duration limit = limit(budget);
    choice.check();
    Application application = source.read();
    FunctionDefinition function = choice.of(application, source);
    FixEvents events = FixEvents.of(application, function, given, Progress.standard());
    FixTree.requireGit();
    Optional<FunctionProject> module =
        FunctionProject.of(function.code()).filter(each -> each.archive().isEmpty() || !safe);
    Path project = ProjectCopy.originalOf(application, module);
    Optional<Path> top =
        apply ? Optional.of(FixTree.requireClean(project)) : FixTree.repository(project);
    if (apply && tree.holds(function.logicalId())) {
      return applied(tree, top.orElseThrow());
    }
    tree.requireOwn();
    Experiment.requireWritable(out);
    long deadlineNanos = beganNanos + limit.toNanos();
    boolean proven =
        search(application, function, module, project, top, events, deadlineNanos, tree);
    if (proven && apply) {
      FixTree.requireClean(project); // that was some minutes ago
      return applied(tree, top.orElseThrow());
    }
    return proven ? ExitCode.DONE : ExitCode.FUNCTION_FAILED;
  }

  private Integer applied(FixTree tree, Path top) {
    if (!tree.gains()) {
      System.out.println("nothing in " + out + " gains: nothing was changed");
      return ExitCode.FUNCTION_FAILED;
    }
    List<Path> files = tree.apply(top);
    files.forEach(file -> System.out.println("changed: " + file));
    if (Files.isDirectory(out.resolve(FixFolder.ARCHIVE))) {
      System.out.println("to be deployed: " + out.resolve(FixFolder.ARCHIVE).resolve("README.txt"));
    }
    System.out.println("thaw fix --undo --out " + out + " takes it back");
    return ExitCode.DONE;
  }

  static Duration limit(String text) {
    return TimeText.parse(text)
        .filter(limit -> !limit.isZero())
        .orElseThrow(() ->
            new UserMistake("--budget must be a time: " + text, "write it like 90s, 10m or 1h"));
  }

  /** Building the function as it is has taken its part. */
  private static Duration left(long deadlineNanos) {
    return Duration.ofNanos(Math.max(1, deadlineNanos - System.nanoTime()));
  }

  /** Whether the class serves another function, too, which may have other variables. */
  private static boolean isShared(Application application, FunctionDefinition function) {
    String owner = function.handler().split("::", -1)[0];
    return application.functions().stream()
        .filter(other -> !other.logicalId().equals(function.logicalId()))
        .filter(other -> other.handler().split("::", -1)[0].equals(owner))
        .filter(other -> other.code().path().equals(function.code().path()))
        .anyMatch(other ->
            !other.handler().equals(function.handler())
                || !other.environment().keySet().equals(function.environment().keySet()));
  }

  private boolean search(
      Application application,
      FunctionDefinition function,
      Optional<FunctionProject> module,
      Path project,
      Optional<Path> top,
      FixEvents events,
      long deadlineNanos,
      FixTree tree)
      throws InterruptedException {
    Progress progress = Progress.standard();
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    source(function, module).ifPresent(progress::line);
    try (Unwinding unwinding = new Unwinding();
        ProjectCopy copy = ProjectCopy.of(application, module, out);
        Workspace workspace = Workspace.observing(progress);
        FolderLock _ = tree.lock(workspace.cache())) {
      workspace.requireJdk(choice.jvm());
      workspace.letReach(source.reachesHost());
      workspace.sayWhatIsMissing();
      workspace.startServices(application);
      FunctionDefinition copied =
          function.code() instanceof CodeSource.Project
              ? choice.of(source.readAt(copy.inCopy(source.source())), source)
              : function;
      FixState state = FixState.in(out);
      String key =
          key(
              function,
              module.isPresent() ? project : function.code().path(),
              events,
              tree.applied(),
              workspace.jdkOf(function, choice.jvm()));
      Logbook logbook = state.logbook(key, progress);
      state.use(copy);
      Optional<FunctionProject> tested =
          module.filter(_ -> !safe).map(each -> each.movedTo(copy.inCopy(each.path())));
      FixBuilds builds = new FixBuilds(copy, copied.code(), tested, state, progress);
      SdkRecipes recipes = new SdkRecipes(workspace.cache(), progress);
      FixWorkshop workshop =
          new FixWorkshop(
              workspace,
              new Variants(workspace, application, _ -> events.texts().getFirst(), progress),
              copy,
              copied,
              builds,
              tested
                  .filter(_ -> !isShared(application, function))
                  .map(each -> new FixEdits(copy, each, copied, recipes, progress)),
              choice.jvm(),
              events,
              state,
              source.named(),
              progress);
      Draft base = deployed(tree.applied());
      progress.line("making " + function.logicalId() + " as it is ...");
      workshop.begin(base);
      FixFolder folder =
          new FixFolder(
              out,
              copy,
              template(project),
              function.logicalId(),
              function.handler(),
              top.map(at -> at.relativize(real(project))).orElse(Path.of("")));
      if (logbook.known() == 0) {
        folder.clear();
      }
      Runnable hook = Interruption.onInterrupt(() -> progress.line(folder.words()));
      FixPage page = new FixPage(out, source.named(), named(function), function.logicalId());
      FixKept kept =
          new FixKept(
              function.logicalId(), function.memory(), choice.jvm(), workshop.events(), base);
      FixShown shown = new FixShown(progress, folder, workshop, page, kept, unwinding);
      FixResult result =
          new Search(workshop, kinds(), left(deadlineNanos), logbook, shown, System::nanoTime)
              .run(base);
      Interruption.forget(hook);
      if (result.gains()) {
        progress.line("explaining what was kept, for " + FixPage.NAME + " ...");
        explain(workshop, result.kept(), progress);
      }
      List<String> notes = shown.write(result);
      System.out.print(FixTerminal.render(function.logicalId(), result));
      notes.forEach(System.out::println);
      if (result.steps().stream().anyMatch(Step::isOpen)) {
        System.out.println("the same command goes on with what the time limit left");
      } else {
        state.delete();
      }
      System.out.println("Result: " + out.resolve(FixPage.NAME) + ", " + out.resolve("fix.json"));
      return result.gains();
    }
  }

  /** What is to be said of where the sources are, or that there are none. */
  private Optional<String> source(FunctionDefinition function, Optional<FunctionProject> module) {
    if (function.code() instanceof CodeSource.Project || safe) {
      return Optional.empty();
    }
    Path code = function.code().path();
    return Optional.of(
        module
            .map(each ->
                code + " is what the build of " + each.path() + " makes: that is built in a copy")
            .orElse(
                code
                    + " is built already: only what changes no source is tried. For more, let"
                    + " CodeUri name the project"));
  }

  /** Of all that what was measured depends on. */
  private String key(
      FunctionDefinition function,
      Path sources,
      FixEvents events,
      List<String> deployed,
      String jdk) {
    FixKey key = new FixKey().add(program()).add(named(function)).add(kinds().toString()).add(jdk);
    events.texts().forEach(key::add);
    deployed.forEach(key::add);
    key.add(function.runtime()).add(function.handler()).add(function.memory().toString());
    key.add(function.timeout().toString()).add(new TreeMap<>(function.environment()).toString());
    key.addSources(sources, out);
    function.layers().forEach(layer -> key.addSources(layer.path(), out));
    return key.text();
  }

  private static String program() {
    try {
      return Version.read();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the version", e);
    }
  }

  /** As a command names it. */
  private String named(FunctionDefinition function) {
    return source.named() + " --function " + function.logicalId() + choice.named();
  }

  /** The result is proven without it. */
  private static void explain(FixWorkshop workshop, Draft kept, Progress progress)
      throws InterruptedException {
    try {
      workshop.explain(kept);
    } catch (UserMistake e) {
      progress.line("what was kept cannot be explained: " + e.getMessage());
    }
  }

  private Path template(Path project) {
    Path given = source.source().toAbsolutePath().normalize();
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

  /** What was applied and is no change of a file is part of the function as it is. */
  private static Draft deployed(List<String> steps) {
    Draft base = Draft.UNCHANGED;
    for (Remedy remedy : Candidates.deployed()) {
      base = steps.contains(remedy.id()) ? base.with(remedy) : base;
    }
    return base;
  }

  private Set<Kind> kinds() {
    Set<Kind> kinds = EnumSet.of(Kind.SAFE);
    if (!safe) {
      kinds.add(Kind.REVIEWED);
    }
    if (all) {
      kinds.add(Kind.DIFFERENT);
    }
    return kinds;
  }
}
