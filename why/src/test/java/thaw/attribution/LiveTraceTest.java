package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveTraceTest {
  private final LiveTrace trace = new LiveTrace();

  private void add(long millis, String type, String requestId, double latencyMillis) {
    add(millis, type, requestId, "", "", latencyMillis);
  }

  private void init(String initializationType) {
    add(0, "initStart", "", initializationType, "init", 0);
    add(500, "initRuntimeDone", "", initializationType, "init", 0);
  }

  private void add(
      long millis,
      String type,
      String requestId,
      String initializationType,
      String phase,
      double latencyMillis) {
    trace.add(
        new LiveTrace.Event(
            Instant.EPOCH.plusMillis(millis),
            millis * 1_000_000,
            "fleet",
            "stream",
            "platform." + type,
            requestId,
            "",
            initializationType,
            phase,
            latencyMillis));
  }

  private static Explanation.Span span(String name, double start, double length) {
    return new Explanation.Span("request", name, start, length);
  }

  private LiveRequest slowest() {
    return trace.slowest(Optional.empty()).orElseThrow();
  }

  @Test
  void a_request_is_cut_where_its_response_began() {
    add(0, "start", "1", 0);
    add(10, "runtimeDone", "1", 6);
    add(11, "report", "1", 0);
    assertEquals(
        List.of(
            span("handler", 0, 6),
            span("response sent, next event asked for", 6, 4),
            span("report", 10, 1)),
        slowest().spans());
  }

  @Test
  void so_is_one_on_managed_instances_whose_report_tells_it() {
    add(0, "start", "1", 0);
    add(10, "report", "1", 6);
    assertEquals(
        List.of(span("handler", 0, 6), span("response sent, next event asked for", 6, 4)),
        slowest().spans());
  }

  @Test
  void an_init_belongs_to_the_request_that_waited_for_it() {
    init("on-demand");
    add(510, "start", "1", 0);
    add(520, "runtimeDone", "1", 10);
    add(521, "report", "1", 0);
    assertEquals(span("init", 0, 500), slowest().spans().getFirst());
    assertTrue(slowest().cold());
    assertEquals(521, slowest().millis());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lambda-managed-instances", "provisioned-concurrency"})
  void an_init_ahead_of_requests_belongs_to_none(String initializationType) {
    init(initializationType);
    add(600, "start", "1", 0);
    add(610, "report", "1", 6);
    assertEquals(span("handler", 0, 6), slowest().spans().getFirst());
    assertFalse(slowest().cold());
    assertEquals(10, slowest().millis());
  }

  @Test
  void an_init_that_is_repeated_for_a_request_is_part_of_it() {
    add(0, "start", "1", 0);
    add(1, "initStart", "", "provisioned-concurrency", "invoke", 0);
    add(401, "initRuntimeDone", "", "provisioned-concurrency", "invoke", 0);
    add(410, "runtimeDone", "1", 410);
    add(411, "report", "1", 0);
    assertTrue(slowest().spans().contains(span("init", 1, 400)), slowest().spans()::toString);
  }

  @Test
  void requests_that_run_in_one_environment_at_a_time_have_their_own_events() {
    add(0, "start", "slow", 0);
    add(5, "start", "quick", 0);
    add(10, "report", "quick", 5);
    add(20, "report", "slow", 20);
    assertEquals(2, trace.requests());
    assertEquals("slow", slowest().requestId());
    assertEquals(20, slowest().millis());
  }
}
