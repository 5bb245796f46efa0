package thaw.pool.life;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.LogLevel;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.TelemetryJson;

class EventLineTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final PlatformEvent.ManagedReport MANAGED =
      new PlatformEvent.ManagedReport(
          new PlatformEvent.InvocationRuntimeDone(
              "id",
              PlatformEvent.Status.SUCCESS,
              Optional.empty(),
              Duration.ofMillis(20),
              7,
              Optional.of(Duration.ofMillis(12)),
              Optional.of(Duration.ofMillis(8))),
          new PlatformEvent.InvocationReport(
              "id",
              PlatformEvent.Status.SUCCESS,
              Optional.empty(),
              Duration.ofMillis(20),
              OptionalLong.empty(),
              2048,
              84,
              Optional.empty(),
              Optional.empty()),
          "Root=1-2-3");

  /** Of every kind of value that a record has. */
  static Stream<PlatformEvent> events() {
    return Stream.of(
        new PlatformEvent.FunctionLine("\"quoted\" \\ \t\u0001 \u00fcn\u00efcode \ud83d\udc31"),
        new PlatformEvent.ExtensionState(
            "e", "Ready", List.of("INVOKE", "SHUTDOWN"), Optional.empty()),
        new PlatformEvent.InvocationReport(
            "id",
            PlatformEvent.Status.ERROR,
            Optional.of("Runtime.ExitError"),
            Duration.ofNanos(1_234_567),
            OptionalLong.of(Integer.MAX_VALUE + 1L),
            128,
            64,
            Optional.of(Duration.ofSeconds(1)),
            Optional.of(new PlatformEvent.Restored(Duration.ofMillis(50), 51))),
        new PlatformEvent.InvocationReport(
            "id",
            PlatformEvent.Status.SUCCESS,
            Optional.empty(),
            Duration.ofNanos(999),
            OptionalLong.empty(),
            128,
            64,
            Optional.of(Duration.ofNanos(10_000_000_000_001_000L)),
            Optional.empty()),
        new PlatformEvent.InvocationStart("id", "$LATEST", "Root=1-2;\"x\""),
        new PlatformEvent.InvocationStart("id", "1", ""),
        new PlatformEvent.InvocationRuntimeDone(
            "id",
            PlatformEvent.Status.FAILURE,
            Optional.of("a \"type\""),
            Duration.ofNanos(120_340_999),
            7,
            Optional.of(Duration.ofNanos(100_000)),
            Optional.of(Duration.ofNanos(12_040_000))),
        new PlatformEvent.InvocationRuntimeDone(
            "id",
            PlatformEvent.Status.TIMEOUT,
            Optional.empty(),
            Duration.ofNanos(-5_000),
            0,
            Optional.empty(),
            Optional.empty()),
        MANAGED,
        new PlatformEvent.Frozen());
  }

  @ParameterizedTest
  @MethodSource("events")
  void a_line_is_the_text_of_its_tree(PlatformEvent event) throws Exception {
    PlatformEvent.Stamped stamped =
        new PlatformEvent.Stamped(Instant.parse("2026-01-31T10:00:00.123Z"), -5, event);
    String line = EventLine.of(new EnvironmentObservation("hello", "$LATEST", "stream", stamped));
    JsonNode read = JSON.readTree(line);
    assertEquals(read.toString(), line);
    assertEquals(
        TelemetryJson.text(TelemetryJson.of(stamped).record()), read.get("record").toString());
    assertEquals(-5, read.get("nanos").asLong());
  }

  @ParameterizedTest
  @MethodSource("events")
  void a_line_of_a_log_in_json_has_the_same_members_and_is_found_again(PlatformEvent event)
      throws Exception {
    List<PlatformEvent.Stamped> written = new ArrayList<>();
    Instant time = Instant.parse("2026-01-31T10:00:00.123Z");
    EventLog.inJson(written::add, new EventLog.Levels(LogLevel.INFO, LogLevel.INFO))
        .add(time, -5, event);
    PlatformEvent.Stamped inJson = written.getFirst();
    String line = EventLine.of(new EnvironmentObservation("hello", "1", "stream", inJson));
    ObjectNode tree = (ObjectNode) JSON.readTree(line);
    if (tree.path("logged").asBoolean()) {
      assertEquals(inJson.text().orElseThrow(), EventLine.logged(line));
    } else {
      assertEquals(inJson.text().orElse(""), tree.path("text").asText());
    }
    ObjectNode plain =
        (ObjectNode)
            JSON.readTree(
                EventLine.of(
                    new EnvironmentObservation(
                        "hello", "1", "stream", new PlatformEvent.Stamped(time, -5, event))));
    assertEquals(plain.without(List.of("text")), tree.without(List.of("text", "logged")), line);
  }

  @Test
  void the_memory_of_a_request_on_managed_instances_is_beside_its_report() throws Exception {
    PlatformEvent.Stamped stamped = new PlatformEvent.Stamped(Instant.EPOCH, 7, MANAGED);
    JsonNode line =
        JSON.readTree(EventLine.of(new EnvironmentObservation("hello", "1", "stream", stamped)));
    assertEquals(2048, line.path("memorySizeMB").asInt());
    assertEquals(84, line.path("maxMemoryUsedMB").asInt());
    assertTrue(line.at("/record/metrics/memorySizeMB").isMissingNode(), line::toString);
  }

  @Test
  void a_line_has_its_members_in_this_order() {
    PlatformEvent.Stamped stamped =
        new PlatformEvent.Stamped(
            Instant.parse("2026-01-31T10:00:00.123Z"),
            7,
            new PlatformEvent.StartAwaited(Duration.ofMillis(1), 2),
            Optional.of("a \"line\""));
    assertEquals(
        "{\"time\":\"2026-01-31T10:00:00.123Z\",\"nanos\":7,\"function\":\"hello\",\"version\":\"1\","
            + "\"environment\":\"stream\",\"type\":\"thaw.startAwaited\","
            + "\"record\":{\"waitedMs\":1.0,\"startsAtOnce\":2},\"text\":\"a \\\"line\\\"\"}",
        EventLine.of(new EnvironmentObservation("hello", "1", "stream", stamped)));
  }
}
