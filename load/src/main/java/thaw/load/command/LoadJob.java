package thaw.load.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import thaw.app.shared.Progress;
import thaw.load.Generator;
import thaw.load.LoadPlan;
import thaw.load.RateProfile;
import thaw.load.Schedule;
import thaw.load.Transport;
import thaw.load.http.TraceIds;
import thaw.problem.UserMistake;

/** The job {@code load}: requests at the moments of a schedule, and how long each really took. */
final class LoadJob {
  private static final RateProfile USUAL = RateProfile.constant(50, Duration.ofMinutes(1));

  private LoadJob() {}

  /**
   * Runs what is to be run, loads it, and writes what was measured. Prints nothing.
   *
   * @throws UserMistake when it cannot be loaded as it was asked for
   */
  static LoadOutcome run(LoadRequest request, Progress progress) throws InterruptedException {
    request.requests().check();
    requireWritable(request.out());
    if (request.subject() instanceof LoadSubject.Layers layers) {
      return new TaxRun(layers, request, progress).run(request.goals());
    }
    try (LoadTarget target = target(request, progress)) {
      return load(target, request, progress);
    }
  }

  private static LoadOutcome load(LoadTarget target, LoadRequest request, Progress progress)
      throws InterruptedException {
    Schedule schedule = request.schedule().schedule(USUAL);
    progress.line("making ready: " + target.description());
    target.prepare();
    LoadPlan plan =
        new LoadPlan("load", target.description(), schedule, request.requests().timeout());
    Generator generator = new Generator(plan, true);
    TraceIds traces = TraceIds.next();
    target.follow(traces, generator);
    try (LoadSession session = new LoadSession(progress, request.out(), request.goals(), target)) {
      session.plan(schedule.length());
      session.add(generator);
      try (Transport transport = target.open(schedule.highestRate(), traces)) {
        session.run(generator, transport, Duration.ZERO, end(schedule));
      }
      target.settle();
      return LoadOutcome.of(session.conclude(List.of()), List.of(), request.goals(), request.out());
    }
  }

  /** Just after the last request. */
  static Duration end(Schedule schedule) {
    return schedule.length().plusNanos(1);
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
