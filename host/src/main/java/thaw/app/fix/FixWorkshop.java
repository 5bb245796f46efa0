package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.app.build.BuildProject;
import thaw.app.build.OnlyOnAws;
import thaw.app.build.ProjectCopy;
import thaw.app.shared.ClientWords;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.app.training.CoverageRun;
import thaw.app.training.PrimingRun;
import thaw.app.training.TrainingChoice;
import thaw.app.why.WhyRun;
import thaw.app.workspace.AgentWatch;
import thaw.app.workspace.Workspace;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.TrainingCoverage;
import thaw.attribution.evidence.AgentModules;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.ManagedRuntime;
import thaw.environment.launch.RuntimeProgram;
import thaw.experiment.ColdStart;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.Variant;
import thaw.explanation.FixSubject;
import thaw.fix.ByHand;
import thaw.fix.Workshop;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.recording.PrimingList;
import thaw.remedy.AgentSettings;
import thaw.remedy.Candidates;
import thaw.remedy.Change;
import thaw.remedy.ClassPriming;
import thaw.remedy.Draft;
import thaw.remedy.Family;
import thaw.remedy.NewestRuntime;
import thaw.remedy.OtherStarts;
import thaw.remedy.Remedy;
import thaw.remedy.RequestPriming;
import thaw.remedy.SdkSettings;
import thaw.remedy.WhyNot;
import thaw.remedy.edit.TestsOnNewerJdk;
import thaw.remedy.edit.TextEdit;
import thaw.sandbox.Instance;
import thaw.sandbox.jdk.Jdks;

/** Builds drafts of one function in a copy of its project, and starts them in boxes. */
final class FixWorkshop implements Workshop {
  /** The longest cold start that two runs explain; longer ones are explained by one run only. */
  private static final Duration LONG_START = Duration.ofSeconds(3);

  /** What the training of an archive takes, until one was: 15 to 45 s were seen. */
  private static final Duration TRAINING = Duration.ofSeconds(30);

  /** Ctrl-C ends a build, too, which may be the first to notice. */
  private static final Duration CTRL_C = Duration.ofSeconds(1);

  private static final int MOST_OBSTACLES = 3;

  private static final int RUNS_OF_SPANS = 3;

  /** What is known of a draft. */
  private static final class Known {
    @Nullable EnvironmentSpec made;
    int starts;
    Duration coldStart = Duration.ZERO; // the last one
    @Nullable Explanation explanation;
    @Nullable PrimingList priming;
  }

  private final DraftedFunction drafted;
  private final Workspace workspace;
  private final ProjectCopy copy;
  private final FunctionDefinition function;
  private final FixBuilds builds;
  private final Progress progress;

  private final @Nullable FixEdits edits;
  private final String unedited;
  private final FixState state;
  private final String named;
  private final ColdStart coldStart;
  private final Set<String> only;
  private final Map<Draft, Known> drafts = new HashMap<>();
  private final Map<FixBuilds.Wanted, String> moveFindings = new HashMap<>();

  /** Variables with which agents record what they did before. */
  private final Set<Map<String, String>> recorded = new HashSet<>();

  private FixEvents events;
  private boolean saidMeasured;
  private @Nullable Responses responses;
  private @Nullable List<TestsOnNewerJdk.Obstacle> obstacles;

  /**
   * @param edits finds changes of sources; none where these stay as they are
   * @param unedited why they do
   * @param only the ids of remedies that are wanted; none for all
   * @param state where explanations are kept
   * @param named how the command named the function
   */
  FixWorkshop(
      DraftedFunction drafted,
      Optional<FixEdits> edits,
      String unedited,
      FixEvents events,
      Set<String> only,
      FixState state,
      String named) {
    this.drafted = drafted;
    this.workspace = drafted.workspace();
    this.copy = drafted.copy();
    this.function = drafted.function();
    this.builds = drafted.builds();
    this.progress = drafted.progress();
    this.edits = edits.orElse(null);
    this.unedited = unedited;
    this.events = events;
    this.only = Set.copyOf(only);
    this.state = state;
    this.named = named;
    this.coldStart = new ColdStart(workspace.instance());
  }

