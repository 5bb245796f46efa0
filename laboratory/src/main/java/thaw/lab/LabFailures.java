package thaw.lab;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import thaw.app.shared.Progress;
import thaw.cli.ExitCode;
import thaw.lab.engine.Lesson;
import thaw.problem.UserMistake;

/** The failures that kept lessons from being run or reported while others went on. */
final class LabFailures {
  /** The point that a lesson reached before it failed. */
  enum Reached {
    /** {@code --only} leaves nothing of it, which is as the user wants it. */
    NO_CASE,
    NOT_MEASURED,
    /** Its raw data are there. */
    MEASURED
  }

  private record Failure(Lesson lesson, Reached reached, RuntimeException cause) {}

  private final Progress progress;
  private final List<Failure> failures = new ArrayList<>();

  LabFailures(Progress progress) {
    this.progress = progress;
  }

  void add(Lesson lesson, Reached reached, RuntimeException cause) {
    failures.add(new Failure(lesson, reached, cause));
    String name = lesson.syllabus().number() + " " + lesson.syllabus().name() + ": ";
    if (!(cause instanceof UserMistake mistake)) {
      StringWriter trace = new StringWriter();
      cause.printStackTrace(new PrintWriter(trace, true));
      progress.line(name + "this is a bug of Thaw's, please report it with what follows");
      progress.lines(trace.toString());
    } else if (reached == Reached.NO_CASE) {
      progress.line(name + "skipped, " + mistake.getMessage());
    } else {
      progress.line(name + mistake.getMessage() + "\nRemedy: " + mistake.remedy());
    }
  }

  boolean has(Lesson lesson) {
    return failures.stream().anyMatch(failure -> failure.lesson().equals(lesson));
  }

  /** The names of lessons that ought to have been measured. */
  List<String> unmeasured() {
    return failures.stream()
        .filter(failure -> failure.reached() == Reached.NOT_MEASURED)
        .map(failure -> failure.lesson().syllabus().name())
        .toList();
  }

  /**
   * @throws UserMistake where mistakes have kept all lessons from being measured
   */
  void throwIfAllOf(List<Lesson> lessons) {
    boolean all =
        failures.size() == lessons.size()
            && failures.stream()
                .allMatch(failure ->
                    failure.reached() != Reached.MEASURED
                        && failure.cause() instanceof UserMistake);
    if (all) {
      throw failures.stream()
          .filter(failure -> failure.reached() == Reached.NOT_MEASURED)
          .findFirst()
          .orElse(failures.getFirst())
          .cause();
    }
  }

  /**
   * @param measured whether there are figures of all lessons that were run
   */
  int exitCode(boolean measured) {
    if (failures.stream().anyMatch(failure -> !(failure.cause() instanceof UserMistake))) {
      return ExitCode.BUG;
    }
    if (failures.stream().anyMatch(failure -> failure.reached() == Reached.MEASURED)) {
      return ExitCode.USER_MISTAKE;
    }
    return measured ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }
}
