package thaw.app.why;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.app.build.BuiltClasses;
import thaw.app.build.FunctionProject;
import thaw.app.choice.EventChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.AgentWatch;
import thaw.app.workspace.RestoreFailure;
import thaw.app.workspace.Workspace;
import thaw.attribution.Explainer;
import thaw.attribution.Explanation;
import thaw.attribution.evidence.AgentModules;
import thaw.attribution.evidence.Evidence;
import thaw.attribution.evidence.PackageClasses;
import thaw.attribution.finding.Diagnosis;
import thaw.attribution.owner.CodeFolder;
import thaw.attribution.owner.Libraries;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.PackagedJvm;
import thaw.environment.launch.RuntimeProgram;
import thaw.environment.launch.SandboxFolder;
import thaw.environment.launch.SandboxPaths;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.recording.ClassLoad;
import thaw.recording.Probe;
import thaw.recording.ProfiledRun;
import thaw.recording.Recorder;
import thaw.recording.Recording;
import thaw.recording.WarmUpRecorder;
import thaw.recording.Window;
import thaw.remedy.RequestPriming;
import thaw.runtimeapi.log.HostLimit;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.kernel.ThreadTimes;

/**
 * The cold starts that an explanation is made of: baseline and profiled ones in turn, so that what
 * disturbs the machine disturbs both alike.
 */
public final class WhyRun {
  /** Invocations after the first one: they tell what a warm one takes. */
  private static final int LATER = 3;

  /** Samples of the main thread that one run should give. */
  private static final long SAMPLES = 3000;

  /** A sample takes some 7 us: more often would cost too much, more seldom would save nothing. */
  private static final long SHORTEST_INTERVAL_NANOS = 100_000;

  private static final long LONGEST_INTERVAL_NANOS = 500_000;
  private static final Duration LOOK = Duration.ofMillis(1);

  private final Workspace workspace;
  private final FunctionDefinition function;
  private final EnvironmentSpec spec;
  private final Jdk jdk;
  private final String jvm;
  private final byte[] event;
  private final String source;
  private final List<String> log = new ArrayList<>();

  /**
   * @param source how the command named the function, for commands that findings print
   */
  public WhyRun(
      Workspace workspace,
      FunctionDefinition function,
      EnvironmentSpec spec,
      byte[] event,
      String source) {
    if (spec.program() instanceof RuntimeProgram.Java java) {
      this.jdk = java.jdk();
      this.jvm = java.label() + java.unusualClient().map(name -> ", " + name).orElse("");
    } else {
      this.jdk = packaged(function, spec);
      this.jvm = jdk.label() + ", packaged";
    }
    this.workspace = workspace;
    this.function = function;
    this.spec = spec;
    this.event = event.clone();
    this.source = source;
  }

  /**
   * Looks whether the function can be explained, before anything of it is started.
   *
   * @throws UserMistake when it does not run on a JVM
   */
  static void requireJvm(FunctionDefinition function, EnvironmentSpec spec) {
    if (!(spec.program() instanceof RuntimeProgram.Java)) {
      packaged(function, spec);
    }
  }

  private static Jdk packaged(FunctionDefinition function, EnvironmentSpec spec) {
    return PackagedJvm.of(spec)
        .map(PackagedJvm::jdk)
        .orElseThrow(() ->
            new UserMistake(
                function.shown() + " does not run on a JVM: " + function.runtime(),
                "choose a function with a Java runtime, or a package of thaw package"));
  }

  /** Returns the lines that the function printed in all runs. */
  List<String> log() {
    return log;
  }

  /**
   * @param runs profiled cold starts, and as many baseline ones
   */
  public Explanation explain(int runs, Progress progress) throws InterruptedException {
    List<Recording> baselines = new ArrayList<>();
    List<Recording> profiled = new ArrayList<>();
    Recorder recorder = recorder(LATER);
    try (Progress.Bar bar = progress.bar("cold starts", 2 * runs)) {
      bar.step(0, "baseline");
      for (int i = 0; i < runs; i++) {
        baselines.add(succeeded(recorder.baseline()));
        bar.step(2 * i + 1, "profiled");
        profiled.add(
            succeeded(profile(recorder, interval(baselines.getFirst()), Optional.empty())));
        bar.step(2 * i + 2, i + 1 < runs ? "baseline" : "");
      }
    }
    return explanation(baselines, profiled, libraries(profiled, progress), progress);
  }