  private Known known(Draft draft) {
    return drafts.computeIfAbsent(draft, _ -> new Known());
  }

  /**
   * Builds the function as it is: services that are started later are for one that can be started.
   *
   * @param most that its build may take
   * @throws UserMistake when it cannot be built or tested
   */
  void build(Draft base, Duration most) throws InterruptedException {
    builds.within(most);
    drafted.build(base);
    builds.within(FixBuilds.PATIENCE);
  }

  /**
   * Makes the function as it is, and learns its responses.
   *
   * @param usual its events, by its code
   * @param most that its build may take
   * @throws UserMistake when it cannot be built, tested or run
   */
  void begin(Draft base, Function<CodeSource, FixEvents> usual, Duration most)
      throws InterruptedException {
    builds.within(most);
    // Before its archive is trained, which these train.
    events = usual.apply(new CodeSource.Folder(drafted.withoutArchive(base).code().root()));
    events.remark().ifPresent(progress::line);
    EnvironmentSpec spec = drafted.with(base, events.texts());
    Responses first = Responses.of(workspace.instance(), spec, events, progress);
    events = first.events();
    responses = first;
    known(base).coldStart = first.coldStart();
    known(base).made = spec;
    builds.within(FixBuilds.PATIENCE);
  }

  /** Returns what the build of the unchanged project took, with its tests; nothing without them. */
  Duration testedBuildTakes() {
    return builds.isTested() ? builds.takes() : Duration.ZERO;
  }

  /**
   * Returns the function as a result names it.
   *
   * @param base that has begun
   */
  FixSubject subject(Draft base, FixPage page) throws InterruptedException {
    EnvironmentSpec made = madeOf(base);
    RuntimeProgram.Java java = (RuntimeProgram.Java) made.program();
    int feature = java.jdk().feature();
    Responses answered = Objects.requireNonNull(responses, "begin comes first");
    return new FixSubject(
        function.shown(),
        new FixSubject.Deployment(
            function.runtime(),
            runtimeJdk(),
            function.snapStart(),
            isRestored(base),
            RestoredKeys.failure(made),
            Optional.empty(),
            MeasuredRestores.of(
                page.folder().resolveSibling("thaw-snapstart"),
                function.logicalId(),
                function.memory().mebibytes())),
        function.memory().mebibytes(),
        java.label(),
        feature,
        client(java),
        answered.told(),
        page.putToUse(feature, function, runtimeJdk()),
        0,
        Stream.of(
                answered.refusal().map(each -> each.message() + ": " + each.remedy()),
                function.foreignMachine(),
                builds
                    .passing()
                    .map(passing ->
                        passing.isEmpty()
                            ? "no test of the project passes before any change (they fail, or are skipped): what was kept rests on equal responses alone"
                            : "some of the project's tests fail before any change: what was kept rests on the %d that pass"
                                .formatted(passing.size())),
                builds.isTested() && !builds.hasTests()
                    ? Optional.of(
                        "the project has no tests: what was kept rests on equal responses alone")
                    : Optional.<String>empty(),
                answered.areEmpty()
                    ? Optional.of(
                        "its handler returns nothing: that responses are equal tells only that it does not fail")
                    : Optional.<String>empty())
            .flatMap(Optional::stream)
            .toList(),
        false);
  }

  private static String client(RuntimeProgram.Java java) {
    try {
      return ClientWords.of(java.client().kind(), java.client().jars());
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the runtime client: " + e, e);
    }
  }

  /** Returns what it takes to learn what a training covers, or which classes a hook loads. */
  Duration coverageTakes(TrainingChoice training) {
    return Objects.requireNonNull(responses, "begin comes first")
        .coldStart()
        .multipliedBy(CoverageRun.starts(events.texts().size(), training));
  }

  Instance instance() {
    return workspace.instance();
  }

