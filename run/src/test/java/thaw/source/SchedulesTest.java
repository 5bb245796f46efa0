package thaw.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.function.EventSource;
import thaw.problem.UserMistake;

class SchedulesTest {
  private static final EventSource.Target TARGET = new EventSource.Target("Tick", "");
  private static final EventSource.Input WHOLE = new EventSource.Input.Whole();

  private final ScriptedFunction function = new ScriptedFunction();
  private Instant now = Instant.parse("2026-01-01T00:00:30Z");

  private Schedules schedules(EventSource.Schedule... schedules) {
    return new Schedules(List.of(schedules), Set.of(), function.surroundings(Map.of()), () -> now);
  }

  private static EventSource.Schedule rule(String expression, EventSource.Input input) {
    return new EventSource.Schedule(
        TARGET, "TickRule", expression, Optional.empty(), input, true, "template.yaml:1:1");
  }

  private static EventSource.Schedule scheduler(
      String expression, EventSource.Input input, String start, String end) {
    return new EventSource.Schedule(
        TARGET,
        "noon",
        expression,
        Optional.of(
            new EventSource.Scheduler(
                "default",
                "UTC",
                Optional.of(start).filter(text -> !text.isEmpty()),
                Optional.of(end).filter(text -> !text.isEmpty()))),
        input,
        true,
        "template.yaml:1:1");
  }

  @Test
  void a_rule_is_due_again_and_again_and_its_event_is_that_of_aws() {
    Schedules schedules = schedules(rule("rate(1 minute)", WHOLE));
    assertEquals(Optional.of(Instant.parse("2026-01-01T00:01:30Z")), schedules.fire());
    assertEquals(List.of(), function.events);
    now = now.plusSeconds(60);
    assertEquals(Optional.of(Instant.parse("2026-01-01T00:02:30Z")), schedules.fire());
    now = now.plusSeconds(60);
    schedules.fire();
    assertEquals(2, function.events.size());
    var event = function.events.getFirst();
    assertEquals(
        "{\"version\":\"0\",\"id\":\"%s\",\"detail-type\":\"Scheduled Event\",\"source\":\"aws.events\",\"account\":\"123456789012\",\"time\":\"2026-01-01T00:01:30Z\",\"region\":\"us-east-1\",\"resources\":[\"arn:aws:events:us-east-1:123456789012:rule/TickRule\"],\"detail\":{}}"
            .formatted(event.path("id").asText()),
        event.toString());
  }

  @Test
  void one_whose_clock_is_elsewhere_is_due_when_that_says_so_with_the_minute_as_its_time() {
    Schedules schedules =
        new Schedules(
            List.of(rule("rate(1 minute)", WHOLE), scheduler("rate(1 minute)", WHOLE, "", "")),
            Set.of("TickRule"),
            function.surroundings(Map.of()),
            () -> now);
    now = now.plusSeconds(75);
    schedules.fire();
    assertEquals(1, function.events.size(), "the other one");
    assertFalse(schedules.fire("noon", Optional.empty()));
    assertTrue(schedules.fire("TickRule", Optional.empty()));
    assertEquals(2, function.events.size());
    var event = function.events.getLast();
    assertEquals("aws.events", event.path("source").asText());
    assertEquals("2026-01-01T00:01:00Z", event.path("time").asText());
  }

  @Test
  void a_clock_elsewhere_that_names_a_minute_gets_its_event_again_when_it_says_it_again() {
    Schedules schedules =
        new Schedules(
            List.of(
                rule("rate(1 minute)", WHOLE),
                scheduler(
                    "rate(1 minute)",
                    new EventSource.Input.Constant("\"<aws.scheduler.execution-id>\""),
                    "",
                    "")),
            Set.of("TickRule", "noon"),
            function.surroundings(Map.of()),
            () -> now);
    Instant due = now.minus(10, ChronoUnit.MINUTES);
    for (Instant each : List.of(due, due, due.plus(1, ChronoUnit.MINUTES))) {
      schedules.fire("TickRule", Optional.of(each));
    }
    assertEquals("2025-12-31T23:50:00Z", function.events.getFirst().path("time").asText());
    assertEquals(function.events.get(0), function.events.get(1));
    assertNotEquals(function.events.get(0).path("id"), function.events.get(2).path("id"));
    schedules.fire("noon", Optional.of(due));
    schedules.fire("noon", Optional.of(due));
    assertEquals(function.events.get(3), function.events.get(4));
    assertNotEquals(function.events.get(0).path("id"), function.events.get(4));

    // As the name of a Job that somebody has made may have it.
    schedules.fire("TickRule", Optional.of(now.minus(25, ChronoUnit.HOURS)));
    assertEquals("2026-01-01T00:00:00Z", function.events.getLast().path("time").asText());
  }

  @Test
  void a_clock_elsewhere_for_no_schedule_is_a_mistake() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                new Schedules(
                    List.of(rule("rate(1 minute)", WHOLE)),
                    Set.of("TickRul"),
                    function.surroundings(Map.of()),
                    () -> now));
    assertEquals("use --outside-schedule TickRule", mistake.remedy());
  }

  @Test
  void what_was_due_in_a_pause_happens_once() {
    Schedules schedules = schedules(rule("rate(1 minute)", new EventSource.Input.Constant("7")));
    now = now.plus(3, ChronoUnit.HOURS);
    schedules.fire();
    assertEquals("[7]", function.events.toString());
  }

  @Test
  void a_scheduler_s_event_has_a_text_as_detail_and_its_input_may_name_the_schedule() {
    Schedules schedules =
        schedules(
            scheduler("rate(1 minute)", WHOLE, "", ""),
            scheduler(
                "at(2026-01-01T00:01:00)",
                new EventSource.Input.Constant(
                    "{\"arn\":\"<aws.scheduler.schedule-arn>\",\"at\":\"<aws.scheduler.scheduled-time>\"}"),
                "",
                ""));
    now = now.plusSeconds(60);
    schedules.fire();
    assertEquals(
        "{\"arn\":\"arn:aws:scheduler:us-east-1:123456789012:schedule/default/noon\",\"at\":\"2026-01-01T00:01:00Z\"}",
        function.events.get(0).toString());
    assertEquals("{}", function.events.get(1).path("detail").asText());
    assertEquals("aws.scheduler", function.events.get(1).path("source").asText());
  }

  @Test
  void a_scheduler_begins_and_ends() {
    Schedules schedules =
        schedules(scheduler("rate(1 hour)", WHOLE, "2026-01-02T00:00:00Z", "2026-01-02T02:30:00Z"));
    assertEquals(Optional.of(Instant.parse("2026-01-02T01:00:00Z")), schedules.fire());
    now = Instant.parse("2026-01-02T01:00:00Z");
    assertEquals(Optional.of(Instant.parse("2026-01-02T02:00:00Z")), schedules.fire());
    now = Instant.parse("2026-01-02T02:00:00Z");
    assertEquals(Optional.empty(), schedules.fire());
    assertEquals(2, function.events.size());
  }

  @Test
  void what_is_no_schedule_is_a_mistake_with_its_place() {
    UserMistake mistake =
        assertThrows(UserMistake.class, () -> schedules(rule("rate(1 minutes)", WHOLE)));
    assertTrue(
        String.valueOf(mistake.getMessage())
            .startsWith(
                "template.yaml:1:1: Parameter ScheduleExpression is not valid: rate(1 minutes)"),
        mistake.getMessage());
  }
}
