package thaw.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import thaw.app.shared.Folders;
import thaw.cli.ExitCode;
import thaw.cli.SeparateCommand;
import thaw.cli.TerminalProgress;
import thaw.lab.engine.CourseCode;
import thaw.lab.engine.Lesson;
import thaw.presentation.text.Terminal;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/** {@code thaw lab}: the lessons of the course, run on this machine's JDKs. */
@Command(
    name = SeparateCommand.LAB,
    description = {
      SeparateCommand.LAB_DESCRIPTION,
      "%nthaw lab first-use --jdk 17,25%nthaw lab --all --quick%n"
    },
    subcommands = {LabEscapeCommand.class, LabStorageCommand.class},
    mixinStandardHelpOptions = true)
final class LabCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "LESSON",
      arity = "0..*",
      description = "Names or numbers of lessons, as thaw lab lists them.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--all", description = "Runs all lessons.")
  private boolean all;

  @Mixin private LabOptions options = new LabOptions();

  @SuppressWarnings("NullAway.Init") // picocli fills the annotated field
  LabCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (all && !names.isEmpty()) {
      throw new UserMistake(
          "--all and names of lessons exclude each other", "leave out one of them");
    }
    if (all || !names.isEmpty()) {
      List<Lesson> lessons =
          all ? Course.lessons() : names.stream().map(LabCommand::lesson).distinct().toList();
      return new LabSession(options, TerminalProgress.standard()).run(lessons);
    }
    return withoutLesson();
  }

  /** Lists, or only writes pages: nothing is measured. */
  private int withoutLesson() {
    spec.commandLine().getParseResult().matchedOptions().stream()
        .map(option -> option.longestName())
        .filter(option -> !option.equals("--docs") && !option.equals("--json"))
        .findFirst()
        .ifPresent(option -> {
          throw new UserMistake(
              option + " needs a lesson", "name lessons, or all of them with --all");
        });
    Optional<Path> docs = options.docs();
    if (options.printsJson()) {
      if (docs.isPresent()) {
        throw new UserMistake("--json with --docs needs a lesson", "leave out one of them");
      }
      options.print(LessonList.of(Course.lessons()));
      return ExitCode.DONE;
    }
    if (docs.isEmpty()) {
      System.out.print(
          LabTerminal.list(Course.lessons(), Terminal.columns(), Terminal.hasColours()));
      return ExitCode.DONE;
    }
    Path courseJar =
        LabFolders.course(Folders.of(System.getenv()).program()).resolve(CourseCode.JAR);
    LabPages.Pages pages =
        LabPages.write(
            docs.get(),
            Course.lessons(),
            lesson -> CourseCode.digest(courseJar, lesson.syllabus()));
    int written = pages.written().size();
    if (written == 0) {
      throw new UserMistake(
          pages.outdated().isEmpty()
              ? "no lesson has raw data in " + docs.get().resolve("data")
              : "all raw data in "
                  + docs.get().resolve("data")
                  + " are of an earlier edition or other programs",
          "measure first: thaw lab --all --docs " + docs.get());
    }
    LabSession.tellOutdated(pages.outdated(), docs.get(), TerminalProgress.standard());
    System.out.println(
        "pages of " + written + " of " + Course.lessons().size() + " lessons: " + docs.get());
    return ExitCode.DONE;
  }

  /**
   * Refuses lessons and options before a command below this one, which runs no lesson and has
   * options of its own.
   *
   * @throws UserMistake when lessons or options were named before the command
   */
  void refuseBefore(String command) {
    if (all || !names.isEmpty()) {
      String lessons = all ? "--all" : String.join(" ", names);
      throw new UserMistake(
          "thaw lab " + command + " runs no other lesson: " + lessons,
          Course.lesson(command)
              .filter(_ -> !all)
              .map(lesson ->
                  "run them by name and number: thaw lab %s %d"
                      .formatted(lessons, lesson.syllabus().number()))
              .orElse("run thaw lab " + lessons + " by itself"));
    }
    spec.commandLine().getParseResult().matchedOptions().stream()
        .map(option -> option.longestName())
        .findFirst()
        .ifPresent(option -> {
          throw new UserMistake(
              option + " is given before " + command,
              "write options behind it: thaw lab " + command + " --help lists them");
        });
  }

  private static Lesson lesson(String name) {
    return Course.lessons().stream()
        .filter(lesson ->
            lesson.syllabus().name().equals(name)
                || String.valueOf(lesson.syllabus().number()).equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private static UserMistake unknown(String name) {
    List<String> known = Course.lessons().stream().map(lesson -> lesson.syllabus().name()).toList();
    return new UserMistake(
        "unknown lesson: " + name,
        Spelling.nearest(name, known)
            .map(nearest -> "did you mean " + nearest + "?")
            .orElse("choose from " + known.stream().collect(Collectors.joining(", "))));
  }
}
