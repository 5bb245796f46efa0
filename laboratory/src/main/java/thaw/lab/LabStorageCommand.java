package thaw.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import thaw.app.choice.FunctionChoice;
import thaw.cli.EventOption;
import thaw.cli.TerminalProgress;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.lab.storage.Storage;
import thaw.lab.storage.StorageOptions;
import thaw.problem.UserMistake;

/** {@code thaw lab storage}: the lesson about storage, with the user's folders and programs. */
@Command(
    name = "storage",
    description = {
      "Runs a build in a fresh folder below each directory, with cold and with warm caches, and"
          + " starts a function whose package lies there. Without options: a generated project and"
          + " function, on a disk, in memory and on a stand-in for a network file system.",
      "%nthaw lab storage --dir /mnt/efs --dir /tmp --project . -- mvn -o -q package%n"
          + "thaw lab storage --dir /mnt/efs --dir /tmp --clean 'mvn -o -q clean' -- mvn -o -q"
          + " package%n"
          + "thaw lab storage --dir /tmp --latency 0.5ms,5ms --function functions/doubling%n"
    },
    mixinStandardHelpOptions = true)
final class LabStorageCommand implements Callable<Integer> {
  private static final Duration LONGEST = Duration.ofSeconds(1);
  private static final double NANOS_PER_MILLI = 1e6;

  @ParentCommand private LabCommand parent;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "A directory on the storage to try; repeatable. All in it stays as it is.")
  private List<Path> directories = new ArrayList<>();

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      split = ",",
      description =
          "Also tries the first directory with this latency added to each operation, as over a"
              + " network: 1ms,5ms. Default: 1ms if no directory is named. Needs FUSE: see thaw"
              + " doctor.")
  private List<String> latencies = new ArrayList<>();

  @Option(
      names = "--project",
      paramLabel = "DIR",
      description = "Folder of the project that is copied and built. Default: this folder.")
  private @Nullable Path project;

  @Option(
      names = "--clean",
      paramLabel = "COMMAND",
      description =
          "Shell command that removes earlier output before each timed build; true removes"
              + " nothing. Default: a fresh copy without what git ignores.")
  private @Nullable String clean;

  @Option(
      names = "--function",
      paramLabel = "SOURCE[:NAME]",
      description =
          "A function to start from each storage: a folder with a template, a jar, a zip.")
  private @Nullable String function;

  @Option(
      names = "--handler",
      paramLabel = "CLASS[::METHOD]",
      description = "Handler of a function without a template.")
  private @Nullable String handler;

  @Option(
      names = "--gentle",
      description =
          "Drops only the experiment's own files from the caches, and trims nothing: for a machine"
              + " that others use.")
  private boolean gentle;

  @Mixin private EventOption event = new EventOption();

  @Mixin private LabOptions options = new LabOptions();

  @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The build command, after --.")
  private List<String> command = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // picocli fills the annotated field
  LabStorageCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    parent.refuseBefore("storage");
    if (options.docs().isPresent()) {
      refuseOwnExperiment();
    }
    return new LabSession(options, TerminalProgress.standard()).run(List.of(new Storage(chosen())));
  }

  /** The course has the lesson that everybody can repeat. */
  private void refuseOwnExperiment() {
    Map<String, Boolean> own = new LinkedHashMap<>();
    own.put("--dir", !directories.isEmpty());
    own.put("--latency", !latencies.isEmpty());
    own.put("--project", project != null);
    own.put("--clean", clean != null);
    own.put("--function", function != null);
    own.put("--handler", handler != null);
    own.put("--gentle", gentle);
    own.put("a command", !command.isEmpty());
    own.forEach((name, given) -> {
      if (given) {
        throw new UserMistake(
            "--docs publishes the lesson as it is, and " + name + " makes another experiment of it",
            "leave out one of them");
      }
    });
  }

  private StorageOptions chosen() {
    boolean ownWork = !command.isEmpty() || function != null;
    if (command.isEmpty() && (project != null || clean != null)) {
      throw new UserMistake(
          "--project and --clean belong to a COMMAND", "add it behind --: -- mvn -o -q package");
    }
    if (function == null && (handler != null || event.choice().isGiven())) {
      throw new UserMistake(
          "--handler and --event belong to a function", "name it: --function SOURCE");
    }
    if (!command.isEmpty() && function == null && options.namesJdks()) {
      throw new UserMistake(
          "--jdk has no effect on a COMMAND, which takes what it finds",
          "choose the JDK in the command: -- env JAVA_HOME=DIR mvn -o -q package");
    }
    directories.forEach(LabStorageCommand::check);
    return new StorageOptions(
        directories.stream()
            .map(directory -> directory.toAbsolutePath().normalize())
            .distinct()
            .toList(),
        delays(),
        command.isEmpty() ? Optional.empty() : Optional.of(build()),
        function == null ? Optional.empty() : Optional.of(function(function)),
        !command.isEmpty() || !ownWork,
        function != null || !ownWork,
        gentle);
  }

  private static void check(Path directory) {
    if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
      throw new UserMistake(
          directory + " is not a directory that can be written to", "name another one with --dir");
    }
  }

  private List<Duration> delays() {
    if (latencies.isEmpty()) {
      return directories.isEmpty() ? StorageOptions.STANDARD.latencies() : List.of();
    }
    return latencies.stream().map(LabStorageCommand::delay).distinct().toList();
  }

  private static Duration delay(String text) {
    String remedy = "use for example --latency 1ms, 0.5ms,5ms or 800us";
    try {
      double factor = text.endsWith("us") ? NANOS_PER_MILLI / 1000 : NANOS_PER_MILLI;
      double number = Double.parseDouble(text.replaceFirst("(ms|us)$", ""));
      Duration latency = Duration.ofNanos(Math.round(number * factor));
      if (!text.matches(".*(ms|us)") || latency.isNegative() || latency.compareTo(LONGEST) > 0) {
        throw new UserMistake("--latency must be 0ms..1000ms: " + text, remedy);
      }
      return latency;
    } catch (NumberFormatException e) {
      throw new UserMistake("--latency is not a duration: " + text, remedy);
    }
  }

  private StorageOptions.Build build() {
    Path folder = (project == null ? Path.of("") : project).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new UserMistake(folder + " is not a folder", "name the project's with --project");
    }
    return new StorageOptions.Build(
        folder,
        command,
        Optional.ofNullable(clean),
        Set.of(options.out().toAbsolutePath().normalize()));
  }

  private StorageOptions.Function function(String text) {
    int colon = text.lastIndexOf(':');
    boolean named = colon > 0 && !Files.exists(Path.of(text));
    Path source = Path.of(named ? text.substring(0, colon) : text);
    ReadOptions defaults = ReadOptions.defaults();
    Application application =
        ApplicationReader.read(source, handler == null ? defaults : defaults.withHandler(handler));
    FunctionDefinition definition =
        FunctionChoice.chosen(application, named ? text.substring(colon + 1) : null);
    return new StorageOptions.Function(
        definition, event.choice().of(application, definition, TerminalProgress.standard()::line));
  }
}
