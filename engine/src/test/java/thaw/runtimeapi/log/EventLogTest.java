package thaw.runtimeapi.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventLogTest {
  private static final int TAIL_BYTES = 4096;

  private final List<PlatformEvent.Stamped> written = new ArrayList<>();
  private final EventLog eventLog = new EventLog(written::add);

  @Test
  void the_tail_is_the_last_bytes_of_what_was_written_since_the_invocation_began() {
    eventLog.add(new PlatformEvent.FunctionLine("of an invocation before"));
    eventLog.beginTail();
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      String line = "line " + i + " with an ä, a € and a \uD83D\uDC15";
      eventLog.add(new PlatformEvent.FunctionLine(line));
      all.append(line).append('\n');
      byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
      byte[] end = Arrays.copyOfRange(text, Math.max(0, text.length - TAIL_BYTES), text.length);
      assertArrayEquals(end, eventLog.tail());
    }
    assertEquals(3_001, written.size());
  }

  @Test
  void the_tail_of_one_long_line_is_its_end() {
    eventLog.beginTail();
    eventLog.add(new PlatformEvent.FunctionLine("x".repeat(100_000)));
    assertEquals(
        "x".repeat(TAIL_BYTES - 1) + "\n", new String(eventLog.tail(), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"level\":\"debug\",\"timestamp\":\"2024-11-02T16:51:31.587199Z\"}     | DEBUG",
        "  {\"time\":\"2024-11-02T16:51:31+01:00\",\"level\":\"WARN\"}          | WARN",
        "{\"a\":{\"level\":\"FATAL\"},\"level\":\"ERROR\",\"@timestamp\":\"2024-11-02T16:51:31Z\"}|ERROR",
        "{\"level\":\"WARNING\",\"timestamp\":\"2024-11-02T16:51:31Z\"}            | WARN",
        "{\"level\":\"Critical\",\"timestamp\":\"2024-11-02T16:51:31Z\"}           | FATAL",
        "{\"level\":\"UNDEFINED\",\"timestamp\":\"2024-11-02T16:51:31Z\"}          | ",
        "{\"log_level\":\"ERROR\",\"timestamp\":\"2024-06-17T17:23:55Z\"}          | ",
        "{\"level\":\"ERROR\",\"timestamp\":\"2020-05-24 18:17:33,774\"}           | ",
        "{\"level\":\"ERROR\"}                                                    | ",
        "{\"level\":3,\"timestamp\":\"2024-11-02T16:51:31Z\"}                      | ",
        "{\"level\":\"ERROR\",\"timestamp\":\"2024-11-02T16:51:31Z\"} and more     | ",
        "{\"level\":\"ERROR\",\"timestamp\":\"2024-11-02T16:51:31Z\"              | ",
        "[\"level\",\"ERROR\"] | ",
        "ERROR text | "
      })
  void a_line_has_a_level_when_it_is_an_object_that_names_it_and_a_time(
      String line, LogLevel level) {
    assertEquals(Optional.ofNullable(level), LogLevel.of(line));
  }

  @Test
  void in_json_lines_below_the_level_are_not_in_the_log_and_subscribers_get_them() {
    EventLog log = inJson(LogLevel.WARN, LogLevel.INFO);
    log.beginTail();
    log.output(
        """
        {"level":"INFO","timestamp":"2024-11-02T16:51:31Z"}
        {"level":"ERROR","timestamp":"2024-11-02T16:51:31Z"}
        plain
        {"level":"ERROR","timestamp":"yesterday"}
        rest\
        """
            .getBytes(StandardCharsets.UTF_8));
    log.endOfOutput();
    String shown = "{\"level\":\"ERROR\",\"timestamp\":\"2024-11-02T16:51:31Z\"}";
    assertEquals(shown + "\n", new String(log.tail(), StandardCharsets.UTF_8));
    assertEquals(
        5,
        written.stream()
            .filter(each -> each.event() instanceof PlatformEvent.FunctionLine)
            .count());
    List<PlatformEvent.Stamped> said =
        written.stream()
            .filter(each -> each.event() instanceof PlatformEvent.LinesLeftOut)
            .toList();
    assertEquals(1, said.size()); // once, for the first line without a level
    assertTrue(
        PlatformLog.remark(said.getFirst().event())
            .orElse("")
            .contains("ApplicationLogLevel: WARN"));
  }

  @Test
  void in_json_a_level_of_the_logger_is_that_of_its_bytes() {
    EventLog log = inJson(LogLevel.ERROR, LogLevel.INFO);
    log.beginTail();
    for (LogLevel level : LogLevel.values()) {
      byte[] text = level.name().getBytes(StandardCharsets.UTF_8);
      log.output(
          ByteBuffer.allocate(16 + text.length)
              .putInt(0xa55a0003 | level.ordinal() + 1 << 2)
              .putInt(text.length)
              .putLong(0)
              .put(text)
              .array());
    }
    assertEquals("ERROR\nFATAL\n", new String(log.tail(), StandardCharsets.UTF_8));
    assertTrue(
        written.stream().noneMatch(each -> each.event() instanceof PlatformEvent.LinesLeftOut));
  }

  @Test
  void text_has_lines_of_all_levels() {
    eventLog.beginTail();
    eventLog.output("{\"level\":\"TRACE\",\"timestamp\":\"2024-11-02T16:51:31Z\"}\n".getBytes());
    assertTrue(new String(eventLog.tail(), StandardCharsets.UTF_8).contains("TRACE"));
  }

  private EventLog inJson(LogLevel application, LogLevel system) {
    return EventLog.inJson(written::add, new EventLog.Levels(application, system));
  }

  /** AWS's table of the levels of system logs, row for row. */
  static List<Arguments> systemLogs() {
    PlatformEvent.Status good = PlatformEvent.Status.SUCCESS;
    PlatformEvent.Status bad = PlatformEvent.Status.TIMEOUT;
    PlatformEvent.Phase init = PlatformEvent.Phase.INIT;
    Optional<String> none = Optional.empty();
    Duration time = Duration.ofMillis(1);
    List<String> types = List.of("platform");
    return List.of(
        Arguments.of(
            "INFO", new PlatformEvent.InitStart("on-demand", init, "java:25.v1", "arn", "f", "1")),
        Arguments.of("DEBUG", new PlatformEvent.InitStart("on-demand", init, "", "", "f", "1")),
        Arguments.of("DEBUG", new PlatformEvent.InitRuntimeDone("on-demand", init, good, none)),
        Arguments.of("WARN", new PlatformEvent.InitRuntimeDone("on-demand", init, bad, none)),
        Arguments.of("DEBUG", new PlatformEvent.InitReport("on-demand", init, good, none, time)),
        Arguments.of("INFO", new PlatformEvent.InitReport("snap-start", init, good, none, time)),
        Arguments.of("WARN", new PlatformEvent.InitReport("on-demand", init, bad, none, time)),
        Arguments.of("INFO", new PlatformEvent.RestoreStart("java:25.v1", "arn", "f", "1")),
        Arguments.of("DEBUG", new PlatformEvent.RestoreStart("", "", "f", "1")),
        Arguments.of("DEBUG", new PlatformEvent.RestoreRuntimeDone(good, none)),
        Arguments.of("WARN", new PlatformEvent.RestoreRuntimeDone(bad, none)),
        Arguments.of("INFO", new PlatformEvent.RestoreReport(good, none, time)),
        Arguments.of("WARN", new PlatformEvent.RestoreReport(bad, none, time)),
        Arguments.of("INFO", new PlatformEvent.InvocationStart("id", "1", "")),
        Arguments.of("DEBUG", done(good)),
        Arguments.of("WARN", done(bad)),
        Arguments.of("INFO", report(good)),
        Arguments.of("WARN", report(bad)),
        Arguments.of("INFO", new PlatformEvent.ManagedReport(done(good), report(good), "")),
        Arguments.of("WARN", new PlatformEvent.ManagedReport(done(bad), report(bad), "")),
        Arguments.of("INFO", new PlatformEvent.ExtensionState("e", "Ready", List.of(), none)),
        Arguments.of(
            "WARN",
            new PlatformEvent.ExtensionState("e", "LaunchError", List.of(), Optional.of("E"))),
        Arguments.of("INFO", new PlatformEvent.LogsSubscription("e", "Subscribed", types)),
        Arguments.of("INFO", new PlatformEvent.TelemetrySubscription("e", "Subscribed", types)),
        Arguments.of("WARN", new PlatformEvent.LogsDropped("full", 1, 2)));
  }

  private static PlatformEvent.InvocationRuntimeDone done(PlatformEvent.Status status) {
    return new PlatformEvent.InvocationRuntimeDone(
        "id", status, Optional.empty(), Duration.ZERO, 0, Optional.empty(), Optional.empty());
  }

  private static PlatformEvent.InvocationReport report(PlatformEvent.Status status) {
    return new PlatformEvent.InvocationReport(
        "id",
        status,
        Optional.empty(),
        Duration.ZERO,
        OptionalLong.empty(),
        128,
        64,
        Optional.empty(),
        Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("systemLogs")
  void in_json_an_event_of_the_platform_is_a_line_from_its_level_on(
      LogLevel level, PlatformEvent event) {
    for (LogLevel least : List.of(LogLevel.DEBUG, LogLevel.INFO, LogLevel.WARN)) {
      written.clear();
      inJson(LogLevel.INFO, least).add(event);
      assertEquals(
          least.compareTo(level) <= 0, written.getFirst().text().isPresent(), least.name());
    }
  }

  @Test
  void in_json_a_fault_is_in_the_report_and_its_words_are_for_the_terminal() {
    PlatformEvent fault = new PlatformEvent.Fault("id Task timed out after 3.00 seconds");
    inJson(LogLevel.INFO, LogLevel.DEBUG).add(fault);
    assertEquals(Optional.empty(), written.getFirst().text());
    assertEquals("id Task timed out after 3.00 seconds", PlatformLog.remark(fault).orElse(""));
  }
}
