package thaw.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.attribution.CodeFolder;
import thaw.attribution.Explainer;
import thaw.attribution.Explanation;
import thaw.attribution.Libraries;
import thaw.environment.BoxPaths;
import thaw.environment.EnvironmentSpec;
import thaw.environment.RuntimeProgram;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;
import thaw.recording.ClassLoad;
import thaw.recording.Probe;
import thaw.recording.Recorder;
import thaw.recording.Recording;

/** {@code thaw why}: where every millisecond of a cold start went. */
@Command(
    name = "why",
    description = "Explains a function's cold start: phases, causes, libraries, methods, remedies.",
    mixinStandardHelpOptions = true)
final class WhyCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private EventOption event = new EventOption();

  @Mixin private FunctionOption choice = new FunctionOption();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Cold starts with the probe, and as many without; merged. Default: ${DEFAULT-VALUE}.")
  private int runs = 3;

  @Option(names = "--memory", paramLabel = "MB", description = "Memory size.")
  private @Nullable Integer memory;

  @Option(names = "--jdk", paramLabel = "VERSION|DIR", description = "JDK to run on.")
  private @Nullable String jdk;

  @Option(
      names = "--class",
      paramLabel = "NAME",
      description = "Says which code path made this class load, and nothing else.")
  private @Nullable String className;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for why.html, why.json and profiles. Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("thaw-why");

  @Override
  public Integer call() throws InterruptedException {
    if (runs < 1) {
      throw new UserMistake("--runs must be at least 1: " + runs, "use for example --runs 5");
    }
    Application application = source.read();
    byte[] input = event.of(application);
    FunctionDefinition chosen = choice.of(application);
    FunctionDefinition function =
        memory == null ? chosen : chosen.withMemory(new MemorySize(memory));
    Progress progress = Progress.standard();
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    try (Workspace workspace = Workspace.observing(progress)) {
      workspace.sayWhatIsMissing();
      workspace.startServices(application);
      EnvironmentSpec spec = workspace.specify(function, Optional.ofNullable(jdk), List.of());
      if (!(spec.program() instanceof RuntimeProgram.Java java)) {
        throw new UserMistake(
            function.logicalId() + " does not run on a JVM: " + function.runtime(),
            "choose a function with a Java runtime");
      }
      Probe probe = Probe.install(java.jdk(), workspace.cache().resolve("probe"));
      Recorder recorder = new Recorder(workspace.instance(), spec, input, 3, progress::line);
      List<Recording> truths = new ArrayList<>();
      List<Recording> observed = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        truths.add(recorder.truth());
        observed.add(
            recorder.observed(
                probe,
                Duration.ofNanos(500_000),
                Duration.ofMillis(1),
                Optional.ofNullable(className)));
      }
      List<ClassLoad> loads =
          observed.stream()
              .flatMap(run -> run.observed().stream())
              .flatMap(seen -> seen.classLoads().stream())
              .toList();
      Libraries libraries = Libraries.of(folders(spec), function.handler().split("::")[0], loads);
      Explanation explanation =
          Explainer.explain(
              new Explanation.Subject(
                  function.logicalId(),
                  function.handler(),
                  (int) function.memory().mebibytes(),
                  java.jdk().label(),
                  runs,
                  Instant.now()),
              function.memory().vcpus(),
              truths,
              observed,
              libraries);
      print(explanation);
      return ExitCode.DONE;
    }
  }

  private static void print(Explanation e) {
    System.out.println(e.total());
    e.notes().forEach(System.out::println);
    for (Explanation.Phase phase : e.phases()) {
      System.out.printf(
          "%s wall %.1f cpu %.1f explained %.3f%n",
          phase.name().label(), phase.wallMillis(), phase.cpuMillis(), phase.explainedRatio());
      for (Explanation.CauseShare cause : phase.causes()) {
        if (cause.millis() > phase.wallMillis() * 0.01) {
          System.out.printf(
              "   %-32s %8.1f %5d  %s%n",
              cause.cause().label(),
              cause.millis(),
              cause.samples(),
              cause.owners().stream()
                  .limit(4)
                  .map(o -> o.library() + " " + Math.round(o.millis() * 10) / 10.0)
                  .toList());
        }
      }
    }
    e.methods().stream()
        .limit(40)
        .forEach(m ->
            System.out.printf(
                "%8.1f %8.1f %s (%s)%n",
                m.inclusiveMillis(), m.selfMillis(), m.method(), m.library()));
    e.timeline().stream().limit(60).forEach(System.out::println);
  }

  private static List<CodeFolder> folders(EnvironmentSpec spec) {
    List<CodeFolder> folders = new ArrayList<>();
    BoxPaths.of(spec)
        .folders()
        .forEach((inBox, onHost) -> {
          switch (inBox.toString()) {
            case "/var/task" -> folders.add(new CodeFolder(inBox, onHost, CodeFolder.Role.TASK));
            case "/var/runtime" ->
                folders.add(new CodeFolder(inBox, onHost, CodeFolder.Role.RUNTIME_CLIENT));
            case "/opt" -> folders.add(new CodeFolder(inBox, onHost, CodeFolder.Role.LAYERS));
            default -> {}
          }
        });
    return folders;
  }
}
