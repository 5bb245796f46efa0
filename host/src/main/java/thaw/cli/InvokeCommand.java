package thaw.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.choice.DataChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.shared.ExitCode;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.Workspace;
import thaw.cli.option.DataOptions;
import thaw.cli.option.EventOption;
import thaw.cli.option.FunctionOption;
import thaw.cli.option.SourceOptions;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.runtimeapi.Invocation;
import thaw.environment.runtimeapi.InvocationOutcome;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;
import thaw.service.Seed;

/** {@code thaw invoke}: response on standard output, log with REPORT line on standard error. */
@Command(
    name = "invoke",
    description = "Invokes a function in a new execution environment.",
    mixinStandardHelpOptions = true)
final class InvokeCommand implements Callable<Integer> {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private EventOption event = new EventOption();

  @Mixin private DataOptions data = new DataOptions();

  @Mixin private FunctionOption choice = new FunctionOption();

  @Option(
      names = "--times",
      paramLabel = "N",
      description = "Invocations in the same environment: the first is cold, the others warm.")
  private int times = 1;

  @Override
  public Integer call() throws InterruptedException {
    if (times < 1) {
      throw new UserMistake("--times must be at least 1: " + times, "use for example --times 5");
    }
    JvmChoice jvm = choice.jvm();
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
    try (Workspace workspace = Workspace.open(progress)) {
      workspace.requireJdk(jvm);
      workspace.letReach(source.reachesHost());
      workspace.sayWhatIsMissing();
      workspace.startServices(application, seed);
      Beforehand.run(before, workspace, progress);
      EnvironmentSpec spec = workspace.specify(function, jvm);
      return invoke(workspace, spec, input, progress);
    }
  }

  private int invoke(Workspace workspace, EnvironmentSpec spec, byte[] input, Progress progress)
      throws InterruptedException {
    boolean failed = false;
    PrintStream out = System.out;
    try (Environment environment =
        Environment.prepareWithLog(workspace.instance(), spec, progress::line)) {
      environment.initialise();
      for (int i = 0; i < times; i++) {
        InvocationResult result = environment.invoke(Invocation.of(input));
        out.writeBytes(result.outcome().payload());
        out.println();
        out.flush();
        failed |= result.outcome() instanceof InvocationOutcome.Failure;
      }
    }
    return failed ? ExitCode.FUNCTION_FAILED : ExitCode.DONE;
  }
}
