package thaw.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.presentation.text.Text;
import thaw.project.NewProject;
import thaw.project.ProjectTemplate;

/** {@code thaw init}: a new project that runs at once. Asks nothing. */
@Command(
    name = "init",
    description = "Makes a new Maven project of a function, with tests, template and budget.",
    mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FOLDER",
      arity = "0..1",
      description = "Folder for the project: a new or empty one. Default: this folder.")
  private Path folder = Path.of(".");

  @Option(
      names = "--template",
      paramLabel = "NAME",
      completionCandidates = Templates.class,
      description =
          "Template of the project, one of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private String template = ProjectTemplate.PLAIN.id();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The project's name, Maven's artifact id. Default: that of the folder.")
  private @Nullable String name;

  @Option(
      names = "--package",
      paramLabel = "NAME",
      description = "Java package of the handler. Default: ${DEFAULT-VALUE}.")
  private String packageName = "com.example";

  @Option(
      names = "--runtime",
      paramLabel = "NAME",
      completionCandidates = Runtimes.class,
      description =
          "Runtime of the function, one of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private String runtime = NewProject.RUNTIMES.getLast();

  /** The ids of the templates, for the help. */
  static final class Templates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ProjectTemplate.values()).map(ProjectTemplate::id).iterator();
    }
  }

  /** The runtimes of a new project, for the help. */
  static final class Runtimes implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return NewProject.RUNTIMES.iterator();
    }
  }

  @Override
  public Integer call() {
    NewProject project =
        new NewProject(
            ProjectTemplate.of(template),
            name == null ? nameOf(folder) : name,
            packageName,
            runtime);
    List<Path> files = project.create(folder);
    PrintStream out = System.out;
    out.printf(
        Locale.ROOT,
        "%s: %s, %d files, %s%n",
        project.name(),
        project.template().words(),
        files.size(),
        project.runtime());
    if (!folder.normalize().toString().isEmpty()) {
      out.println("  cd " + Text.quoted(folder.toString()));
    }
    out.println("  thaw invoke .            # one cold start, with events/event.json");
    out.println("  thaw run .               # behind the Lambda API, until Ctrl-C");
    out.println("  thaw bench . --runs 3    # cold starts, held against budget.yaml");
    return ExitCode.DONE;
  }

  private static String nameOf(Path folder) {
    return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
  }
}
