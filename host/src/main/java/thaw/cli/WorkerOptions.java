package thaw.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.run.WorkerTerms;
import thaw.problem.UserMistake;

/** Running as one of several in a cluster. */
final class WorkerOptions {
  @Option(
      names = "--worker",
      description =
          "Runs as one of several in a cluster: /_thaw/ready tells whether it takes requests; after"
              + " SIGTERM it lets requests and accepted events end, and keeps the rest in --data;"
              + " it takes as many requests at once as its memory holds environments, unless"
              + " --concurrency says how many.")
  private boolean worker;

  @Option(
      names = "--variables",
      paramLabel = "DIR",
      description =
          "With --worker: a folder with variables of functions, in files such as Create.TABLE_NAME,"
              + " in place of the template's values: a ConfigMap or a Secret that is mounted.")
  private @Nullable Path variables;

  @Option(
      names = "--push-snapshots",
      paramLabel = "IMAGE",
      description =
          "With --worker: an image in a registry to which this worker pushes its snapshots, for other"
              + " workers of the same image. They contain the memory of functions.")
  private @Nullable String pushed;

  @Option(
      names = "--outside-schedule",
      paramLabel = "NAME",
      description =
          "With --worker: a schedule of the template that Thaw does not time itself: POST"
              + " /_thaw/schedule?name=NAME triggers it, so that only one of several workers invokes"
              + " its function. May be repeated.")
  private Set<String> outsideSchedules = Set.of();

  /**
   * @param fitsNode whether nothing says how many requests may run at once
   * @param drain what it has accepted may take so long, when the user says it
   */
  Optional<WorkerTerms> terms(boolean fitsNode, Optional<Duration> drain) {
    if (drain.isPresent() && !worker) {
      throw new UserMistake("--drain is for workers only", "add --worker");
    }
    if (variables != null && !worker) {
      throw new UserMistake("--variables is for workers only", "add --worker, or use --env");
    }
    if (pushed != null && !worker) {
      throw new UserMistake("--push-snapshots is for workers only", "add --worker");
    }
    if (!outsideSchedules.isEmpty() && !worker) {
      throw new UserMistake("--outside-schedule is for workers only", "add --worker");
    }
    return worker
        ? Optional.of(
            new WorkerTerms(
                drain.orElse(WorkerTerms.DEFAULT_DRAIN),
                fitsNode,
                Optional.ofNullable(variables),
                outsideSchedules,
                Optional.ofNullable(pushed)))
        : Optional.empty();
  }
}