  /** Those that it serves, once it has begun. */
  List<byte[]> events() {
    return events.texts();
  }

  @Override
  public Optional<Obstacle> make(Draft draft, Duration most) throws InterruptedException {
    if (known(draft).made != null) {
      return Optional.empty();
    }
    Optional<String> objection =
        drafted.move(draft).flatMap(jdk -> new MoveFindings(jdk).objection(drafted.options(draft)));
    if (objection.isPresent()) {
      return objection.map(Obstacle::of);
    }
    try {
      builds.within(most);
      EnvironmentSpec spec = drafted.with(draft, events.texts());
      Optional<String> difference = storedBeyondLimit(draft, spec);
      if (difference.isEmpty()) {
        difference = Objects.requireNonNull(responses, "begin comes first").difference(spec);
      }
      if (difference.isEmpty()) {
        difference = differenceOfSpans(draft);
      }
      if (difference.isEmpty()) {
        known(draft).made = spec;
      }
      return difference.map(Obstacle::of);
    } catch (UserMistake e) {
      if (Interruption.beginsWithin(CTRL_C)) {
        throw ended();
      }
      return Optional.of(
          new Obstacle(String.valueOf(e.getMessage()), builds.wasLate(drafted.wanted(draft))));
    } finally {
      builds.within(FixBuilds.PATIENCE);
    }
  }

  /** Returns why Lambda would refuse what this machine starts: jars that are stored are larger. */
  private static Optional<String> storedBeyondLimit(Draft draft, EnvironmentSpec spec) {
    return draft.hasStoredJars() && !spec.function().isImage()
        ? FixShown.size(spec).objectionToManaged()
        : Optional.empty();
  }

  /**
   * Returns what a draft records otherwise than the function without its variables; each is
   * compared once, as nothing else of a draft changes what an agent records.
   */
  private Optional<String> differenceOfSpans(Draft draft) throws InterruptedException {
    if (!isRecordedOtherwise(draft)) {
      return Optional.empty();
    }
    EnvironmentSpec with = drafted.withoutArchive(draft);
    Map<String, String> without = new TreeMap<>(with.function().environment());
    draft
        .variables()
        .keySet()
        .forEach(name -> {
          without.remove(name);
          Optional.ofNullable(function.environment().get(name))
              .ifPresent(own -> without.put(name, own));
        });
    progress.line("comparing the spans of all events ...");
    Optional<String> difference =
        new RecordedSpans(workspace.instance(), events.texts())
            .difference(with.withFunction(with.function().withEnvironment(without)), with);
    if (difference.isEmpty()) {
      recorded.add(draft.variables());
    }
    return difference;
  }

  /**
   * A build with its tests, where these changes were not built, the training of an archive or the
   * taking of a snapshot, and the starts that compare responses and spans.
   */
  @Override
  public Duration makingTakes(Draft draft) {
    if (known(draft).made != null) {
      return Duration.ZERO;
    }
    Optional<FixBuilds.Wanted> wanted =
        draft.fits(copy::original) ? Optional.of(drafted.wanted(draft)) : Optional.empty();
    boolean isBuilt =
        (draft.has(Change.Sources.class) || draft.has(Change.Runtime.class))
            && wanted.filter(builds::isKnown).isEmpty();
    boolean isTrained = draft.isArchived() || draft.has(Change.SnapStart.class);
    Duration training =
        drafted.archives().takes().filter(_ -> !draft.has(Change.SnapStart.class)).orElse(TRAINING);
    return (isBuilt ? wanted.map(builds::takes).orElseGet(builds::takes) : Duration.ZERO)
        .plus(isTrained ? training : Duration.ZERO)
        .plus(Objects.requireNonNull(responses, "begin comes first").takes())
        .plus(comparingSpans(draft));
  }

  /** Returns whether it has an agent's settings that were not compared yet. */
  private boolean isRecordedOtherwise(Draft draft) {
    return hasAgentModules(draft) && !recorded.contains(draft.variables());
  }

