package thaw.cli.option;

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
          "With --worker: so long requests and accepted events may take after SIGTERM. Default: 25.")
  private @Nullable Integer drainSeconds;

  /**
   * @param fitsNode whether nothing says how many requests may run at once
   */
  public Optional<WorkerTerms> terms(boolean fitsNode) {
    Integer seconds = drainSeconds;
    if (seconds != null && !worker) {
      throw new UserMistake("--drain is for workers only", "add --worker");
    }
    if (seconds != null && seconds < 1) {
      throw new UserMistake("--drain must be at least 1: " + seconds, "use for example --drain 25");
    }
    return worker
        ? Optional.of(
            new WorkerTerms(
                seconds == null ? WorkerTerms.DEFAULT_DRAIN : Duration.ofSeconds(seconds),
                fitsNode))
        : Optional.empty();
  }
}