  /** Returns whether an environment takes many requests at a time, and no cold start has one. */
  boolean isManaged() {
    return spec.function().managed().isPresent();
  }

  EnvironmentSpec spec() {
    return spec;
  }

  WarmUpRecorder warmUps(WarmUpRecorder.Plan plan) {
    return new WarmUpRecorder(workspace.instance(), spec, event, plan, log::add);
  }

  Probe probe() {
    return Probe.install(jdk, workspace.cache().resolve("probe"));
  }

  /**
   * Returns when the probe saw something.
   *
   * @throws UserMistake when it did not
   */
  void requireSeen(Recording recording) {
    if (recording.profiled().isEmpty()) {
      throw new UserMistake(
          "the probe saw nothing of " + function.shown() + ": " + lastLine(),
          spec.program() instanceof RuntimeProgram.Java
              ? "see whether its JVM starts with agents: thaw invoke shows its log"
              : "make the package again with this Thaw: older ones cannot be profiled");
    }
  }

  /** The stacks in which a class was loaded, from one profiled cold start. */
  Recording requesting(String className) throws InterruptedException {
    return profile(recorder(0), Duration.ofNanos(LONGEST_INTERVAL_NANOS), Optional.of(className));
  }

  private Recorder recorder(int later) {
    return new Recorder(workspace.instance(), spec, event, later, log::add);
  }

  private Recording profile(Recorder recorder, Duration interval, Optional<String> className)
      throws InterruptedException {
    Recording recording = recorder.profiled(probe(), interval, LOOK, className);
    requireSeen(recording);
    return recording;
  }

  /** A function that fails is explained as well; one that never answers cannot be. */
  private Recording succeeded(Recording recording) throws InterruptedException {
    boolean answered =
        recording.windows().stream()
            .anyMatch(window -> window.kind() == Window.Kind.FIRST_INVOCATION);
    if (!answered) {
      tell();
      boolean inInit = recording.windows().isEmpty();
      String failure = recording.failure().orElse("it gave no answer");
      throw RestoreFailure.of(workspace.instance(), spec, List.of(event), List.of(failure))
          .orElseGet(() ->
              new UserMistake(
                  "%s failed%s: %s%s"
                      .formatted(
                          function.logicalId(),
                          inInit ? " in its init phase" : "",
                          failure,
                          EventChoice.isOfTime(failure)
                              ? HostLimit.toldLast(log).map(words -> "; " + words).orElse("")
                              : ""),
                  EventChoice.mending(failure, inInit)));
    }
    return recording;
  }

  /** Says what the function printed, without most frames of its stack traces. */
  private void tell() {
    List<String> brief = BriefLog.of(log);
    brief.forEach(workspace::say);
    List<String> lines = BriefLog.lines(log);
    if (brief.size() < lines.size()) {
      Path whole = workspace.cache().resolve("failed-" + function.logicalId() + ".log");
      try {
        Files.writeString(whole, String.join("\n", lines) + "\n");
        workspace.say("the whole log: " + whole);
      } catch (IOException e) {
        workspace.say("the whole log could not be written: " + e);
      }
    }
  }

  private String lastLine() {
    return log.isEmpty() ? "it printed nothing" : log.getLast();
  }

  /** Returns the time between two samples: short starts are sampled more often. */
  static Duration interval(Recording baseline) {
    long onCpu =
        baseline.windows().getLast().after().threads().stream()
            .limit(2) // the launcher's and the main thread
            .mapToLong(ThreadTimes::onCpuNanos)
            .sum();
    return Duration.ofNanos(
        Math.clamp(onCpu / SAMPLES, SHORTEST_INTERVAL_NANOS, LONGEST_INTERVAL_NANOS));
  }

