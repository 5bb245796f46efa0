package thaw.pool.life;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformEvent.Phase;
import thaw.runtimeapi.log.PlatformEvent.Status;

class EnvironmentRegistryTest {
  private final EnvironmentRegistry registry = new EnvironmentRegistry();
  private long seconds;

  private void happens(String environment, PlatformEvent event) {
    seconds++;
    registry.accept(
        new EnvironmentObservation(
            "hello",
            "$LATEST",
            environment,
            new PlatformEvent.Stamped(Instant.ofEpochSecond(seconds), seconds, event)));
  }

  private List<EnvironmentStatus.State> states() {
    return registry.statuses().stream().map(EnvironmentStatus::state).toList();
  }

  private static PlatformEvent initStart(Phase phase) {
    return new PlatformEvent.InitStart("on-demand", phase, "java:25.v1", "arn", "hello", "$LATEST");
  }

  private static PlatformEvent initReport(Phase phase) {
    return new PlatformEvent.InitReport(
        "on-demand", phase, Status.SUCCESS, Optional.empty(), Duration.ofMillis(50));
  }

  private static PlatformEvent report(String id) {
    return new PlatformEvent.InvocationReport(
        id,
        Status.SUCCESS,
        Optional.empty(),
        Duration.ofMillis(2),
        OptionalLong.of(2),
        512,
        77,
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void an_environment_is_followed_through_its_life() {
    happens("a", initStart(Phase.INIT));
    assertEquals(List.of(EnvironmentStatus.State.INITIALISING), states());
    happens("a", initReport(Phase.INIT));
    assertEquals(List.of(EnvironmentStatus.State.IDLE), states());
    happens("a", new PlatformEvent.InvocationStart("r1", "$LATEST", ""));
    assertEquals(List.of(EnvironmentStatus.State.RUNNING), states());
    happens("a", report("r1"));
    happens("a", new PlatformEvent.Frozen());
    EnvironmentStatus status = registry.statuses().getFirst();
    assertEquals(EnvironmentStatus.State.FROZEN, status.state());
    assertEquals(1, status.requests());
    assertEquals(77, status.maxMemoryMiB());
    assertEquals(Optional.of("r1"), status.requestId());
    assertEquals(Instant.ofEpochSecond(seconds), status.since());
    happens("a", new PlatformEvent.Ended("spindown"));
    assertEquals(List.of(), states());
  }

  @Test
  void an_init_that_is_repeated_inside_a_request_does_not_end_the_request() {
    happens("a", initStart(Phase.INIT));
    happens("a", initReport(Phase.INIT));
    happens("a", new PlatformEvent.InvocationStart("r1", "$LATEST", ""));
    happens("a", initStart(Phase.INVOKE));
    happens("a", initReport(Phase.INVOKE));
    assertEquals(List.of(EnvironmentStatus.State.RUNNING), states());
  }

  @Test
  void the_one_that_was_used_last_comes_first() {
    happens("a", initStart(Phase.INIT));
    happens("b", initStart(Phase.INIT));
    happens("a", new PlatformEvent.InvocationStart("r1", "$LATEST", ""));
    assertEquals(
        List.of("a", "b"),
        registry.statuses().stream().map(EnvironmentStatus::environment).toList());
  }

  @Test
  void what_is_heard_of_an_environment_after_its_end_does_not_revive_it() {
    happens("a", initStart(Phase.INIT));
    happens("a", new PlatformEvent.Ended("spindown"));
    happens("a", report("r1"));
    assertEquals(List.of(), states());
  }
}
