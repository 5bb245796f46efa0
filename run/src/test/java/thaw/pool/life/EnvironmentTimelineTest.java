package thaw.pool.life;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformEvent.Phase;
import thaw.runtimeapi.log.PlatformEvent.Status;

class EnvironmentTimelineTest {
  private final EnvironmentTimeline timeline = new EnvironmentTimeline();
  private long millis = 1_000;

  private @Nullable InvocationTimeline happens(PlatformEvent event) {
    millis++;
    return timeline.accept(
        new EnvironmentObservation(
            "pets",
            "7",
            "stream",
            new PlatformEvent.Stamped(
                Instant.ofEpochMilli(millis),
                TimeUnit.MILLISECONDS.toNanos(millis),
                event,
                Optional.empty())));
  }

  private void init(String type, Phase phase) {
    happens(new PlatformEvent.InitStart(type, phase, "", "", "pets", "7"));
    happens(
        new PlatformEvent.InitReport(
            type, phase, Status.SUCCESS, Optional.empty(), Duration.ofMillis(1)));
  }

  private InvocationTimeline starts(String requestId) {
    InvocationTimeline begun = happens(new PlatformEvent.InvocationStart(requestId, "7", ""));
    assertNotNull(begun);
    return begun;
  }

  private @Nullable InvocationTimeline reports(
      String requestId, Optional<Duration> init, Optional<PlatformEvent.Restored> restore) {
    return happens(
        new PlatformEvent.InvocationReport(
            requestId,
            Status.SUCCESS,
            Optional.empty(),
            Duration.ofMillis(1),
            OptionalLong.empty(),
            512,
            70,
            init,
            restore));
  }

  private @Nullable InvocationTimeline reports(String requestId) {
    return reports(requestId, Optional.empty(), Optional.empty());
  }

  private static List<String> names(List<PlatformEvent.Stamped> events) {
    return events.stream().map(each -> each.event().getClass().getSimpleName()).toList();
  }

  @Test
  void the_first_invocation_has_the_init_and_the_second_does_not() {
    init("on-demand", Phase.INIT);
    InvocationTimeline first = starts("r1");
    assertSame(first, reports("r1"));
    assertEquals(
        List.of("InitStart", "InitReport", "InvocationStart", "InvocationReport"),
        names(first.events()));
    assertEquals(StartType.INIT, first.startType());
    InvocationTimeline second = starts("r2");
    assertFalse(second.hasEnded());
    reports("r2");
    assertEquals(List.of("InvocationStart", "InvocationReport"), names(second.events()));
    assertEquals(StartType.WARM, second.startType());
    assertEquals("r2", second.start().requestId());
    assertEquals(List.of("pets", "7", "stream"), identity(second));
  }

  private static List<String> identity(InvocationTimeline of) {
    return List.of(of.function(), of.version(), of.environment());
  }

  @Test
  void a_restore_is_told_from_an_init() {
    happens(new PlatformEvent.RestoreStart("", "", "pets", "7"));
    assertEquals(StartType.RESTORE, starts("r1").startType());
  }

  @Test
  void what_is_started_ahead_of_requests_is_no_part_of_the_first() {
    init("provisioned-concurrency", Phase.INIT);
    InvocationTimeline first = starts("r1");
    reports("r1", Optional.of(Duration.ofMillis(1)), Optional.empty());
    assertEquals(List.of("InvocationStart", "InvocationReport"), names(first.events()));
    assertEquals(StartType.WARM, first.startType());
  }

  @Test
  void a_request_that_came_long_after_the_start_did_not_wait_for_it_but_is_cold_by_its_report() {
    init("on-demand", Phase.INIT);
    millis += 5_000;
    InvocationTimeline first = starts("r1");
    assertEquals(StartType.WARM, first.startType());
    reports("r1", Optional.of(Duration.ofMillis(1)), Optional.empty());
    assertEquals(List.of("InvocationStart", "InvocationReport"), names(first.awaitedEvents()));
    assertEquals(StartType.INIT, first.startType());
  }

  @Test
  void an_init_within_an_invocation_belongs_to_it_and_makes_it_cold() {
    starts("r1");
    reports("r1");
    InvocationTimeline second = starts("r2");
    init("on-demand", Phase.INVOKE);
    assertSame(second, reports("r2"));
    assertEquals(StartType.INIT, second.startType());
  }

  @Test
  void an_invocation_whose_report_is_lost_ends_with_the_next_one() {
    InvocationTimeline lost = starts("r1");
    InvocationTimeline next = starts("r2");
    assertNotSame(lost, next);
    assertTrue(lost.hasEnded());
    assertEquals(next.startNanos(), lost.endNanos());
    assertTrue(lost.report().isEmpty());
    assertEquals(Optional.of(next), timeline.running());
  }

  @Test
  void an_environment_that_ends_ends_its_invocation() {
    InvocationTimeline running = starts("r1");
    assertSame(running, happens(new PlatformEvent.Ended("failure")));
    assertTrue(running.hasEnded());
    assertEquals(Optional.empty(), timeline.running());
  }

  @Test
  void log_lines_and_what_comes_between_invocations_belong_to_none() {
    assertNull(reports("r0"));
    assertNull(happens(new PlatformEvent.Thawed()));
    starts("r1");
    assertNull(happens(new PlatformEvent.FunctionLine("hello")));
    assertNull(happens(new PlatformEvent.Frozen()));
    assertFalse(EnvironmentTimeline.concerns(new PlatformEvent.Frozen()));
  }
}