  private static boolean hasAgentModules(Draft draft) {
    return draft.remedies().stream().anyMatch(each -> each.id().equals(Family.AGENT_MODULES.id()));
  }

  /** Returns what it takes to record the spans of all events: twice as they are, and once more. */
  private Duration comparingSpans(Draft draft) {
    return !isRecordedOtherwise(draft)
        ? Duration.ZERO
        : drafts.values().stream()
            .map(each -> each.coldStart)
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO)
            .multipliedBy(RUNS_OF_SPANS * events.texts().size());
  }

  @Override
  public Optional<String> shownBy(Remedy remedy) {
    return remedy.change() instanceof Change.Runtime(int feature, _)
        ? Optional.of(
            "it may move: with JDK %d %s, and %s answered as before"
                .formatted(
                    feature,
                    tests(),
                    events.texts().size() == 1
                        ? "its event is"
                        : "all " + events.texts().size() + " events are"))
        : Optional.empty();
  }

  private String tests() {
    return builds
        .passing()
        .map(passing ->
            passing.isEmpty()
                ? "it starts (no test passes before any change, so that none tells anything)"
                : "all %d tests pass that pass before any change (others fail then, too)"
                    .formatted(passing.size()))
        .orElse(
            builds.isTested()
                ? builds.hasTests() ? "its tests pass" : "it starts (it has no tests)"
                : builds.skipsTests()
                    ? "it builds and starts (its tests were left out)"
                    : "it starts");
  }

  private static InterruptedException ended() {
    return new InterruptedException("the program is about to end");
  }

  /** Returns the environment of a draft with its build, which an earlier search may have made. */
  EnvironmentSpec madeOf(Draft draft) throws InterruptedException {
    EnvironmentSpec spec = known(draft).made;
    if (spec == null) {
      spec = drafted.with(draft, events.texts());
      known(draft).made = spec;
    }
    return spec;
  }

  @Override
  public Measured start(Draft draft) throws InterruptedException {
    int number = ++known(draft).starts;
    Variant variant = new Variant("draft", "", madeOf(draft), events.texts().getFirst());
    if (number == 1 && variant.spec().snapshot().isPresent()) {
      coldStart.warmUp(variant); // its first restore is unlike all others
    }
    Sample sample = coldStart.measure(variant, number);
    Double total = sample.values().get(Metric.TOTAL);
    Double cpu = sample.values().get(Metric.CPU);
    Sample.Failure failure = sample.failure();
    if (failure != null && Interruption.hasBegun()) {
      throw ended();
    }
    return total == null || cpu == null || failure != null
        ? new Measured(
            0,
            0,
            Optional.of(
                failure == null ? "no response" : failure.type() + ": " + failure.message()))
        : succeeded(draft, total, cpu);
  }

  private Measured succeeded(Draft draft, double total, double cpu) {
    known(draft).coldStart = Duration.ofMillis(Math.round(total));
    return new Measured(total, cpu, Optional.empty());
  }

  @Override
  public String original(Path file) {
    return copy.original(file);
  }

  @Override
  public Examined examine(Draft draft) throws InterruptedException {
    EnvironmentSpec spec = madeOf(draft);
    Explanation explanation = explain(draft);
    RuntimeProgram.Java java = (RuntimeProgram.Java) spec.program();
    WhyNot whyNot = new WhyNot();
    List<Remedy> remedies =
        new ArrayList<>(
            Candidates.of(
                explanation,
                new Candidates.Facts(
                    java.jdk().feature(),
                    draft.runtime().or(this::runtimeJdk).orElse(java.jdk().feature()),
                    spec.function().memory(),
                    draft,
                    spec.function().environment().getOrDefault(Draft.OPTIONS, "")),
                whyNot));
    List<ByHand> byHand = new ArrayList<>(byHand(explanation, draft));
    remedies.addAll(
        OtherStarts.of(
            explanation,
            function,
            java.jdk().feature(),
            java.client().kind() == ClientKind.OFFICIAL,
            draft));
    remedies.addAll(
        SdkSettings.of(explanation, drafted.options(draft), function.environment().keySet()));
    remedies.addAll(agentModules(draft, explanation, whyNot));
    if (NewestRuntime.isNewer(runtimeJdk(), draft) && Family.RUNTIME.isNamed(only)) {
      newestRuntime(draft, explanation, spec).ifPresent(remedies::add);
    }
    Optional<CodeSource.Built> compiled =
        edits == null ? Optional.empty() : builds.compiled(drafted.wanted(draft));
    remedies.addAll(edits(draft, explanation, compiled, whyNot));
    byHand.addAll(
        FrameworkBuilds.of(
            explanation,
            compiled.map(CodeSource.Built::libraries).orElseGet(() -> libraries(spec))));
    byHand.addAll(OnlyOnAws.of(spec.function(), spec.code().root()));
    whyNot.addUnsuited(explanation);
    whyNot.keepOnly(only);
    return new Examined(
        remedies.stream()
            .filter(remedy -> Family.isNamed(remedy.id(), only))
            .map(remedy -> remedy.amongOthers(explanation))
            .toList(),
        byHand,
        whyNot.list(),
        explanation.total().wallMillis());
  }

  /** Returns the libraries of a package that no build of a copy has made. */
  private static List<Path> libraries(EnvironmentSpec spec) {
    try {
      return BuildProject.jars(spec.code().root().resolve("lib"));
    } catch (IOException e) {
      throw new UncheckedIOException("could not list the libraries of " + spec.code().root(), e);
    }
  }

  /** Returns the changes of sources and build files. */
  private List<Remedy> edits(
      Draft draft, Explanation explanation, Optional<CodeSource.Built> compiled, WhyNot whyNot)
      throws InterruptedException {
    if (edits == null) {
      FixEdits.refuseAll(whyNot, unedited);
    }
    return edits == null || compiled.isEmpty()
        ? List.of()
        : edits.of(
            draft,
            compiled.get(),
            builds.of(drafted.wanted(draft)),
            explanation,
            requests(draft, explanation),
            isRestored(draft) && !ClassPriming.isIn(draft)
                ? Optional.of(priming(draft))
                : Optional.empty(),
            whyNot);
  }

  /** Returns the remedy that leaves an agent the modules which any of the events uses. */
  private List<Remedy> agentModules(Draft draft, Explanation explanation, WhyNot whyNot)
      throws InterruptedException {
    if (!AgentModules.canBeChosen(explanation)) {
      AgentSettings.refuse(explanation, function.environment().keySet(), whyNot);
      return List.of();
    }
    if (!Family.AGENT_MODULES.isNamed(only) || hasAgentModules(draft)) {
      return List.of();
    }
    progress.line("watching which modules of the agent all events use ...");
    return AgentWatch.of(workspace.instance(), drafted.withoutArchive(draft), events.texts())
        .stream()
        .map(modules -> AgentSettings.of(explanation, modules, function.environment().keySet()))
        .toList();
  }

  /** Returns the move to the newest runtime, where this machine can compare both. */
  private Optional<Remedy> newestRuntime(Draft draft, Explanation explanation, EnvironmentSpec spec)
      throws InterruptedException {
    int measured = ((RuntimeProgram.Java) spec.program()).jdk().feature();
    if (measured >= JavaRuntimes.NEWEST) {
      if (!saidMeasured) {
        saidMeasured = true;
        progress.line(
            "%s runs on JDK %d here, so what %s gains is not known: %s"
                .formatted(
                    function.runtime(),
                    measured,
                    JavaRuntimes.identifier(JavaRuntimes.NEWEST),
                    Jdks.remedy("JDK " + runtimeJdk().orElse(measured))));
      }
      return Optional.empty();
    }
    MoveFindings findings = new MoveFindings(workspace.jdk("" + JavaRuntimes.NEWEST));
    CodeSource.Built built =
        builds
            .compiled(drafted.wanted(draft))
            .orElseGet(() -> new CodeSource.Built(spec.code().root(), List.of()));
    String found =
        moveFindings.computeIfAbsent(
            drafted.wanted(draft),
            _ -> {
              progress.line(
                  "looking for what JDK %d no longer has ...".formatted(JavaRuntimes.NEWEST));
              return findings.of(
                  built,
                  drafted.options(draft),
                  OnlyOnAws.isProtected(function, spec.code().root()));
            });
    return Optional.of(NewestRuntime.of(explanation, draft, function.runtime(), found));
  }

  @Override
  public Optional<Remedy> mended(Draft draft, Remedy move, Duration most)
      throws InterruptedException {
    List<TestsOnNewerJdk.Obstacle> known = obstacles;
    if (known == null || !draft.with(mended(move, known)).fits(copy::original)) {
      Optional<List<TestsOnNewerJdk.Obstacle>> found =
          obstacles(draft, move, System.nanoTime() + most.toNanos());
      if (found.isEmpty()) {
        return Optional.empty();
      }
      known = found.get();
      obstacles = known;
    }
    return Optional.of(mended(move, known));
  }

  private static Remedy mended(Remedy move, List<TestsOnNewerJdk.Obstacle> obstacles) {
    String words =
        obstacles.stream().map(each -> "; " + each.words()).collect(Collectors.joining());
    List<TextEdit> edits = obstacles.stream().flatMap(each -> each.edits().stream()).toList();
    return new Remedy(
        move.id(),
        move.kind(),
        move.finding(),
        move.what() + words,
        move.predicted(),
        new Change.Runtime(JavaRuntimes.NEWEST, edits));
  }

  /**
   * Returns what of the build files stands in the way of tests on the newest JDK and can be
   * changed; none where the tests pass as they are, or not even then. Empty where the time is up:
   * it is begun with a build, which the draft needs in any case, and each of them costs another.
   */
  private Optional<List<TestsOnNewerJdk.Obstacle>> obstacles(
      Draft draft, Remedy move, long deadlineNanos) throws InterruptedException {
    List<TestsOnNewerJdk.Obstacle> mended = new ArrayList<>();
    while (builds.isTested() && mended.size() <= MOST_OBSTACLES) {
      Draft moved = draft.with(mended(move, mended));
      if (!moved.fits(copy::original)) {
        break;
      }
      if (!mended.isEmpty() && System.nanoTime() + builds.takes().toNanos() > deadlineNanos) {
        return Optional.empty();
      }
      Optional<TestsOnNewerJdk.Obstacle> next = obstacle(moved, deadlineNanos);
      if (builds.wasLate(drafted.wanted(moved))) {
        return Optional.empty();
      }
      if (next.isEmpty() && builds.compiled(drafted.wanted(moved)).isPresent()) {
        return Optional.of(mended);
      }
      if (Interruption.beginsWithin(CTRL_C)) {
        throw ended();
      }
      if (next.isEmpty() || next.get().edits().isEmpty()) {
        break; // which the verdict names when it is made
      }
      progress.line("in the way of JDK " + JavaRuntimes.NEWEST + ": " + next.get().words());
      mended.add(next.get());
    }
    return Optional.of(List.of());
  }

  private Optional<TestsOnNewerJdk.Obstacle> obstacle(Draft moved, long deadlineNanos)
      throws InterruptedException {
    try {
      builds.within(Duration.ofNanos(deadlineNanos - System.nanoTime()));
      return builds.obstacle(drafted.wanted(moved));
    } finally {
      builds.within(FixBuilds.PATIENCE);
    }
  }

  /** Returns the Java version of the function's runtime on AWS; empty for one of another kind. */
  Optional<Integer> runtimeJdk() {
    return ManagedRuntime.named(function.runtime()).map(ManagedRuntime::feature);
  }

  /** Returns requests to prime: that of the measured event, and a GET if that is none. */
  private List<RequestPriming.Request> requests(Draft draft, Explanation explanation)
      throws InterruptedException {
    byte[] measured = events.texts().getFirst();
    List<RequestPriming.Request> requests = new ArrayList<>();
    requests.add(new RequestPriming.Request(explanation, measured));
    Optional<byte[]> get = events.texts().stream().filter(RequestPriming::isGet).findFirst();
    if (RequestPriming.isWanted(explanation)
        && !RequestPriming.isGet(measured)
        && get.isPresent()) {
      progress.line("explaining a start with a GET, which init may make ...");
      requests.add(new RequestPriming.Request(explanation(draft, get.get(), 1), get.get()));
    }
    return requests;
  }

  private Explanation explanation(Draft draft, byte[] event, int runs) throws InterruptedException {
    EnvironmentSpec spec = madeOf(draft);
    return new WhyRun(workspace, spec.function(), spec, event, named).explain(runs, progress);
  }

  /** Explains where the time of a draft goes that was made. It measures each draft once. */
  Explanation explain(Draft draft) throws InterruptedException {
    Explanation explanation = known(draft).explanation;
    if (explanation == null) {
      boolean isLong = known(draft).coldStart.compareTo(LONG_START) > 0;
      explanation = explanation(draft, events.texts().getFirst(), isLong ? 1 : 2);
      known(draft).explanation = explanation;
      state.explained(draft, explanation);
    }
    return explanation;
  }

  /** Returns the explanation if there is one already, even from an earlier search. */
  Optional<Explanation> explained(Draft draft) {
    return Optional.ofNullable(known(draft).explanation).or(() -> state.explained(draft));
  }

  /** What steps have put into the sources is no work that is left. */
  private List<ByHand> byHand(Explanation explanation, Draft draft) {
    OriginalLines lines = new OriginalLines(draft.texts(copy::original), copy::original);
    return explanation.findings().stream()
        .filter(finding -> !lines.isNew(finding.place()))
        .sorted(Comparator.comparingDouble(Finding::highMillis).reversed()) // as it is shown
        .map(finding -> byHand(finding, lines))
        .toList();
  }

  private static ByHand byHand(Finding finding, OriginalLines lines) {
    return new ByHand(
        finding.id(),
        lines.in(finding.place()),
        finding.highMillis(),
        lines.in(
            "%s (%s%s): %s"
                .formatted(
                    finding.title(),
                    finding.evidence(),
                    finding.lowMillis() < 1 && !finding.lowIf().isEmpty()
                        ? "; no gain " + finding.lowIf()
                        : "",
                    finding.remedy())));
  }

  /**
   * Returns the share of first requests that the draft's archive covers; empty without one.
   *
   * @param training that its events are of
   */
  Optional<TrainingCoverage> coverage(Draft draft, TrainingChoice training)
      throws InterruptedException {
    EnvironmentSpec archived = madeOf(draft);
    if (!draft.isArchived() || archived.snapshot().isPresent()) {
      return Optional.empty();
    }
    Draft plain =
        new Draft(
            draft.remedies().stream()
                .filter(each -> !(each.change() instanceof Change.Archive))
                .toList());
    return new CoverageRun(workspace.instance(), events.byName(), training, progress)
        .of(drafted.with(plain, events.texts()), archived);
  }

  /** Returns the folders of the project's classes, with a draft's changes. */
  List<Path> classes(Draft draft) {
    return builds.compiled(drafted.wanted(draft)).stream()
        .flatMap(built -> built.classes().stream())
        .toList();
  }

  /** Returns whether a draft that was made starts from a snapshot. */
  boolean isRestored(Draft draft) throws InterruptedException {
    return madeOf(draft).snapshot().isPresent();
  }

  /** Returns the classes that the draft's requests load after init, for a hook. */
  PrimingList priming(Draft draft) throws InterruptedException {
    PrimingList priming = known(draft).priming;
    if (priming == null) {
      priming =
          new PrimingRun(workspace.instance(), events.byName(), progress)
              .of(drafted.withoutArchive(draft));
      known(draft).priming = priming;
    }
    return priming;
  }
}
