package thaw.app.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import thaw.app.choice.ScheduleChoice;
import thaw.app.shared.Progress;
import thaw.load.Failure;
import thaw.load.Generator;
import thaw.load.LayerTax;
import thaw.load.LimitSearch;
import thaw.load.LoadGoal;
import thaw.load.LoadPlan;
import thaw.load.LoadResult;
import thaw.load.Transport;
import thaw.load.http.TraceIds;
import thaw.load.schedule.RateProfile;
import thaw.load.schedule.Schedule;
import thaw.problem.UserMistake;
import thaw.report.load.LimitAnswer;

/** Runs against one target: one, or as many as the search for its limit needs. */
final class LoadRuns {
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

  LoadRuns(
      LoadTarget target,
      ScheduleChoice schedules,
      Duration timeout,
      Progress progress,
      Path out) {
    this.target = target;
    this.schedules = schedules;
    this.timeout = timeout;
    this.progress = progress;
    this.out = out;
  }

  LoadOutcome once(List<LoadGoal> goals) throws InterruptedException {
    Schedule schedule = schedules.schedule(RateProfile.constant(FIRST_RATE, Duration.ofMinutes(1)));
    warmUp();
    try (LoadSession session = session(schedule.length(), goals)) {
      run(session, new LoadPlan("load", target.description(), schedule, timeout));
      target.settle();
      return judged(session.conclude(List.of(), Optional.empty()), List.of(), goals, out);
    }
  }

  LoadOutcome findLimit(List<LoadGoal> given) throws InterruptedException {
    List<LoadGoal> goals = new ArrayList<>(given.isEmpty() ? USUAL_GOALS : given);
    if (goals.stream().noneMatch(goal -> goal.kind() == LoadGoal.Kind.FAILED)) {
      goals.add(USUAL_GOALS.getLast()); // who refuses quickly keeps every latency
    }
    double first = schedules.constantRate().orElse(FIRST_RATE);
    Duration length = schedules.length().orElse(TRIAL);
    warmUp();
    try (LoadSession session = session(Duration.ZERO, goals)) {
      LimitSearch.Found found =
          LimitSearch.search(
              goals,
              first,
              Math.max(first, HIGHEST_RATE),
              rate -> trial(session, rate, length, goals));
      target.settle();
      LimitAnswer limit = LimitAnswer.of(found, goals);
      return new LoadOutcome(
          session.conclude(List.of(), Optional.of(limit)),
          List.of(),
          Optional.of(new LoadOutcome.Limit(limit, goals)),
          List.of(),
          Optional.empty(),
          found.limit().isPresent(),
          out.resolve(LoadOutcome.PAGE),
          out.resolve(LoadOutcome.JSON));
    }
  }

  private LoadResult trial(LoadSession session, double rate, Duration length, List<LoadGoal> goals)
      throws InterruptedException {
    Schedule schedule = schedules.of(RateProfile.constant(rate, length));
    String name = String.format(Locale.ROOT, rate >= 20 ? "%.0f/s" : "%.1f/s", rate);
    LoadResult result = run(session, new LoadPlan(name, target.description(), schedule, timeout));
    reached |= result.answered() > 0;
    if (!reached) { // later it is a goal that is missed
      unreached(List.of(result))
          .ifPresent(mistake -> {
            throw mistake;
          });
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

  private void warmUp() throws InterruptedException {
    progress.line("making ready: " + target.description());
    target.prepare();
  }

  private LoadSession session(Duration length, List<LoadGoal> goals) {
    LoadSession session = new LoadSession(progress, out, goals, target);
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

  /**
   * Returns the mistake of the first run that reached nothing; empty when each reached something.
   */
  private static Optional<UserMistake> unreached(List<LoadResult> results) {
    return results.stream()
        .filter(LoadSession::isUnreachable)
        .findFirst()
        .map(result -> {
          Map.Entry<Failure, Long> first = result.failures().entrySet().iterator().next();
          return new UserMistake(
              first.getKey().text() + " (" + first.getValue() + " requests)",
              switch (first.getKey().kind()) {
                case UNKNOWN_HOST -> "check the host's name in the URL";
                case TLS ->
                    "name the certificate to trust with --cacert FILE, or trust any with"
                        + " --insecure; check that the URL's scheme is that of the server";
                default -> "start the server, or check host and port of the URL";
              });
        });
  }

  /**
   * Runs with what they must reach, and whether they say anything.
   *
   * @param given a run of which many requests failed is no success, if none is about failures
   */
  static LoadOutcome judged(
      List<LoadResult> results, List<LayerTax> taxes, List<LoadGoal> given, Path out) {
    List<LoadGoal> goals = new ArrayList<>(given);
    if (goals.stream().noneMatch(goal -> goal.kind() == LoadGoal.Kind.FAILED)) {
      goals.add(USUAL_GOAL);
    }
    List<LoadOutcome.Missed> missed =
        results.stream()
            .flatMap(result ->
                goals.stream()
                    .filter(goal -> !goal.holds(result))
                    .map(goal -> new LoadOutcome.Missed(goal, result.plan().name())))
            .toList();
    boolean says =
        results.stream().allMatch(each -> each.answered() > 0 && each.reasons().isEmpty());
    return new LoadOutcome(
        results,
        taxes,
        Optional.empty(),
        missed,
        taxes.isEmpty() ? unreached(results) : Optional.empty(),
        missed.isEmpty() && says,
        out.resolve(LoadOutcome.PAGE),
        out.resolve(LoadOutcome.JSON));
  }
}
