package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.environment.ClientKind;
import thaw.lab.Course;
import thaw.lab.CourseCode;
import thaw.lab.LabRun;
import thaw.lab.Lesson;
import thaw.lab.LessonResult;
import thaw.lab.Scope;
import thaw.lab.Workbench;
import thaw.problem.UserMistake;
import thaw.report.JdkNames;
import thaw.report.LabFiles;
import thaw.report.LabPages;
import thaw.report.LabTerminal;
import thaw.sandbox.Jdk;

/** Runs lessons one after the other, shows what came of each, and writes it down. */
final class LabSession {
  private final LabOptions options;
  private final Progress progress;

  /** Of lessons that could not be run, in their order. */
  private final Map<Lesson, RuntimeException> failures = new LinkedHashMap<>();

  private final List<LessonResult> results = new ArrayList<>();

  /** Lessons with pages of older programs, as the last look at them found. */
  private List<Lesson> outdated = List.of();

  LabSession(LabOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  int run(List<Lesson> lessons) throws InterruptedException {
    Path out = options.out();
    Optional<Path> docs = options.docs();
    try (Workspace workspace = Workspace.open(progress)) {
      Scope scope = options.scope(workspace);
      try (Workbench workbench = workbench(workspace, scope)) {
        Runnable hook = Interruption.onInterrupt(workbench::close);
        for (int i = 0; i < lessons.size(); i++) {
          run(lessons, i, scope, workbench, out, docs);
        }
        Interruption.forget(hook);
      }
    }
    return finished(lessons, out, docs);
  }

  private static Workbench workbench(Workspace workspace, Scope scope) {
    return new Workbench(
        workspace.instance(),
        workspace.course(),
        workspace.lab(),
        scope.jdks(),
        (function, jdk) ->
            workspace.specify(
                function, JvmChoice.on(Optional.of(jdk.home().toString()), ClientKind.OFFICIAL)));
  }

  /** One of several that fails does not keep the others from being run. */
  private void run(
      List<Lesson> lessons,
      int index,
      Scope scope,
      Workbench workbench,
      Path out,
      Optional<Path> docs)
      throws InterruptedException {
    Lesson lesson = lessons.get(index);
    JdkNames jdks = JdkNames.of(scope.jdks().stream().map(Jdk::label).toList());
    try {
      LessonResult result = measured(lesson, jdks, goOn(lessons, index), scope, workbench, out);
      results.add(result);
      System.out.print(LabTerminal.render(result, Progress.columns(), Progress.isTerminal()));
      LabFiles.write(out, Course.lessons(), workbench.courseJar());
      if (docs.isPresent() && isMeasured(result)) {
        LabPages.keep(out, lesson, docs.get());
        outdated =
            LabPages.write(
                    docs.get(),
                    Course.lessons(),
                    each -> CourseCode.digest(workbench.courseJar(), each))
                .outdated();
      }
    } catch (RuntimeException e) { // whatever it is: hours of the other lessons may depend on it
      if (lessons.size() == 1 || Interruption.hasBegun()) {
        throw e;
      }
      failures.put(lesson, e);
      progress.line("%d %s: %s".formatted(lesson.syllabus().number(), lesson.syllabus().name(), e));
    }
  }

  private LessonResult measured(
      Lesson lesson, JdkNames jdks, String goOn, Scope scope, Workbench workbench, Path out)
      throws InterruptedException {
    try (LabProgress observer = new LabProgress(progress, lesson.syllabus(), jdks, out, goOn)) {
      return new LabRun(lesson, scope, workbench, out, observer).run();
    }
  }

  /** The first lesson's samples are found by the same command, which would repeat those before. */
  private static String goOn(List<Lesson> lessons, int index) {
    return index == 0
        ? "the same command continues"
        : "thaw lab %s with the same options continues"
            .formatted(names(lessons.subList(index, lessons.size())));
  }

  private static String names(List<Lesson> lessons) {
    return lessons.stream()
        .map(lesson -> lesson.syllabus().name())
        .collect(Collectors.joining(" "));
  }

  private int finished(List<Lesson> lessons, Path out, Optional<Path> docs) {
    if (results.isEmpty() && failures.values().stream().allMatch(UserMistake.class::isInstance)) {
      throw failures.values().iterator().next();
    }
    System.out.println();
    if (!results.isEmpty()) {
      System.out.println("page: " + out.resolve(LabFiles.PAGE));
      System.out.println(
          "raw data: "
              + results.stream()
                  .map(result -> out.resolve(result.syllabus().name() + ".jsonl").toString())
                  .collect(Collectors.joining(" ")));
      docs.ifPresent(folder -> System.out.println("course: " + folder.resolve("README.md")));
      docs.ifPresent(folder -> tellOutdated(outdated, folder, progress));
    }
    List<String> unmeasured = new ArrayList<>();
    for (LessonResult result : results) {
      if (!isMeasured(result)) {
        unmeasured.add(result.syllabus().name());
      }
    }
    failures.keySet().forEach(lesson -> unmeasured.add(lesson.syllabus().name()));
    if (unmeasured.isEmpty()) {
      return ExitCode.DONE;
    }
    progress.line(
        "thaw: nothing was measured of "
            + String.join(", ", unmeasured)
            + (failures.isEmpty() ? "" : "; alone, a lesson that failed tells more"));
    return ExitCode.FUNCTION_FAILED;
  }

  /** Lessons whose pages were not written, a line each. */
  static void tellOutdated(List<Lesson> lessons, Path docs, Progress progress) {
    for (Lesson lesson : lessons) {
      String name = lesson.syllabus().name();
      progress.line(
          ("the figures of %s are of an earlier edition or other programs, and stay as they are:"
                  + " run thaw lab %s --docs %s")
              .formatted(lesson.syllabus().page(), name, docs));
    }
  }

  private static boolean isMeasured(LessonResult result) {
    return result.samples().all().stream().anyMatch(sample -> sample.failure().isEmpty());
  }
}
