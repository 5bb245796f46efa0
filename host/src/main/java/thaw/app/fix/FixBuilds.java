package thaw.app.fix;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import thaw.app.build.BuildProject;
import thaw.app.build.FunctionBuild;
import thaw.app.build.FunctionProject;
import thaw.app.build.OwnTests;
import thaw.app.build.ProjectBuild;
import thaw.app.build.ProjectCopy;
import thaw.app.build.TestCause;
import thaw.app.build.TestReports;
import thaw.app.build.TestedBuild;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.files.WholeFile;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.remedy.edit.TestsOnNewerJdk;
import thaw.sandbox.jdk.Jdk;

/**
 * Builds a function's project with changes of its files. It builds each set of changes once, and
 * keeps the result where the next build does not write.
 */
final class FixBuilds {
  /** With one build, where there is no time limit. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final String SAFE = "thaw fix --safe";

  /** So many trials of sources are to have time. */
  private static final int TRIALS = 3;

  private final ProjectCopy copy;
  private final CodeSource source;
  private final int runtime;
  private final Map<String, String> environment;
  private final @Nullable FunctionProject tested;
  private final FixState state;
  private final OwnTests own;
  private @Nullable Boolean hasTests; // once it is known
  private final Progress progress;
  private final Map<Wanted, CodeSource> deployed = new HashMap<>();
  private final Map<Wanted, Refusal> refused = new HashMap<>();
  private final Set<Wanted> late = new HashSet<>();
  private Optional<Duration> ownTests = Optional.empty();
  private boolean refusesPoms; // that skip the tests of other modules
  private Duration patience = PATIENCE;

  /**
   * Why a build fails or its tests do; it would fail again.
   *
   * @param obstacle to the tests of a newer JDK, where one was found
   */
  private record Refusal(String why, String remedy, Optional<TestsOnNewerJdk.Obstacle> obstacle) {
    UserMistake mistake() {
      return new UserMistake(
          obstacle.map(each -> why + "; in the way stands: " + each.words()).orElse(why), remedy);
    }
  }

  /**
   * One build.
   *
   * @param texts of the changed files
   * @param jdk on which its tests run, and the build where it can; empty for the usual one
   */
  record Wanted(Map<Path, String> texts, Optional<Jdk> jdk) {
    private static final Wanted UNCHANGED = new Wanted(Map.of(), Optional.empty());

    private boolean isUnchanged() {
      return texts.isEmpty() && jdk.isEmpty();
    }

    private int feature() {
      return jdk.map(Jdk::feature).orElse(0);
    }
  }

  /**
   * @param source of the function, which is built as it is where nothing is tested
   * @param runtime Java version of the function's runtime, for whose JDK it is built then; 0 for
   *     any
   * @param tested the project in the copy, whose tests must pass
   * @param state where what was built is kept
   * @param own what its tests have to do before any change; those that pass must pass after it
   */
  FixBuilds(
      ProjectCopy copy,
      CodeSource source,
      int runtime,
      Optional<FunctionProject> tested,
      FixState state,
      OwnTests own,
      Progress progress) {
    this(copy, source, runtime, System.getenv(), tested, state, own, progress);
  }

  /**
   * @param environment of builds without tests
   */
  FixBuilds(
      ProjectCopy copy,
      CodeSource source,
      int runtime,
      Map<String, String> environment,
      Optional<FunctionProject> tested,
      FixState state,
      OwnTests own,
      Progress progress) {
    this.copy = copy;
    this.source = source;
    this.runtime = runtime;
    this.environment = environment;
    this.tested = tested.orElse(null);
    this.state = state;
    this.own = own;
    this.progress = progress;
  }

  /** Returns whether the project's tests have to pass. */
  boolean isTested() {
    return tested != null && own != OwnTests.SKIPPED;
  }

  /** Returns whether the project has a build whose tests are left out. */
  boolean skipsTests() {
    return tested != null && own == OwnTests.SKIPPED;
  }

  /**
   * Returns whether the project has a source file of a test, wherever its build may look for them.
   */
  boolean hasTests() {
    if (hasTests == null) {
      hasTests = TestSources.areIn(copy.root());
    }
    return hasTests;
  }

  private boolean mayFail() {
    return own == OwnTests.RUN || own == OwnTests.PASS_AS_BEFORE;
  }

  /** Returns the file that has what the last build with the project's own tool has said. */
  Path log() {
    return state.folder().resolve("build.log");
  }

  /** Limits each build from now on to what the time limit leaves for it. */
  void within(Duration most) {
    patience = most.isNegative() ? Duration.ZERO : most.compareTo(PATIENCE) < 0 ? most : PATIENCE;
  }

