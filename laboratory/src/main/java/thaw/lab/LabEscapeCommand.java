package thaw.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import thaw.cli.EventOption;
import thaw.cli.FunctionOption;
import thaw.cli.JsonOption;
import thaw.cli.SourceOptions;
import thaw.cli.TerminalProgress;
import thaw.problem.UserMistake;

/** {@code thaw lab escape}: which allocations the JVM does not remove, and why. */
@Command(
    name = "escape",
    description = {
      "Shows which allocations of your methods escape analysis removes, which stay, and why, from"
          + " the JVM's own log and the bytecode.",
      "%nthaw lab escape .%n"
          + "thaw lab escape --jar target/app.jar -- java -cp target/app.jar com.example.Main%n"
          + "thaw lab escape --jar target/app.jar --log compilation.log%n",
      "A log is written by a JVM with these options (and ends with it):",
      "-XX:+UnlockDiagnosticVMOptions -XX:+LogCompilation -XX:LogFile=compilation.log"
          + " -XX:+LogVMOutput -XX:-DisplayVMOutput -XX:BCEATraceLevel=3%n"
    },
    customSynopsis = {
      "thaw lab escape [SOURCE] [--function NAME] [--event FILE|JSON] [--invocations N] [OPTIONS]",
      "       thaw lab escape --jar FILE... [OPTIONS] -- COMMAND...",
      "       thaw lab escape --jar FILE... --log FILE... [--recording FILE...] [OPTIONS]"
    },
    mixinStandardHelpOptions = true)
final class LabEscapeCommand implements Callable<Integer> {
  private static final String COMMAND_FOLLOWS = "--";

  @Spec private CommandSpec spec;

  @ParentCommand private LabCommand parent;

  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private EventOption event = new EventOption();

  @Mixin private FunctionOption choice = new FunctionOption();

  @Parameters(
      index = "1..*",
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "After --: a command that starts JVMs, in place of a function.")
  private List<String> more = new ArrayList<>();

  @Option(
      names = "--invocations",
      paramLabel = "N",
      description =
          "Number of invocations of the function: C2 compiles a method after some 5,000 calls."
              + " Default: ${DEFAULT-VALUE}.")
  private int invocations = 20_000;

  @Option(
      names = "--jar",
      paramLabel = "FILE|DIR",
      description =
          "Jars and folders with your classes; repeatable. Default for a function: its own"
              + " classes.")
  private List<Path> jars = new ArrayList<>();

  @Option(
      names = "--package",
      paramLabel = "NAME",
      description =
          "Only classes whose names begin with this: com.example. For jars that contain libraries;"
              + " repeatable.")
  private List<String> packages = new ArrayList<>();

  @Option(names = "--log", paramLabel = "FILE", description = "A log that was written earlier.")
  private List<Path> logs = new ArrayList<>();

  @Option(
      names = "--recording",
      paramLabel = "FILE",
      description =
          "The Flight Recorder file of the same JVM, with jdk.ObjectAllocationSample: what was"
              + " really allocated. One for each --log, in their order.")
  private List<Path> recordings = new ArrayList<>();

  @Option(
      names = "--c1",
      description = "Compiles with C1 only, as on Lambda, where escape analysis does not run.")
  private boolean c1;

  @Option(
      names = "--no-count",
      description = "Switches off Flight Recorder, so that real allocations are not counted.")
  private boolean uncounted;

  @Option(names = "--all", description = "Lists also sites that stay but were not seen allocating.")
  private boolean all;

  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for escape.json and the JVMs' own files. Default: ${DEFAULT-VALUE}.")
  private Path out = Path.of("thaw-escape");

  @SuppressWarnings("NullAway.Init") // picocli fills the annotated field
  LabEscapeCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    parent.refuseBefore("escape");
    EscapeResult result = new EscapeResult(out, packages, all, json);
    List<String> command = command();
    if (json.isAsked() && all) {
      throw new UserMistake("--json lists all sites already", "leave out --all");
    }
    if (!logs.isEmpty()) {
      if (!command.isEmpty() || source.choice().text().isPresent()) {
        throw new UserMistake("--log and what to run exclude each other", "leave out one of them");
      }
      return result.ofLogs(logs, recordings, own());
    }
    if (!recordings.isEmpty()) {
      throw new UserMistake("--recording needs the --log of the same JVM", "add --log FILE");
    }
    if (!command.isEmpty()) {
      if (c1) {
        throw new UserMistake(
            "--c1 is for functions", "give the command's JVM -XX:TieredStopAtLevel=1");
      }
      return new EscapeProcess(command, !uncounted, json.isAsked()).run(result, own());
    }
    if (invocations < 1) {
      throw new UserMistake(
          "--invocations must be at least 1: " + invocations, "use for example 20000");
    }
    return new EscapeFunction(
            source.choice(), event.choice(), choice.choice(), invocations, c1, !uncounted)
        .run(result, jars, TerminalProgress.standard());
  }

  /** All that stands behind the first {@code --}; picocli has it among the positions. */
  private List<String> command() {
    List<String> given = spec.commandLine().getParseResult().originalArgs();
    int marker = given.indexOf(COMMAND_FOLLOWS);
    List<String> command = marker < 0 ? List.of() : given.subList(marker + 1, given.size());
    int positions = more.size() + (source.choice().text().isPresent() ? 1 : 0);
    if (positions > Math.max(1, command.size())) {
      throw new UserMistake(
          command.isEmpty()
              ? "there is one SOURCE: " + source.choice().text().orElse("") + ", " + more.getFirst()
              : "a SOURCE and a command exclude each other: " + source.choice().text().orElse(""),
          "leave out one of them; a command stands behind --");
    }
    return command;
  }

  private List<Path> own() {
    if (jars.isEmpty()) {
      throw new UserMistake(
          "it is not known which methods are yours",
          "name your jar or classes: --jar target/classes");
    }
    return jars;
  }
}
