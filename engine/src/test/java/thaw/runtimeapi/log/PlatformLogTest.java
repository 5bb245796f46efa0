package thaw.runtimeapi.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.runtimeapi.RuntimeExit;
import thaw.runtimeapi.log.PlatformEvent.Status;

/** The layouts are those recorded on AWS; tabs matter to the parsers that people use. */
class PlatformLogTest {
  private static final String ID = "8286a188-ba32-4475-8077-530cd35c09a9";

  @Test
  void a_cold_report_names_the_init_duration_and_ends_with_a_tab() {
    assertText(
        "REPORT RequestId: "
            + ID
            + "\tDuration: 2.41 ms\tBilled Duration: 206 ms\tMemory Size: 128 MB"
            + "\tMax Memory Used: 86 MB\tInit Duration: 203.00 ms\t",
        report(Status.SUCCESS, null, Duration.ofNanos(2_410_000), 206, Duration.ofMillis(203)));
  }

  @Test
  void what_is_of_this_machine_only_is_a_remark_and_no_line_of_the_log_on_Lambda() {
    PlatformEvent waited = new PlatformEvent.StartAwaited(Duration.ofMillis(1500), 2);
    PlatformEvent starved =
        new PlatformEvent.HostWasLimit(
            new HostLimit(Duration.ofMillis(6200), Duration.ofSeconds(10)));
    assertEquals(Optional.empty(), PlatformLog.text(waited).or(() -> PlatformLog.text(starved)));
    assertEquals(
        Optional.of("thaw: waited 1.50 s for its turn: 2 start at once on this host's CPUs"),
        PlatformLog.remark(waited));
    assertEquals(
        Optional.of(
            "thaw: the host was the limit for 62 % of it (6.20 of 10.00 s): "
                + "other programs or environments had the CPUs"),
        PlatformLog.remark(starved));
    assertEquals(
        Optional.of(
            "thaw: held back for 1.50 s: it writes its log faster than Thaw reads;"
                + " 1,234 bytes of its log are lost: it wrote while nobody read"),
        PlatformLog.remark(new PlatformEvent.LogLimited(Duration.ofMillis(1500), 1234)));
  }

  @Test
  void how_far_the_host_was_the_limit_of_the_last_start_is_read_from_its_log() {
    List<String> log =
        List.of(
            "INIT_START Runtime Version: java:21",
            "thaw: the host was the limit for 62 % of it (6.20 of 10.00 s): other programs",
            "INIT_START Runtime Version: java:21",
            "an answer");
    assertEquals(Optional.empty(), HostLimit.toldLast(log));
    assertEquals(
        Optional.of("the host was the limit for 62 % of it (6.20 of 10.00 s): other programs"),
        HostLimit.toldLast(log.subList(0, 2)));
  }

  @Test
  void a_warm_report_has_no_init_duration() {
    assertText(
        "REPORT RequestId: "
            + ID
            + "\tDuration: 1.00 ms\tBilled Duration: 1 ms\tMemory Size: 128 MB"
            + "\tMax Memory Used: 86 MB\t",
        report(Status.SUCCESS, null, Duration.ofMillis(1), 1, null));
  }

  @Test
  void an_error_of_the_function_itself_is_no_status() {
    assertText(
        "REPORT RequestId: "
            + ID
            + "\tDuration: 1.00 ms\tBilled Duration: 1 ms\tMemory Size: 128 MB"
            + "\tMax Memory Used: 86 MB\t",
        report(Status.FAILURE, "java.lang.Error", Duration.ofMillis(1), 1, null));
  }

  @Test
  void a_failed_report_names_status_and_error_type() {
    assertText(
        "REPORT RequestId: "
            + ID
            + "\tDuration: 1.00 ms\tBilled Duration: 1 ms\tMemory Size: 128 MB"
            + "\tMax Memory Used: 86 MB\tStatus: error\tError Type: Runtime.ExitError\t",
        report(Status.ERROR, "Runtime.ExitError", Duration.ofMillis(1), 1, null));
  }

  @Test
  void an_init_report_names_phase_and_status() {
    assertText(
        "INIT_REPORT Init Duration: 9999.79 ms\tPhase: init\tStatus: timeout",
        new PlatformEvent.InitReport(
            "on-demand",
            PlatformEvent.Phase.INIT,
            Status.TIMEOUT,
            Optional.empty(),
            Duration.ofNanos(9_999_790_000L)));
    assertText(
        "INIT_REPORT Init Duration: 12.00 ms\tPhase: invoke\tStatus: error"
            + "\tError Type: Runtime.ExitError",
        new PlatformEvent.InitReport(
            "on-demand",
            PlatformEvent.Phase.INVOKE,
            Status.ERROR,
            Optional.of("Runtime.ExitError"),
            Duration.ofMillis(12)));
  }

  @Test
  void the_init_start_names_runtime_and_version() {
    assertText(
        "INIT_START Runtime Version: java:21.v1\tRuntime Version ARN:"
            + " arn:aws:lambda:us-east-1::runtime:abc",
        new PlatformEvent.InitStart(
            "on-demand",
            PlatformEvent.Phase.INIT,
            "java:21.v1",
            "arn:aws:lambda:us-east-1::runtime:abc",
            "hello",
            "$LATEST"));
  }

  @Test
  void a_timeout_line_has_two_decimals() {
    assertEquals(
        "2025-11-25T10:00:00.123Z " + ID + " Task timed out after 1.00 seconds",
        PlatformLog.timedOut(
            Instant.parse("2025-11-25T10:00:00.123456Z"), ID, Duration.ofSeconds(1)));
  }

  private static void assertText(String expected, PlatformEvent event) {
    assertEquals(Optional.of(expected), PlatformLog.text(event));
  }

  private static PlatformEvent report(
      Status status,
      @Nullable String errorType,
      Duration duration,
      long billedMillis,
      @Nullable Duration init) {
    return new PlatformEvent.InvocationReport(
        ID,
        status,
        Optional.ofNullable(errorType),
        duration,
        OptionalLong.of(billedMillis),
        128,
        86,
        Optional.ofNullable(init),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "0, Runtime exited without providing a reason",
    "1, Runtime exited with error: exit status 1",
    "127, Runtime exited with error: exit status 127",
    "137, Runtime exited with error: signal: killed",
    "139, Runtime exited with error: signal: segmentation fault",
    "143, Runtime exited with error: exit status 143"
  })
  void an_exit_is_reported_in_lambdas_words(int code, String message) {
    RuntimeExit exit = new RuntimeExit(code, false);
    assertEquals(message, exit.message());
    assertEquals(message.endsWith("killed"), exit.isKill());
  }
}