  /** Returns whether a build was ended because the time limit had left no more for it. */
  boolean wasLate(Wanted wanted) {
    return late.contains(wanted);
  }

  /** Returns whether a build was made, by this search or the one before. */
  boolean isKnown(Wanted wanted) {
    return deployed.containsKey(wanted)
        || state.built(wanted.texts(), wanted.feature()).isPresent();
  }

  /**
   * Returns the tests that pass before any change, where others fail; empty where all pass, or none
   * are run.
   */
  Optional<Set<String>> passing() {
    return mayFail() ? state.passing() : Optional.empty();
  }

  /** Returns the deployment package of a build. */
  CodeSource of(Wanted wanted) throws InterruptedException {
    CodeSource known = deployed.get(wanted);
    if (known != null) {
      return known;
    }
    Refusal refusal = refused.get(wanted);
    if (refusal != null) {
      throw refusal.mistake();
    }
    // What a search has built whose tests may fail says nothing of them to one whose tests may not.
    boolean isDoubtful = wanted.isUnchanged() && !mayFail() && state.passing().isPresent();
    Optional<FunctionBuild> earlier =
        isDoubtful ? Optional.empty() : state.built(wanted.texts(), wanted.feature());
    CodeSource made = earlier.isPresent() ? earlier.get().deployed() : timed(wanted);
    deployed.put(wanted, made);
    return made;
  }

