package thaw.app.load;

import java.nio.file.Files;
import java.nio.file.Path;
import thaw.app.choice.RequestChoice;
import thaw.app.shared.Progress;
import thaw.problem.UserMistake;

/** The job {@code load}: requests at the moments of a schedule, and how long each really took. */
public final class LoadJob {
  private LoadJob() {}

  /**
   * Runs what is to be run, loads it, and writes what was measured. Prints nothing.
   *
   * @throws UserMistake when it cannot be loaded as it was asked for
   */
  public static LoadOutcome run(LoadRequest request, Progress progress)
      throws InterruptedException {
    request.requests().check();
    requireWritable(request.out());
    if (request.subject() instanceof LoadSubject.Layers layers) {
      return new TaxRun(layers, request, progress).run(request.goals());
    }
    RequestChoice requests = request.requests();
    try (LoadTarget target = target(request, progress)) {
      LoadRuns runs =
          new LoadRuns(target, request.schedule(), requests.timeout(), progress, request.out());
      return request.findsLimit() ? runs.findLimit(request.goals()) : runs.once(request.goals());
    }
  }

  private static LoadTarget target(LoadRequest request, Progress progress)
      throws InterruptedException {
    RequestChoice requests = request.requests();
    return switch (request.subject()) {
      case LoadSubject.Site(String url) -> LoadTarget.of(url, requests);
      case LoadSubject.Endpoint(var endpoint, var function, var event) ->
          LoadTarget.invoking(endpoint, function, event, requests);
      case LoadSubject.Hosted hosted -> RunningFunction.function(hosted, progress);
      case LoadSubject.Layers layers ->
          throw new IllegalArgumentException("not one target: " + layers);
    };
  }

  /** Requires that results can be written: to be known before a run of half an hour, not after. */
  private static void requireWritable(Path out) {
    Path existing = out.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      throw new UserMistake(
          "the folder " + out + " cannot be written to", "name another one with --out");
    }
  }
}
