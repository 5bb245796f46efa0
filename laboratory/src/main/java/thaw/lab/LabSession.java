package thaw.lab;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.app.choice.JvmChoice;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.environment.launch.ClientKind;
import thaw.lab.LabFailures.Reached;
import thaw.lab.engine.CourseCode;
import thaw.lab.engine.LabRun;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.RunFacts;
import thaw.lab.engine.SampleFile;
import thaw.lab.engine.Scope;
import thaw.lab.engine.Workbench;
import thaw.presentation.text.Terminal;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;

/** Runs lessons one after the other, shows what came of each, and writes it down. */
final class LabSession {
  private final LabOptions options;
  private final Progress progress;
  private final LabFailures failures;

  /** The results of lessons that were run, whether they were reported or not. */
  private final List<LessonResult> results = new ArrayList<>();

  /** Lessons with pages of older programs, as the last look at them found. */
  private List<Lesson> outdated = List.of();

  LabSession(LabOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
    this.failures = new LabFailures(progress);
  }

  /**
   * The settings that the lessons of one run share.
   *
   * @param alone whether there is one lesson: then its failure is the program's
   */
  private record Setting(
      Path out,
      Optional<Path> docs,
      Scope scope,
      Workbench workbench,
      LabContinuation continuation,
      boolean alone) {}

  int run(List<Lesson> lessons) throws InterruptedException {
    Path out = options.out();
    Optional<Path> docs = options.docs();
    try (Workspace workspace = Workspace.open(progress)) {
      Scope scope = options.scope(workspace);
      LabContinuation continuation = LabContinuation.of(out, lessons, scope);
      try (Workbench workbench = workbench(workspace, scope)) {
        Setting setting =
            new Setting(out, docs, scope, workbench, continuation, lessons.size() == 1);
        Runnable hook = Interruption.onInterrupt(workbench::close);
        try {
          for (Lesson lesson : lessons) {
            run(lesson, setting);
          }
        } finally {
          Interruption.forget(hook);
        }
      }
      continuation.end();
    }
    failures.throwIfAllOf(lessons);
    return finished(lessons, out, docs);
  }

  private static Workbench workbench(Workspace workspace, Scope scope) {
    return new Workbench(
        workspace.instance(),
        LabFolders.course(workspace.program()),
        workspace.lab(),
        scope.jdks(),
        (function, jdk) ->
            workspace.specify(
                function, JvmChoice.on(Optional.of(jdk.home().toString()), ClientKind.OFFICIAL)));
  }

  /** One of several that fails does not keep the others from being run. */
  private void run(Lesson lesson, Setting setting) throws InterruptedException {
    Optional<LessonResult> result = measured(lesson, setting);
    if (result.isEmpty()) {
      return;
    }
    results.add(result.get());
    try {
      report(lesson, result.get(), setting);
    } catch (RuntimeException e) { // whatever it is: the figures are there
      tellMeasured(lesson, setting);
      RuntimeException cause = e instanceof UncheckedIOException io ? unwritten(io, setting) : e;
      if (setting.alone() || Interruption.hasBegun()) {
        throw cause;
      }
      failures.add(lesson, Reached.MEASURED, cause);
    }
  }

  /** Measures a lesson, and returns its result; empty when it failed among others. */
  private Optional<LessonResult> measured(Lesson lesson, Setting setting)
      throws InterruptedException {
    JdkNames jdks = JdkNames.of(setting.scope().jdks().stream().map(Jdk::label).toList());
    LabProgress observer = new LabProgress(progress, lesson.syllabus(), jdks, setting.out());
    try (observer) {
      Optional<RunFacts> earlier =
          setting.continuation().measured(lesson, setting.workbench().digest(lesson.syllabus()));
      if (earlier.isPresent()) {
        progress.line(
            "%d %s: measured at %s, before the run was interrupted"
                .formatted(
                    lesson.syllabus().number(),
                    lesson.syllabus().name(),
                    earlier.get().startedAt().truncatedTo(ChronoUnit.SECONDS)));
        return SampleFile.read(setting.out(), lesson);
      }
      return Optional.of(
          new LabRun(lesson, setting.scope(), setting.workbench(), setting.out(), observer).run());
    } catch (RuntimeException e) { // whatever it is: hours of the other lessons may depend on it
      if (observer.reached() == Reached.MEASURED) {
        tellMeasured(lesson, setting);
      }
      if (setting.alone() || Interruption.hasBegun()) {
        throw e;
      }
      failures.add(lesson, observer.reached(), e);
      return Optional.empty();
    }
  }

  private void report(Lesson lesson, LessonResult result, Setting setting) {
    if (isMeasured(result)) {
      setting.continuation().add(lesson, result.facts());
    }
    if (!options.printsJson()) {
      int columns = Terminal.columns();
      boolean ansi = Terminal.hasColours();
      System.out.print(
          lesson.identity().isEmpty()
              ? LabTerminal.render(result, columns, ansi)
              : LabTerminal.renderWithFigures(result, columns, ansi));
    }
    Path courseJar = setting.workbench().courseJar();
    LabFiles.write(setting.out(), Course.lessons(), courseJar);
    if (setting.docs().isPresent() && isMeasured(result)) {
      Path docs = setting.docs().get();
      LabPages.keep(setting.out(), lesson, docs);
      outdated =
          LabPages.write(
                  docs, Course.lessons(), each -> CourseCode.digest(courseJar, each.syllabus()))
              .outdated();
    }
  }

  /**
   * Tells that a lesson was measured, before it is told what kept its reports from being written.
   */
  private void tellMeasured(Lesson lesson, Setting setting) {
    String name = lesson.syllabus().name();
    progress.line(
        "%d %s: measured, its raw data stay in %s"
            .formatted(lesson.syllabus().number(), name, setting.out().resolve(name + ".jsonl")));
  }

  private static UserMistake unwritten(UncheckedIOException e, Setting setting) {
    return new UserMistake(
        "the reports could not be written: " + e.getMessage() + ": " + e.getCause(),
        "mend that; the next lesson with --out " + setting.out() + " writes all of them");
  }

  private int finished(List<Lesson> lessons, Path out, Optional<Path> docs) {
    boolean reported = lessons.stream().anyMatch(lesson -> !failures.has(lesson));
    if (options.printsJson()) {
      System.out.print(LabFiles.json(results));
    } else {
      tellFiles(reported, out, docs);
    }
    if (reported) {
      docs.ifPresent(folder -> tellOutdated(outdated, folder, progress));
    }
    List<String> unmeasured = new ArrayList<>();
    for (LessonResult result : results) {
      if (!isMeasured(result)) {
        unmeasured.add(result.syllabus().name());
      }
    }
    unmeasured.addAll(failures.unmeasured());
    if (!unmeasured.isEmpty()) {
      progress.line("thaw: nothing was measured of " + String.join(", ", unmeasured));
    }
    return failures.exitCode(unmeasured.isEmpty());
  }

  private void tellFiles(boolean reported, Path out, Optional<Path> docs) {
    System.out.println();
    if (reported) {
      System.out.println("page: " + out.resolve(LabFiles.PAGE));
    }
    if (!results.isEmpty()) {
      System.out.println(
          "raw data: "
              + results.stream()
                  .map(result -> out.resolve(result.syllabus().name() + ".jsonl").toString())
                  .collect(Collectors.joining(" ")));
    }
    if (reported) {
      docs.ifPresent(folder -> System.out.println("course: " + folder.resolve("README.md")));
    }
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
