package thaw.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.choice.DataChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.run.RunFile;
import thaw.app.shared.ExitCode;
import thaw.app.shared.Folders;
import thaw.app.shared.Progress;
import thaw.app.why.WhyClass;
import thaw.app.why.WhyLive;
import thaw.app.why.WhyRun;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.attribution.Explanation;
import thaw.cli.option.DataOptions;
import thaw.cli.option.EventOption;
import thaw.cli.option.FunctionOption;
import thaw.cli.option.RunOption;
import thaw.cli.option.SourceOptions;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.Experiment;
import thaw.experiment.matrix.SnapStart;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;
import thaw.report.why.WhyFiles;
import thaw.report.why.WhyJson;
import thaw.report.why.WhyTerminal;
import thaw.service.Seed;

/** {@code thaw why}: where every millisecond of a cold start went. */
@Command(
    name = "why",
    description = "Explains a function's cold start: phases, causes, libraries, methods, remedies.",
    mixinStandardHelpOptions = true)
final class WhyCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private EventOption event = new EventOption();

  @Mixin private DataOptions data = new DataOptions();

  @Mixin private FunctionOption choice = new FunctionOption();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Number of profiled cold starts, and of as many baseline ones. Default:"
              + " ${DEFAULT-VALUE}.")
  private int runs = 3;

  @Option(
      names = "--snap-start",
      paramLabel = "none|aot|appcds|snapshot|snapshot+priming",
      description = "How to start, in place of what the function's SnapStart asks for.")
  private @Nullable String snapStart;

  @Option(
      names = "--class",
      paramLabel = "NAME",
      description = "Only shows which code path made this class load.")
  private @Nullable String className;

  @Option(
      names = "--live",
      description =
          "Explains the slowest request of a running thaw run instead, by the events of its trace.")
  private boolean live;

  @Mixin private RunOption platform = new RunOption();

  @Option(
      names = "--compare",
      paramLabel = "OLD",
      description = "Shows what has changed since an earlier why.json, or the folder of one.")
  private @Nullable Path compare;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder for why.html, why.json and the profile as collapsed stacks, speedscope and JFR."
              + " Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("thaw-why");

  @Override
  public Integer call() throws InterruptedException {
    if (live) {
      RunFile run = platform.one(Folders.of(System.getenv()).cache());
      System.out.print(WhyLive.of(run, choice.name()));
      return ExitCode.DONE;
    }
    if (runs < 1) {
      throw new UserMistake("--runs must be at least 1: " + runs, "use for example --runs 5");
    }
    JvmChoice jvm = choice.jvm();
    Optional<SnapStart> start = Optional.ofNullable(snapStart).map(SnapStart::of);
    Optional<Explanation> older = Optional.ofNullable(compare).map(WhyCommand::older);
    choice.check();
    data.requireNoOrder();
    event.check();
    Application application = data.filled(source.read());
    Progress progress = Progress.standard();
    FunctionDefinition function = choice.of(application, source);
    byte[] input = event.of(application, function, progress::line);
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    Seed seed = data.seed(application);
    List<DataChoice.Step> before = data.before(application, progress::line);
    source.sayDefaults(List.of(function), progress);
    if (className == null) {
      Experiment.requireWritable(out);
    }
    try (Workspace workspace = Workspace.observing(progress)) {
      workspace.requireJdk(jvm);
      workspace.letReach(source.reachesHost());
      workspace.sayWhatIsMissing();
      workspace.startServices(application, seed);
      Beforehand.run(before, workspace, progress);
      EnvironmentSpec spec =
          new Variants(workspace, application, _ -> input, progress)
              .started(workspace.specify(function, jvm), start, function.logicalId());
      WhyRun run = new WhyRun(workspace, function, spec, input, named(function));
      if (className != null) {
        System.out.print(WhyClass.of(className, run));
        return ExitCode.DONE;
      }
      Explanation explanation = run.explain(runs, progress);
      WhyFiles.write(explanation, older, out);
      System.out.print(
          WhyTerminal.render(
              explanation,
              older,
              out.resolve("why.html"),
              Progress.columns(),
              Progress.isTerminal()));
      return ExitCode.DONE;
    }
  }

  /** As a command names it. */
  private String named(FunctionDefinition function) {
    return source.named() + " --function " + function.logicalId() + choice.named();
  }

  private static Explanation older(Path given) {
    Path file = Files.isDirectory(given) ? given.resolve("why.json") : given;
    if (!Files.isRegularFile(file)) {
      throw new UserMistake(
          "the earlier explanation does not exist: " + file,
          "name a why.json, or the folder that an earlier thaw why wrote: --compare thaw-why");
    }
    return WhyJson.read(file);
  }
}
