package thaw.cli.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.run.worker.WorkerTerms;
import thaw.problem.UserMistake;

/** Running as one of several in a cluster. */
public final class WorkerOptions {
  @Option(
      names = "--worker",
      description =
          "Runs as one of several in a cluster: /_thaw/ready tells whether it takes requests; after"
              + " SIGTERM it lets requests and accepted events end, and keeps the rest in --data;"
              + " it takes as many requests at once as its memory holds environments, unless"
              + " --concurrency says how many.")
  private boolean worker;

  @Option(
      names = "--drain",
      paramLabel = "SECONDS",
      description =
          "With --worker: so long requests and accepted events may take after SIGTERM. Default:"
              + " 25.")
  private @Nullable Integer drainSeconds;

  @Option(
      names = "--variables",
      paramLabel = "DIR",
      description =
          "With --worker: a folder with variables of functions, in files such as Create.TABLE_NAME,"
              + " in place of the template's values: a ConfigMap or a Secret that is mounted.")
  private @Nullable Path variables;

  /**
   * @param fitsNode whether nothing says how many requests may run at once
   */
  public Optional<WorkerTerms> terms(boolean fitsNode) {
    Integer seconds = drainSeconds;
    if (seconds != null && !worker) {
      throw new UserMistake("--drain is for workers only", "add --worker");
    }
    if (variables != null && !worker) {
      throw new UserMistake("--variables is for workers only", "add --worker, or use --env");
    }
    if (seconds != null && seconds < 1) {
      throw new UserMistake("--drain must be at least 1: " + seconds, "use for example --drain 25");
    }
    return worker
        ? Optional.of(
            new WorkerTerms(
                seconds == null ? WorkerTerms.DEFAULT_DRAIN : Duration.ofSeconds(seconds),
                fitsNode,
                Optional.ofNullable(variables)))
        : Optional.empty();
  }
}
