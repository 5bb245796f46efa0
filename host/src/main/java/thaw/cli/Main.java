package thaw.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import thaw.app.shared.Interruption;
import thaw.app.shared.MachineFault;
import thaw.presentation.text.Terminal;
import thaw.presentation.text.TerminalStream;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/** The program {@code thaw}. */
@Command(
    name = "thaw",
    description = "Runs Java Lambda functions as AWS runs them, and measures how cold they start.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the function failed, is over its budget, has grown, a goal was missed, or nothing gains",
      "2:a mistake of the user's or a lack of this machine, with a remedy",
      "3:what was to be compared could not be measured or decided",
      "70:a bug of ours",
      "130:interrupted (Ctrl-C)",
      "143:ended by SIGTERM"
    })
public final class Main implements Runnable {
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          InitCommand.class,
          BenchCommand.class,
          TuneCommand.class,
          SnapStartCommand.class,
          WhyCommand.class,
          FixCommand.class,
          PackageCommand.class,
          NoDeploy.class,
          NoLoad.class,
          NoRace.class,
          NoLaboratory.class,
          InvokeCommand.class,
          GenerateEventCommand.class,
          RunCommand.class,
          PsCommand.class,
          LogsCommand.class,
          NoDelete.class,
          TraceCommand.class,
          NoMcp.class,
          DoctorCommand.class,
          SetupCommand.class,
          CommandLine.HelpCommand.class);

  /** What names the template in SAM's command line. */
  private static final Set<String> SAM_TEMPLATE = Set.of("-t", "--template", "--template-file");

  @SuppressWarnings("NullAway.Init") // picocli fills the annotated field
  private Main() {}

  public static void main(String[] arguments) {
    if (Terminal.isAt(1)) {
      System.setOut(TerminalStream.before(System.out));
    }
    if (Terminal.isAt(2)) {
      System.setErr(TerminalStream.before(System.err));
    }
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    CommandLine commands = commands(needed(arguments), separate(arguments));
    commands.setParameterExceptionHandler(Main::wrongOption);
    commands.setExecutionExceptionHandler(Main::failed);
    return commands.execute(arguments);
  }

  /**
   * All commands, as they are asked for.
   *
   * @param arguments those of the command line; commands with jars of their own are there if they
   *     are named
   */
  static CommandLine commands(String... arguments) {
    return commands(COMMANDS, separate(arguments));
  }

  /**
   * All commands.
   *
   * @param separate those with jars of their own, by their names
   */
  static CommandLine commands(Map<String, Object> separate) {
    return commands(COMMANDS, separate);
  }

  /**
   * Those that a command line can be about: to make a model of each command takes longer than all
   * else that happens before the one that is asked for begins.
   */
  static List<Class<?>> needed(String... arguments) {
    List<String> words = List.of(arguments);
    if (words.equals(List.of("--version")) || words.equals(List.of("-V"))) {
      return List.of();
    }
    return COMMANDS.stream()
        .filter(each -> !words.isEmpty() && !words.contains("help"))
        .filter(each -> each.getAnnotation(Command.class).name().equals(words.getFirst()))
        .findFirst()
        .<List<Class<?>>>map(List::of)
        .orElse(COMMANDS);
  }

  private static Map<String, Object> separate(String... arguments) {
    String asked = asked(arguments);
    return SeparateCommand.find(asked)
        .or(() -> ClusterProgram.find(asked, arguments))
        .map(command -> Map.of(asked, command))
        .orElse(Map.of());
  }

  private static CommandLine commands(List<Class<?>> needed, Map<String, Object> separate) {
    CommandLine commands = new CommandLine(new Main());
    needed.forEach(commands::addSubcommand);
    separate.forEach((name, command) -> {
      commands.getCommandSpec().removeSubcommand(name);
      commands.addSubcommand(command);
    });
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    commands.setUsageHelpWidth(100);
    commands.setExpandAtFiles(false); // @FILE is an event, not more arguments
    return commands;
  }

  /** The first command's name, as the launcher sees it, too; empty without one. */
  static String asked(String... arguments) {
    return Stream.of(arguments)
        .filter(word -> !word.startsWith("-") && !word.equals("help"))
        .findFirst()
        .orElse("");
  }

  /** Prints what to begin with, for a call without a command. */
  @Override
  public void run() {
    FirstScreen.of(Path.of("")).forEach(System.out::println);
  }

  private static int wrongOption(CommandLine.ParameterException mistake, String[] arguments) {
    CommandLine command = mistake.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("thaw: " + text(mistake));
    String help = command.getCommandSpec().qualifiedName() + " --help";
    List<String> similar =
        mistake instanceof CommandLine.UnmatchedArgumentException unmatched
            ? similar(unmatched)
            : OptionExamples.of(mistake.getArgSpec());
    err.println(
        "Remedy: "
            + (similar.isEmpty() ? "see " : "use " + String.join(" or ", similar) + ", or see ")
            + help);
    return ExitCode.USER_MISTAKE;
  }

  /** Of words as short as a command's, picocli finds few. A template is an argument here. */
  private static List<String> similar(CommandLine.UnmatchedArgumentException unmatched) {
    CommandSpec command = unmatched.getCommandLine().getCommandSpec();
    if (SAM_TEMPLATE.contains(unmatched.getUnmatched().getFirst().split("=", 2)[0])
        && !command.positionalParameters().isEmpty()) {
      return List.of(command.qualifiedName() + " TEMPLATE without an option's name");
    }
    return unknownCommand(unmatched)
        .flatMap(
            word -> Spelling.nearest(word, unmatched.getCommandLine().getSubcommands().keySet()))
        .map(List::of)
        .orElseGet(unmatched::getSuggestions);
  }

  /** Returns the word that stands where a command is wanted. */
  private static Optional<String> unknownCommand(CommandLine.ParameterException mistake) {
    return mistake instanceof CommandLine.UnmatchedArgumentException unmatched
            && !mistake.getCommandLine().getSubcommands().isEmpty()
        ? unmatched.getUnmatched().stream().findFirst().filter(word -> !word.startsWith("-"))
        : Optional.empty();
  }

  /** What picocli says of a word that an option does not take has the names of our constants. */
  private static String text(CommandLine.ParameterException mistake) {
    Optional<String> unknown = unknownCommand(mistake);
    if (unknown.isPresent()) {
      return "Unknown command: '" + unknown.get() + "'";
    }
    return mistake.getArgSpec() instanceof OptionSpec option
            && mistake.getValue() != null
            && !OptionExamples.words(option).isEmpty()
        ? "%s must be %s: %s"
            .formatted(
                option.longestName(),
                String.join(", ", OptionExamples.words(option)).replaceFirst(", (\\S+)$", " or $1"),
                mistake.getValue())
        : String.valueOf(mistake.getMessage());
  }

  private static int failed(
      Exception problem, CommandLine command, CommandLine.ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (Interruption.hasBegun()) {
      return ExitCode.INTERRUPTED;
    }
    Optional<UserMistake> known =
        problem instanceof UserMistake mistake ? Optional.of(mistake) : MachineFault.of(problem);
    if (known.isPresent()) {
      err.println("thaw: " + known.get().getMessage());
      err.println("Remedy: " + known.get().remedy());
      return ExitCode.USER_MISTAKE;
    }
    err.println("thaw: this is a bug of Thaw's, please report it with what follows");
    problem.printStackTrace(err);
    return ExitCode.BUG;
  }
}
