package thaw.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.environment.ClientKind;
import thaw.lab.LabRun;
import thaw.lab.Lesson;
import thaw.lab.LessonResult;
import thaw.lab.Scope;
import thaw.lab.Workbench;
import thaw.report.LabTerminal;

/** Runs lessons one after the other and shows what came of each. */
final class LabSession {
  private final LabOptions options;
  private final Progress progress;

  LabSession(LabOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  int run(List<Lesson> lessons) throws InterruptedException {
    Path out = options.out();
    List<LessonResult> results = new ArrayList<>();
    try (Workspace workspace = Workspace.open(progress)) {
      Scope scope = options.scope(workspace);
      try (Workbench workbench = workbench(workspace, scope)) {
        Runnable hook = Interruption.onInterrupt(workbench::close);
        for (Lesson lesson : lessons) {
          LessonResult result = run(lesson, scope, workbench, out);
          System.out.print(LabTerminal.render(result, Progress.columns(), Progress.isTerminal()));
          results.add(result);
        }
        Interruption.forget(hook);
      }
    }
    boolean measured =
        results.stream()
            .allMatch(result ->
                result.samples().all().stream().anyMatch(sample -> sample.failure().isEmpty()));
    return measured ? ExitCode.DONE : ExitCode.FUNCTION_FAILED;
  }

  private static Workbench workbench(Workspace workspace, Scope scope) {
    return new Workbench(
        workspace.instance(),
        workspace.program().resolve("course"),
        workspace.cache().resolve("lab"),
        scope.jdks(),
        (function, jdk) ->
            workspace.specify(
                function, JvmChoice.on(Optional.of(jdk.home().toString()), ClientKind.OFFICIAL)));
  }

  private LessonResult run(Lesson lesson, Scope scope, Workbench workbench, Path out)
      throws InterruptedException {
    try (LabProgress observer = new LabProgress(progress, lesson.syllabus(), out)) {
      return new LabRun(lesson, scope, workbench, out, observer).run();
    }
  }
}
