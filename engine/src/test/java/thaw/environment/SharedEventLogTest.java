package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.EventLog;
import thaw.runtimeapi.log.PlatformEvent;

/** The order of what is written of many requests. */
class SharedEventLogTest {
  private final List<String> written = new ArrayList<>();
  private final EventLog log = new EventLog(event -> written.add(said(event.event())));
  private final EnvironmentAccounting accounts =
      new EnvironmentAccounting(
          FunctionDefinitionBuilder.builder()
              .logicalId("Fleet")
              .name("fleet")
              .code(new CodeSource.Folder(Path.of("fleet")))
              .handler("fleet.Fleet::handle")
              .runtime("java25")
              .memory(new MemorySize(2048))
              .timeout(Duration.ofSeconds(3))
              .build(),
          false);
  private Runnable printing = () -> {};
  private final SharedEventLog eventLog =
      new SharedEventLog(
          log,
          accounts,
          "1",
          taken -> {
            printing.run();
            taken.run();
            log.output("printed\n".getBytes(StandardCharsets.US_ASCII));
          });

  private static String said(PlatformEvent event) {
    return switch (event) {
      case PlatformEvent.InvocationStart start -> "start " + start.requestId();
      case PlatformEvent.FunctionLine line -> line.text();
      case PlatformEvent.ManagedReport both -> "report " + both.report().requestId();
      default -> event.getClass().getSimpleName();
    };
  }

  private void begin(String id) {
    eventLog.add(
        new SharedEventLog.Began(
            new Given(new Invocation(id, new byte[0]), Instant.EPOCH, 0, Long.MAX_VALUE, "trace")));
  }

  private void end(String id) {
    var measured =
        new EnvironmentAccounting.Measured(
            new Invocation(id, new byte[0]),
            0,
            new Ending.Ready(
                new Ending.Answer(new InvocationOutcome.Success(new byte[0]), 1, 2, 0, true), 2),
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            1);
    eventLog.add(SharedEventLog.Ended.now(measured, accounts.result(measured), "trace"));
  }

  @Test
  void who_begins_and_ends_during_a_look_has_its_lines_behind_its_start_and_before_its_end() {
    begin("1");
    end("1");
    printing =
        () -> {
          begin("2");
          end("2");
        };
    eventLog.write();
    assertEquals(List.of("start 1", "start 2", "printed", "report 1"), written);
    written.clear();
    printing = () -> {};
    eventLog.write();
    assertEquals(List.of("printed", "report 2"), written);
  }

  @Test
  void what_ends_with_the_processes_is_written_before_the_end_of_the_environment() {
    begin("1");
    eventLog.close(() -> end("1"), new PlatformEvent.Ended("spindown"));
    begin("late");
    assertEquals(List.of("start 1", "printed", "report 1", "Ended", "start late"), written);
  }

  @Test
  void a_look_that_fails_keeps_nothing_else_from_being_written() {
    begin("0");
    end("0");
    begin("1");
    IllegalStateException unreadable = new IllegalStateException("no output to read");
    printing =
        () -> {
          throw unreadable;
        };
    assertEquals(
        unreadable,
        assertThrows(
            IllegalStateException.class,
            () -> eventLog.close(() -> end("1"), new PlatformEvent.Ended("spindown"))));
    assertEquals(List.of("start 0", "start 1", "report 0", "report 1", "Ended"), written);
  }
}
