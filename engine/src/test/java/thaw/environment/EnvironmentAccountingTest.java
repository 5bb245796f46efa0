package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.runtimeapi.ExtensionFailure;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.RuntimeExit;
import thaw.runtimeapi.log.PlatformEvent;

/** What an invocation took. */
class EnvironmentAccountingTest {
  private static final Invocation INVOCATION = new Invocation("id", new byte[0]);
  private static final long BEGIN = 5_000_000_000L;
  private static final long MIB = 1024 * 1024;

  private final EnvironmentAccounting accounts =
      new EnvironmentAccounting(
          FunctionDefinitionBuilder.builder()
              .logicalId("F")
              .name("f")
              .code(new CodeSource.Folder(Path.of("f")))
              .handler("f.F::handle")
              .runtime("java25")
              .memory(new MemorySize(128))
              .timeout(Duration.ofSeconds(3))
              .build(),
          true);

  private static EnvironmentAccounting.Measured broken(String type, long nanos) {
    return new EnvironmentAccounting.Measured(
        INVOCATION,
        BEGIN,
        Ending.Answer.brokenBy(
            INVOCATION, new ExtensionFailure(type, "signal: killed", nanos), Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.of(BEGIN),
        57 * MIB);
  }

  @Test
  void an_end_that_was_noted_before_the_request_began_took_no_time() {
    EnvironmentAccounting.Measured measured = broken(RuntimeExit.ERROR_TYPE, BEGIN - 2_019_000_970);
    InvocationResult result = accounts.result(measured);
    assertEquals(Duration.ZERO, result.duration());
    assertEquals(Duration.ZERO, result.billed());
    assertEquals(Optional.of(Duration.ZERO), result.startToResponse());
    assertEquals(57, result.maxMemoryMiB());
    List<PlatformEvent> written = new ArrayList<>();
    accounts.write(measured, result, written::add);
    assertEquals(3, written.size(), written::toString);
  }

  @Test
  void a_process_that_was_killed_for_memory_had_all_of_it() {
    EnvironmentAccounting.Measured measured = broken(RuntimeExit.OUT_OF_MEMORY, BEGIN + 1);
    InvocationResult result = accounts.result(measured);
    assertEquals(128, result.maxMemoryMiB());
    List<PlatformEvent> written = new ArrayList<>();
    accounts.write(measured, result, written::add);
    assertEquals(new PlatformEvent.OutOfMemory(128), written.get(1));
  }

  @Test
  void no_report_has_a_negative_duration() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new PlatformEvent.InvocationReport(
                "id",
                PlatformEvent.Status.ERROR,
                Optional.empty(),
                Duration.ofMillis(-1),
                OptionalLong.empty(),
                128,
                57,
                Optional.empty(),
                Optional.empty()));
  }
}
