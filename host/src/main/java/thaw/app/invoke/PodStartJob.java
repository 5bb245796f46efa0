package thaw.app.invoke;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import thaw.app.choice.DataChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.Workspace;
import thaw.environment.launch.EnvironmentSpec;
import thaw.experiment.ColdStart;
import thaw.experiment.Variant;
import thaw.experiment.pods.PodLine;
import thaw.function.Application;
import thaw.function.FunctionDefinition;

/**
 * Does what a pod of {@code bench --on kubernetes} is for: one cold start, measured as {@code thaw
 * bench} measures, in a container that has just begun.
 */
public final class PodStartJob {
  /** The option of {@code thaw invoke} that Thaw gives to itself in a pod; users do not. */
  public static final String OPTION = "--pod-start";

  private static final double TICK_MILLIS = 10; // USER_HZ is 100 on every architecture of ours
  private static final double MILLIS = 1000;

  /**
   * The index of the start time among the fields of /proc/PID/stat that follow the program's name,
   * which may have spaces.
   */
  private static final int START_FIELD = 19;

  private PodStartJob() {}

  /**
   * @return the line for the pod's log
   */
  public static String run(InvokeRequest request, Progress progress) throws InterruptedException {
    DataChoice.Ready ready = request.data().ready(request.source(), progress::line);
    Application application = ready.application();
    FunctionDefinition function = request.function().of(application, request.source());
    byte[] event = request.event().of(application, function, progress::line);
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    try (Workspace workspace = Workspace.open(progress)) {
      workspace.letReach(request.source().reachesHost());
      Beforehand.start(ready, List.of(function), workspace, progress);
      EnvironmentSpec spec = workspace.specify(function, request.function().jvm());
      Variant variant = new Variant(function.logicalId(), function.logicalId(), spec, event);
      return PodLine.of(
          new ColdStart(workspace.instance()).measureInPod(variant, millisSinceStart()));
    }
  }

  /**
   * Returns the time in ms since this process was started: more than the JVM knows of, by the
   * kernel's clock, which counts in steps of 10 ms.
   */
  private static double millisSinceStart() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      double now = Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ")[0]);
      return now * MILLIS - Long.parseLong(fields[START_FIELD]) * TICK_MILLIS;
    } catch (IOException e) {
      throw new UncheckedIOException("the kernel does not tell when this process began", e);
    }
  }
}