  Libraries libraries(List<Recording> profiled, Progress progress) {
    try (Progress.Work _ = progress.begin("reading the libraries of " + function.shown())) {
      return libraries(profiled);
    }
  }

  private Libraries libraries(List<Recording> profiled) {
    List<ClassLoad> loads =
        profiled.stream()
            .flatMap(run -> run.profiled().stream())
            .map(ProfiledRun::classLoads)
            .flatMap(List::stream)
            .toList();
    return Libraries.of(
        folders(), function.handler().split("::")[0], loads, BuiltClasses.of(function.code()));
  }

  /** Explains what was recorded, which takes a while where a package is large. */
  Explanation explanation(
      List<Recording> baselines, List<Recording> profiled, Libraries libraries, Progress progress)
      throws InterruptedException {
    try (Progress.Work work = progress.begin("explaining " + function.shown(), "causes")) {
      return explanation(baselines, profiled, libraries, work);
    }
  }

  private Explanation explanation(
      List<Recording> baselines, List<Recording> profiled, Libraries libraries, Progress.Work work)
      throws InterruptedException {
    Optional<FunctionProject> project = FunctionProject.of(function);
    Explanation.CostBreakdown costs =
        Explainer.explain(
            new Explanation.Subject(
                function.shown(),
                function.handler(),
                function.memory().mebibytes(),
                jvm,
                profiled.size(),
                Instant.now(),
                project.isPresent(),
                project
                    .filter(each -> each.module().tool() == CodeSource.BuildTool.MAVEN)
                    .isPresent(),
                RequestPriming.elsewhere(event, "/").isPresent()),
            function.memory().vcpus(),
            baselines,
            profiled,
            libraries);
    work.reach("findings");
    Evidence.Settings settings = settings(agent(profiled));
    try (PackageClasses classes =
        PackageClasses.of(spec.code().root(), spec.layers().map(layers -> layers.root()))) {
      Explanation explanation =
          Diagnosis.explain(costs, baselines.getFirst(), classes, libraries, settings);
      return function
          .foreignMachine()
          .map(words ->
              explanation.withNotes(
                  Stream.concat(Stream.of(words), explanation.notes().stream()).toList()))
          .orElse(explanation);
    }
  }

  /** Returns what OpenTelemetry's agent tells, where one was loaded. */
  private Optional<AgentModules> agent(List<Recording> profiled) throws InterruptedException {
    boolean isThere =
        profiled.stream()
            .flatMap(run -> run.profiled().stream())
            .flatMap(run -> run.classLoads().stream())
            .anyMatch(load -> AgentWatch.isAgent(load.className()));
    return isThere && spec.snapshot().isEmpty()
        ? AgentWatch.of(workspace.instance(), spec, List.of(event))
        : Optional.empty();
  }

  private Evidence.Settings settings(Optional<AgentModules> agent) {
    return new Evidence.Settings(
        function.handler(),
        function.memory().mebibytes(),
        function.memory().vcpus(),
        jdk.feature(),
        false,
        false,
        spec.snapshot().isPresent(),
        variables(),
        Environment.INIT_LIMIT,
        source,
        RequestPriming.harmless(event).orElse(""),
        agent);
  }

  private Set<String> variables() {
    Set<String> names = new HashSet<>(function.environment().keySet());
    names.addAll(spec.services().keySet());
    return names;
  }

  private List<CodeFolder> folders() {
    List<CodeFolder> folders = new ArrayList<>();
    SandboxPaths paths = SandboxPaths.of(spec, workspace.instance().host().hasMountNamespaces());
    // Before the task root: a package has it there.
    paths.runtime().ifPresent(path -> folders.add(folder(path, CodeFolder.Role.RUNTIME_CLIENT)));
    paths.task().ifPresent(path -> folders.add(folder(path, CodeFolder.Role.TASK)));
    paths.layers().ifPresent(path -> folders.add(folder(path, CodeFolder.Role.LAYERS)));
    return folders;
  }

  private static CodeFolder folder(SandboxFolder folder, CodeFolder.Role role) {
    return new CodeFolder(folder.inBox(), folder.onHost(), role);
  }
}