  private CodeSource timed(Wanted wanted) throws InterruptedException {
    long began = System.nanoTime();
    late.remove(wanted);
    CodeSource made;
    try {
      made = made(wanted);
    } catch (UserMistake e) {
      boolean isLate =
          patience.compareTo(PATIENCE) < 0 && System.nanoTime() - began >= patience.toNanos();
      if (!isLate) {
        throw e;
      }
      late.add(wanted);
      throw late(wanted);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    if (wanted.isUnchanged()) {
      state.tookToBuild(took);
    } else if (isOfModuleAlone(wanted)) {
      ownTests = Optional.of(took);
    }
    return made;
  }

  private UserMistake late(Wanted wanted) {
    return new UserMistake(
        "%sthe build%s was still at work after %d s, which is all that the time limit left for it"
            .formatted(
                wanted.isUnchanged() ? "before any change, " : "",
                tested == null
                    ? ""
                    : " of " + tested.path().getFileName() + (isTested() ? " with its tests" : ""),
                patience.toSeconds()),
        "give it more time, such as --budget 20m");
  }

  /** Returns what the build of the unchanged project took. */
  Duration takes() {
    return state.tookToBuild();
  }

  /** Returns what a build with changes is expected to take. */
  Duration takes(Wanted wanted) {
    return ownTests.filter(_ -> isOfModuleAlone(wanted)).orElseGet(this::takes);
  }

  /**
   * Returns whether a build needs no tests of other modules: these have passed as they are, and
   * nothing of the change is in them.
   */
  private boolean isOfModuleAlone(Wanted wanted) {
    if (tested == null || refusesPoms || wanted.isUnchanged() || wanted.jdk().isPresent()) {
      return false;
    }
    BuildProject project = TestedBuild.of(tested).project();
    return passing().isEmpty()
        && isKnown(Wanted.UNCHANGED)
        && wanted.texts().keySet().stream()
            .map(copy.root()::resolve)
            .allMatch(project::isOfModuleAlone);
  }

  /**
   * Returns what stands in the way of tests on another JDK; empty where they pass, or fail for a
   * reason that is not known.
   */
  Optional<TestsOnNewerJdk.Obstacle> obstacle(Wanted wanted) throws InterruptedException {
    try {
      of(wanted);
      return Optional.empty();
    } catch (UserMistake e) {
      Refusal refusal = refused.get(wanted);
      return refusal == null ? Optional.empty() : refusal.obstacle();
    }
  }

  /** The classes and libraries of a tested build that was made. */
  Optional<CodeSource.Built> compiled(Wanted wanted) {
    return state.built(wanted.texts(), wanted.feature()).map(FunctionBuild::compiled);
  }

  private CodeSource made(Wanted wanted) throws InterruptedException {
    copy.write(wanted.texts());
    if (tested == null) {
      return untested(wanted);
    }
    try {
      return tested(tested, wanted);
    } catch (UserMistake e) {
      boolean isZipOnly = tested.archive().isPresent() && !e.remedy().contains(SAFE);
      throw new UserMistake(
          copy.ofOriginal(String.valueOf(e.getMessage())),
          copy.ofOriginal(e.remedy())
              + (isZipOnly ? "; or start the built file as it is: " + SAFE : ""));
    }
  }

  /**
   * Returns in words what trials of changes of sources take, where the time limit leaves room for
   * few of them; empty elsewhere.
   *
   * @param limit of the whole search
   * @param left of it
   */
  static Optional<String> ofTrials(Duration takes, Duration limit, Duration left) {
    Duration wanted = limit.minus(left).plus(takes.multipliedBy(TRIALS));
    return takes.isZero() || wanted.compareTo(limit) <= 0
        ? Optional.empty()
        : Optional.of(
            "each trial of a change of sources builds the project and runs its tests again, which takes about %d s, and %d s of the time limit are left: the result names the --budget that goes on with what that leaves"
                .formatted(takes.toSeconds(), left.toSeconds()));
  }

  private CodeSource untested(Wanted wanted) throws InterruptedException {
    int feature = wanted.jdk().map(Jdk::feature).orElse(runtime);
    return switch (new ProjectBuild(progress, environment, patience, copy.beside("builds"))
        .built(source, feature)) {
      case CodeSource.Built built -> kept(wanted, new FunctionBuild(built, built));
      case CodeSource.Archive(Path file) ->
          new CodeSource.Archive(copy.keep(file, "built-" + deployed.size()));
      case CodeSource.Folder folder -> folder;
      case CodeSource.Image image -> image;
      case CodeSource.Project project -> project;
    };
  }

  private CodeSource kept(Wanted wanted, FunctionBuild build) {
    return state.keep(wanted.texts(), wanted.feature(), build).deployed();
  }

  private CodeSource tested(FunctionProject project, Wanted wanted) throws InterruptedException {
    String what =
        "building "
            + project.path().getFileName()
            + (wanted.texts().isEmpty() ? "" : " with the change")
            + wanted.jdk().map(jdk -> " on " + jdk.label()).orElse("")
            + (!isTested() ? ", without its tests" : hasTests() ? ", and running its tests" : "");
    try (Progress.Work _ = progress.begin(what)) {
      return run(project, wanted);
    }
  }

  private CodeSource run(FunctionProject project, Wanted wanted) throws InterruptedException {
    TestedBuild usual = TestedBuild.of(project).with(isTested() ? OwnTests.PASS : own);
    TestedBuild build = wanted.jdk().map(usual::on).orElse(usual);
    Path log = log();
    Optional<Set<String>> passing = wanted.isUnchanged() ? Optional.empty() : passing();
    if (passing.isPresent()) {
      return compared(project, wanted, build.with(OwnTests.RUN), log, passing.get());
    }
    long endNanos = System.nanoTime() + patience.toNanos();
    Instant began = TestReports.now(copy.root());
    TestedBuild.Result result =
        isOfModuleAlone(wanted)
            ? withItsTests(build, wanted, log, endNanos)
            : build.run(log, patience, progress::line);
    if (wanted.isUnchanged() && result instanceof TestedBuild.Result.Passed) {
      state.passing(
          isTested() && TestReports.areAllSkipped(copy.root(), began)
              ? Optional.of(Set.of())
              : Optional.empty());
    }
    return switch (result) {
      case TestedBuild.Result.Passed passed -> passed(wanted, passed);
      case TestedBuild.Result.Failed failed
          when mayFail() && wanted.isUnchanged() && failed.isOfTests() ->
          despite(project, wanted, build.with(OwnTests.RUN), log, failed, endNanos);
      case TestedBuild.Result.Failed failed
          when mayFail() && failed.isOfTests() && !deployed.containsKey(Wanted.UNCHANGED) ->
          withoutChangeFirst(project, wanted, failed);
      case TestedBuild.Result.Failed failed -> throw refused(project, wanted, failed).mistake();
    };
  }

  /**
   * Builds all that the module needs, and runs its tests alone; those of all where the build fails
   * otherwise, as a plug-in may refuse a pom that we have changed.
   */
  private TestedBuild.Result withItsTests(TestedBuild build, Wanted wanted, Path log, long endNanos)
      throws InterruptedException {
    Map<Path, String> texts = new HashMap<>(wanted.texts());
    build
        .project()
        .withoutTestsElsewhere()
        .forEach((file, text) -> texts.put(copy.root().relativize(file), text));
    TestedBuild.Result result;
    copy.write(texts);
    try {
      result = build.run(log, patience, progress::line);
    } finally {
      copy.write(wanted.texts());
    }
    Duration left = Duration.ofNanos(endNanos - System.nanoTime());
    if (!(result instanceof TestedBuild.Result.Failed failed)
        || failed.isOfTests()
        || texts.equals(wanted.texts())
        || !left.isPositive()) {
      return result;
    }
    TestedBuild.Result whole = build.run(log, left, progress::line);
    refusesPoms |= whole instanceof TestedBuild.Result.Passed;
    return whole;
  }

  private CodeSource passed(Wanted wanted, TestedBuild.Result.Passed passed) {
    wanted
        .jdk()
        .filter(jdk -> jdk.feature() != passed.jdk() && passed.jdk() > 0)
        .ifPresent(jdk ->
            progress.line(
                "the build itself is not one for %s: it ran on JDK %d, and its tests on %s"
                    .formatted(jdk.label(), passed.jdk(), jdk.label())));
    return kept(wanted, passed.build());
  }

  /** Learns which tests pass before any change, where only the change was asked for. */
  private CodeSource withoutChangeFirst(
      FunctionProject project, Wanted wanted, TestedBuild.Result.Failed failed)
      throws InterruptedException {
    of(Wanted.UNCHANGED);
    if (passing().isEmpty()) {
      throw refused(project, wanted, failed).mistake();
    }
    return made(wanted);
  }

  /** Builds what it is before any change, and notes which tests pass. */
  private CodeSource despite(
      FunctionProject project,
      Wanted wanted,
      TestedBuild build,
      Path log,
      TestedBuild.Result.Failed failed,
      long endNanos)
      throws InterruptedException {
    progress.line(
        "before any change, %s; what follows rests on the tests that pass, and on the responses"
            .formatted(failed.why().strip()));
    Instant began = TestReports.now(copy.root());
    TestedBuild.Result result =
        build.run(log, Duration.ofNanos(Math.max(1, endNanos - System.nanoTime())), progress::line);
    if (!(result instanceof TestedBuild.Result.Passed passed)) {
      throw refused(project, wanted, (TestedBuild.Result.Failed) result).mistake();
    }
    Set<String> passing = TestReports.passed(copy.root(), began);
    if (passing.isEmpty() && own == OwnTests.PASS_AS_BEFORE) {
      throw refused(project, wanted, failed).mistake();
    }
    state.passing(Optional.of(passing));
    return passed(wanted, passed);
  }

  /** Builds a change, with which all tests have to pass that pass without it. */
  private CodeSource compared(
      FunctionProject project, Wanted wanted, TestedBuild build, Path log, Set<String> passing)
      throws InterruptedException {
    Instant began = TestReports.now(copy.root());
    TestedBuild.Result result = build.run(log, patience, progress::line);
    if (!(result instanceof TestedBuild.Result.Passed passed)) {
      throw refused(project, wanted, (TestedBuild.Result.Failed) result).mistake();
    }
    SortedSet<String> lost = new TreeSet<>(passing);
    lost.removeAll(TestReports.passed(copy.root(), began));
    if (!lost.isEmpty()) {
      String why =
          "%d of %d tests that pass before any change no longer pass, such as %s"
              .formatted(lost.size(), passing.size(), lost.first());
      throw refused(project, wanted, new TestedBuild.Result.Failed(why, log)).mistake();
    }
    return passed(wanted, passed);
  }

  /** Remembers why a build or its tests fail: they would again. */
  private Refusal refused(
      FunctionProject project, Wanted wanted, TestedBuild.Result.Failed failed) {
    Refusal refusal =
        new Refusal(
            wanted.isUnchanged()
                ? "before any change, "
                    + failed.why().strip().replaceFirst("(?<!\\.)\\.$", "")
                    + likely(failed)
                : failed.why().strip().replaceAll("\\n *", "; ") + likely(failed),
            failed
                    .ofJdk()
                    .or(failed::ofArchive)
                    .or(() -> TestCause.remedy(failed.why()))
                    .orElse(
                        "mend the build of "
                            + project.path().getFileName()
                            + " and its tests first")
                + " ("
                + failed.whereAllIs()
                + "), or try what changes no source: "
                + SAFE
                + (wanted.isUnchanged()
                        && (failed.isOfTests() || failed.why().contains("test failures"))
                    ? ", or run no tests: thaw fix --skip-tests"
                    : ""),
            wanted.jdk().flatMap(_ -> obstacle(project, wanted, failed.log())));
    if (wanted.jdk().isPresent() && !Interruption.hasBegun() && !failed.isLate()) {
      refused.put(wanted, refusal);
    }
    return refusal;
  }

  private static String likely(TestedBuild.Result.Failed failed) {
    return failed.ofJdk().isPresent() ? "; the likely cause is the JDK of the build" : "";
  }

  private Optional<TestsOnNewerJdk.Obstacle> obstacle(
      FunctionProject project, Wanted wanted, Path log) {
    return TestsOnNewerJdk.of(
        Files.exists(log) ? WholeFile.text(log) : "",
        copy.root(),
        project.path(),
        file -> {
          String changed = wanted.texts().get(file);
          return changed == null ? copy.original(file) : changed;
        });
  }
}
