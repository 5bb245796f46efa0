package thaw.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import thaw.function.EventSource;
import thaw.function.Region;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.service.AwsJson;
import thaw.steady.AllSteps;
import thaw.steady.StepLoop;

/**
 * Schedules whose targets are functions. What was due while the machine slept happens once. One
 * thread's, but for {@link #close} and {@link #fire(String, Optional)}.
 */
final class Schedules implements AutoCloseable {
  /** The wall clock may be set meanwhile. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** Limits how far away a time may be that another clock says of its schedule. */
  private static final Duration FURTHEST = Duration.ofDays(1);

  private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparing(Due::at));
  private final List<EventSource.Schedule> outside = new ArrayList<>();
  private final Surroundings surroundings;
  private final InstantSource clock;
  private final CountDownLatch closed = new CountDownLatch(1);

  private record Due(Instant at, EventSource.Schedule schedule, ScheduleTiming timing) {}

  /**
   * Works only in {@link #fire()}.
   *
   * @param elsewhere names of those whose clock is not ours
   */
  Schedules(
      List<EventSource.Schedule> schedules,
      Set<String> elsewhere,
      Surroundings surroundings,
      InstantSource clock) {
    this.surroundings = surroundings;
    this.clock = clock;
    Instant now = clock.instant();
    for (EventSource.Schedule schedule : schedules) {
      ScheduleTiming timing = timing(schedule, now);
      if (schedule.enabled() && elsewhere.contains(schedule.name())) {
        outside.add(schedule);
      } else if (schedule.enabled()) {
        add(schedule, timing, now);
      }
    }
    for (String name : elsewhere) {
      if (schedules.stream().noneMatch(each -> each.name().equals(name))) {
        throw new UserMistake(
            "--outside-schedule names no schedule of the template: " + name,
            Spelling.nearest(name, schedules.stream().map(EventSource.Schedule::name).toList())
                .map(near -> "use --outside-schedule " + near)
                .orElse("leave it out"));
      }
    }
  }

  /** Works from now on. */
  static Schedules start(
      List<EventSource.Schedule> schedules, Set<String> elsewhere, Surroundings surroundings) {
    Schedules started = new Schedules(schedules, elsewhere, surroundings, InstantSource.system());
    if (!started.due.isEmpty()) {
      Thread.ofVirtual().name("schedules").start(started::work);
    }
    return started;
  }

  private static ScheduleTiming timing(EventSource.Schedule schedule, Instant now) {
    try {
      ZoneId zone =
          ZoneId.of(schedule.scheduler().map(EventSource.Scheduler::timezone).orElse("UTC"));
      Instant origin =
          schedule
              .scheduler()
              .flatMap(EventSource.Scheduler::startDate)
              .map(Schedules::date)
              .filter(start -> start.isAfter(now))
              .orElse(now);
      return ScheduleTiming.of(
          schedule.expression(), zone, schedule.scheduler().isPresent(), origin);
    } catch (ScheduleTiming.Invalid | DateTimeException e) {
      throw new UserMistake(
          "%s: Parameter ScheduleExpression is not valid: %s (%s)"
              .formatted(schedule.place(), schedule.expression(), e.getMessage()),
          "write rate(5 minutes), or cron(0 12 * * ? *) with minutes, hours, day of month, month,"
              + " day of week, year");
    }
  }

  private static Instant date(String text) {
    return text.contains("+") || text.endsWith("Z")
        ? OffsetDateTime.parse(text).toInstant()
        : OffsetDateTime.parse(text + "Z").toInstant();
  }

  private void add(EventSource.Schedule schedule, ScheduleTiming timing, Instant after) {
    Optional<EventSource.Scheduler> scheduler = schedule.scheduler();
    Instant start =
        scheduler
            .flatMap(EventSource.Scheduler::startDate)
            .map(Schedules::date)
            .filter(date -> date.isAfter(after))
            .orElse(after);
    timing
        .after(start)
        .filter(next ->
            scheduler
                .flatMap(EventSource.Scheduler::endDate)
                .map(Schedules::date)
                .filter(next::isAfter)
                .isEmpty())
        .ifPresent(next -> due.add(new Due(next, schedule, timing)));
  }

  /** Does what is due, and says when something is due next. */
  Optional<Instant> fire() {
    Instant now = clock.instant();
    while (!due.isEmpty() && !due.peek().at().isAfter(now)) {
      Due first = due.remove();
      add(first.schedule(), first.timing(), now);
      String id = UUID.randomUUID().toString();
      BusRules.give(
          surroundings, first.schedule().target(), payload(first.schedule(), first.at(), id));
    }
    return Optional.ofNullable(due.peek()).map(Due::at);
  }

  /**
   * Somebody else's clock says that it is due. Any thread may call.
   *
   * @param at the minute of the schedule: who says it twice gives two events with one id. Absent,
   *     or too far away, it is this minute
   * @return whether there is one whose clock is not ours
   */
  boolean fire(String name, Optional<Instant> at) {
    Instant now = clock.instant();
    Optional<Instant> said =
        at.filter(it -> Duration.between(it, now).abs().compareTo(FURTHEST) <= 0);
    Instant minute = said.orElse(now).truncatedTo(ChronoUnit.MINUTES);
    List<EventSource.Schedule> named =
        outside.stream().filter(each -> each.name().equals(name)).toList();
    byte[] occasion = (name + " " + minute).getBytes(StandardCharsets.UTF_8);
    UUID id = said.isPresent() ? UUID.nameUUIDFromBytes(occasion) : UUID.randomUUID();
    AllSteps.run(
        named.stream()
            .<Runnable>map(each ->
                () ->
                    BusRules.give(
                        surroundings, each.target(), payload(each, minute, id.toString())))
            .toList());
    return !named.isEmpty();
  }

  private static byte[] payload(EventSource.Schedule schedule, Instant at, String id) {
    return schedule
        .scheduler()
        .map(scheduler -> ofScheduler(schedule, scheduler, at, id))
        .orElseGet(() -> {
          String arn = BusRules.Arns.rule("", schedule.name());
          return TargetInput.of(schedule.input(), event("aws.events", arn, at, id, false), arn);
        });
  }

  /** EventBridge Scheduler puts what it knows in place of names in angle brackets. */
  private static byte[] ofScheduler(
      EventSource.Schedule schedule, EventSource.Scheduler scheduler, Instant at, String id) {
    String arn = BusRules.Arns.schedule(scheduler.group(), schedule.name());
    String time = at.truncatedTo(ChronoUnit.SECONDS).toString();
    String text =
        switch (schedule.input()) {
          case EventSource.Input.Constant(String json) ->
              json.replace("<aws.scheduler.schedule-arn>", arn)
                  .replace("<aws.scheduler.scheduled-time>", time)
                  .replace("<aws.scheduler.execution-id>", id)
                  .replace("<aws.scheduler.attempt-number>", "1");
          case EventSource.Input.Whole _,
              EventSource.Input.Part _,
              EventSource.Input.Transformed _ ->
              event("aws.scheduler", arn, at, id, true).toString();
        };
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @param isTextual whether the detail is a text, as EventBridge Scheduler has it
   */
  private static ObjectNode event(
      String source, String arn, Instant at, String id, boolean isTextual) {
    ObjectNode event = AwsJson.object();
    event
        .put("version", "0")
        .put("id", id)
        .put("detail-type", "Scheduled Event")
        .put("source", source)
        .put("account", BusRules.Arns.account())
        .put("time", at.truncatedTo(ChronoUnit.SECONDS).toString())
        .put("region", Region.own());
    event.putArray("resources").add(arn);
    if (isTextual) {
      event.put("detail", "{}");
    } else {
      event.putObject("detail");
    }
    return event;
  }

  private void work() {
    new StepLoop("schedules", surroundings.problems())
        .run(() -> closed.getCount() > 0 && !due.isEmpty(), this::round);
  }

  private void round() throws InterruptedException {
    Duration wait = LONGEST_WAIT;
    try {
      wait =
          fire()
              .map(next -> Duration.between(clock.instant(), next))
              .filter(until -> until.compareTo(LONGEST_WAIT) < 0)
              .orElse(LONGEST_WAIT);
    } catch (RuntimeException e) { // the next round must come, and not at once
      surroundings.problems().accept(e);
    }
    closed.await(Math.max(1, wait.toMillis()), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
