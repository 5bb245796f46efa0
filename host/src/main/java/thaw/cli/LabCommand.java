package thaw.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.lab.Course;
import thaw.lab.Lesson;
import thaw.problem.UserMistake;
import thaw.report.LabTerminal;

/** {@code thaw lab}: the lessons of the course, run on this machine's JDKs. */
@Command(
    name = "lab",
    description = {
      "Repeats published experiments about the JVM on the JDKs of this machine, and says which of"
          + " them still hold. Without a lesson: lists them.",
      "%nthaw lab first-use --jdk 17,25%nthaw lab --all --quick%n"
    },
    mixinStandardHelpOptions = true)
final class LabCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "LESSON",
      arity = "0..*",
      description = "Names of lessons, as thaw lab lists them.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--all", description = "All lessons.")
  private boolean all;

  @Mixin private LabOptions options = new LabOptions();

  @Override
  public Integer call() throws InterruptedException {
    if (all && !names.isEmpty()) {
      throw new UserMistake(
          "--all and names of lessons exclude each other", "leave out one of them");
    }
    if (!all && names.isEmpty()) {
      System.out.print(
          LabTerminal.list(Course.lessons(), Progress.columns(), Progress.isTerminal()));
      return ExitCode.DONE;
    }
    List<Lesson> lessons =
        all ? Course.lessons() : names.stream().distinct().map(LabCommand::lesson).toList();
    return new LabSession(options, Progress.standard()).run(lessons);
  }

  private static Lesson lesson(String name) {
    return Course.lesson(name)
        .orElseThrow(() ->
            new UserMistake(
                "there is no lesson " + name,
                "choose from "
                    + Course.lessons().stream()
                        .map(lesson -> lesson.syllabus().name())
                        .collect(Collectors.joining(", "))));
  }
}
