package thaw.app.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.app.choice.ScheduleChoice;
import thaw.app.shared.ExitCode;
import thaw.app.shared.Progress;
import thaw.load.Failure;
import thaw.load.Generator;
import thaw.load.LimitSearch;
import thaw.load.LoadGoal;
import thaw.load.LoadPlan;
import thaw.load.LoadResult;
import thaw.load.Transport;
import thaw.load.http.TraceIds;
import thaw.load.schedule.RateProfile;
import thaw.load.schedule.Schedule;
import thaw.problem.UserMistake;

/** Runs against one target: one, or as many as the search for its limit needs. */
public final class LoadRuns {
  private static final LoadGoal USUAL_GOAL = LoadGoal.of("failed<1%");
  private static final Duration TRIAL = Duration.ofSeconds(10);
  private static final double FIRST_RATE = 50;
  private static final double HIGHEST_RATE = 100_000;
  private static final List<LoadGoal> USUAL_GOALS =
      List.of(LoadGoal.of("p99<100ms"), LoadGoal.of("failed<0.1%"));

  private final LoadTarget target;
  private final ScheduleChoice schedules;
  private final Duration timeout;
  private final Progress progress;
  private final Path out;
  private boolean reached;

  public LoadRuns(
      LoadTarget target, ScheduleChoice schedules, Duration timeout, Progress progress, Path out) {
    this.target = target;
    this.schedules = schedules;
    this.timeout = timeout;
    this.progress = progress;
    this.out = out;
  }

  /**
   * @return the exit code
   */
  public int once(List<LoadGoal> goals) throws InterruptedException {
    Schedule schedule = schedules.schedule(RateProfile.constant(FIRST_RATE, Duration.ofMinutes(1)));
    warmUp();
    try (LoadSession session = session(schedule.length())) {
      run(session, new LoadPlan("load", target.description(), schedule, timeout));
      target.settle();
      List<LoadResult> results = session.conclude(List.of());
      requireReached(results);
      return code(results, goals, progress);
    }
  }

  /**
   * @return the exit code
   */
  public int findLimit(List<LoadGoal> given) throws InterruptedException {
    List<LoadGoal> goals = new ArrayList<>(given.isEmpty() ? USUAL_GOALS : given);
    if (goals.stream().noneMatch(goal -> goal.kind() == LoadGoal.Kind.FAILED)) {
      goals.add(USUAL_GOALS.getLast()); // who refuses quickly keeps every latency
    }
    double first = schedules.constantRate().orElse(FIRST_RATE);
    Duration length = Optional.ofNullable(schedules.duration()).orElse(TRIAL);
    warmUp();
    try (LoadSession session = session(Duration.ZERO)) {
      LimitSearch.Found found =
          LimitSearch.search(
              goals,
              first,
              Math.max(first, HIGHEST_RATE),
              rate -> trial(session, rate, length, goals));
      target.settle();
      List<LoadResult> runs = session.conclude(List.of());
      System.out.println(said(found, goals));
      if (runs.stream().anyMatch(run -> run.waits() > 0)) {
        System.out.println(
            "In some runs requests waited for a connection: with more --connections the limit may be"
                + " higher.");
      }
      return found.limit().isPresent() ? ExitCode.DONE : ExitCode.FUNCTION_FAILED;
    }
  }

  private LoadResult trial(LoadSession session, double rate, Duration length, List<LoadGoal> goals)
      throws InterruptedException {
    Schedule schedule = schedules.of(RateProfile.constant(rate, length));
    String name = String.format(Locale.ROOT, rate >= 20 ? "%.0f/s" : "%.1f/s", rate);
    LoadResult result = run(session, new LoadPlan(name, target.description(), schedule, timeout));
    reached |= result.answered() > 0;
    if (!reached) { // later it is a goal that is missed
      requireReached(List.of(result));
    }
    boolean holds = goals.stream().allMatch(goal -> goal.holds(result));
    progress.line(
        String.format(
            Locale.ROOT,
            "%10s  p50 %.2f ms, p99 %.2f ms, %,d failed: %s",
            name,
            result.response().at(0.5),
            result.response().at(0.99),
            result.failed(),
            !holds
                ? "missed"
                : result.reasons().isEmpty()
                    ? "holds"
                    : "says nothing: " + String.join("; ", result.reasons())));
    return result;
  }

  private static String said(LimitSearch.Found found, List<LoadGoal> goals) {
    String goal = String.join(" and ", goals.stream().map(LoadGoal::toString).toList());
    if (found.limit().isEmpty()) {
      return "No rate was found at which " + goal + " holds.";
    }
    String rate =
        String.format(Locale.ROOT, "%,.1f", found.limit().getAsDouble()).replace(".0", "");
    return found.open()
        ? goal
            + " holds at "
            + rate
            + " requests a second; beyond, "
            + (found.generator()
                ? "the generator is the limit, not the target."
                : "nothing was tried.")
        : "The limit is "
            + rate
            + " requests a second: the highest rate at which "
            + goal
            + " holds.";
  }

  private void warmUp() throws InterruptedException {
    progress.line("making ready: " + target.description());
    target.prepare();
  }

  private LoadSession session(Duration length) {
    LoadSession session = new LoadSession(progress, out, target::environments);
    if (!length.isZero()) {
      session.plan(length);
    }
    return session;
  }

  private LoadResult run(LoadSession session, LoadPlan plan) throws InterruptedException {
    Generator generator = new Generator(plan, true);
    TraceIds traces = TraceIds.next();
    target.follow(traces, generator);
    session.add(generator);
    try (Transport transport = target.open(plan.schedule().highestRate(), traces)) {
      session.run(generator, transport, Duration.ZERO, end(plan.schedule()));
    }
    return generator.result();
  }

  /** Just after the last request. */
  static Duration end(Schedule schedule) {
    return schedule.length().plusNanos(1);
  }

  private static void requireReached(List<LoadResult> results) {
    for (LoadResult result : results) {
      if (LoadSession.isUnreachable(result)) {
        Map.Entry<Failure, Long> first = result.failures().entrySet().iterator().next();
        throw new UserMistake(
            first.getKey().text() + " (" + first.getValue() + " requests)",
            switch (first.getKey().kind()) {
              case UNKNOWN_HOST -> "check the host's name in the URL";
              case TLS ->
                  "name the certificate to trust with --cacert FILE, or trust any with --insecure;"
                      + " check that the URL's scheme is that of the server";
              default -> "start the server, or check host and port of the URL";
            });
      }
    }
  }

  /**
   * Exit code of runs: what they must reach, and whether they say anything.
   *
   * @param given a run of which many requests failed is no success, if none is about failures
   */
  static int code(List<LoadResult> results, List<LoadGoal> given, Progress progress) {
    List<LoadGoal> goals = new ArrayList<>(given);
    if (goals.stream().noneMatch(goal -> goal.kind() == LoadGoal.Kind.FAILED)) {
      goals.add(USUAL_GOAL);
    }
    boolean failed = false;
    for (LoadResult result : results) {
      for (LoadGoal goal : goals) {
        if (!goal.holds(result)) {
          progress.line("goal missed: " + goal + " in " + result.plan().name());
          failed = true;
        }
      }
      failed |= result.answered() == 0 || !result.reasons().isEmpty();
    }
    return failed ? ExitCode.FUNCTION_FAILED : ExitCode.DONE;
  }
}
