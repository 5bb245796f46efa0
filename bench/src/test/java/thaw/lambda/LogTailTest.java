package thaw.lambda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * Every form of REPORT. The layouts are those recorded on AWS (LocalStack's snapshots, 2023 to
 * 2026) and those of AWS's documentation of the Telemetry API and of SnapStart.
 */
class LogTailTest {
  private static final String ID = "4f0a5b5e-0b1f-4d5e-8d2a-0c1c2f3e4d5f";
  private static final String REPORT = "REPORT RequestId: " + ID;

  private static LogTail tail(String... lines) {
    return LogTail.of(String.join("\n", lines) + "\n", ID);
  }

  private static Report report(String... lines) {
    return tail(lines).report().orElseThrow();
  }

  @Test
  void a_cold_start_has_its_init_beside_the_duration() {
    LogTail tail =
        tail(
            "INIT_START Runtime Version: java:21.v30\tRuntime Version ARN: arn:aws:lambda:::r",
            "START RequestId: " + ID + " Version: $LATEST",
            "END RequestId: " + ID,
            REPORT
                + "\tDuration: 3.01 ms\tBilled Duration: 114 ms\tMemory Size: 128 MB"
                + "\tMax Memory Used: 36 MB\tInit Duration: 110.10 ms\t");
    assertEquals(
        new Report(
            ID,
            3.01,
            OptionalLong.of(114),
            128,
            36,
            OptionalDouble.of(110.10),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty()),
        tail.report().orElseThrow());
    assertTrue(tail.isCold());
    assertEquals(OptionalDouble.of(110.10), tail.initMillis());
    assertEquals(1, tail.sources().size());
    assertFalse(tail.sources().getFirst().endsWith("\t"));
  }

  @Test
  void a_warm_start_has_none() {
    LogTail tail =
        tail(
            REPORT
                + "\tDuration: 2.90 ms\tBilled Duration: 3 ms\tMemory Size: 128 MB"
                + "\tMax Memory Used: 36 MB\t");
    assertFalse(tail.isCold());
    assertEquals(2.90, tail.report().orElseThrow().durationMillis());
  }

  @Test
  void a_restore_is_told_in_place_of_init() {
    LogTail tail =
        tail(
            "RESTORE_START Runtime Version: java:11.v21\tRuntime Version ARN: arn:aws:lambda:::r",
            "RESTORE_REPORT Restore Duration: 511.25 ms",
            REPORT
                + "\tDuration: 306.34 ms\tBilled Duration: 610 ms\tMemory Size: 512 MB"
                + "\tMax Memory Used: 155 MB\tRestore Duration: 511.25 ms"
                + "\tBilled Restore Duration: 303 ms\t");
    Report report = tail.report().orElseThrow();
    assertEquals(OptionalDouble.of(511.25), report.restoreMillis());
    assertEquals(OptionalLong.of(303), report.billedRestoreMillis());
    assertEquals(OptionalLong.of(610), report.billedMillis());
    assertEquals(306.34, report.durationMillis());
    assertTrue(tail.isCold());
    assertEquals(OptionalDouble.empty(), tail.initMillis());
    assertEquals(2, tail.sources().size());
  }

  @Test
  void timeouts_and_errors_have_a_status_and_perhaps_a_type() {
    Report timeout =
        report(
            REPORT
                + "\tDuration: 1000.00 ms\tBilled Duration: 1000 ms\tMemory Size: 128 MB"
                + "\tMax Memory Used: 34 MB\tInit Duration: 90.00 ms\tStatus: timeout");
    assertEquals(Optional.of("timeout"), timeout.status());
    assertEquals(Optional.empty(), timeout.errorType());
    Report error =
        report(
            REPORT
                + "\tDuration: 12.00 ms\tBilled Duration: 12 ms\tMemory Size: 128 MB"
                + "\tMax Memory Used: 34 MB\tStatus: error\tError Type: Runtime.ExitError\t");
    assertEquals(Optional.of("error"), error.status());
    assertEquals(Optional.of("Runtime.ExitError"), error.errorType());
  }

  @Test
  void an_init_phase_that_failed_is_known_by_its_own_line() {
    LogTail tail =
        tail(
            "INIT_REPORT Init Duration: 9999.79 ms\tPhase: init\tStatus: timeout",
            "START RequestId: " + ID + " Version: $LATEST",
            "INIT_REPORT Init Duration: 3000.10 ms\tPhase: invoke\tStatus: error\tError Type:"
                + " Runtime.ExitError",
            REPORT
                + "\tDuration: 3000.00 ms\tBilled Duration: 3000 ms\tMemory Size: 128 MB"
                + "\tMax Memory Used: 90 MB\tStatus: timeout");
    assertTrue(tail.isCold());
    assertEquals(OptionalDouble.of(9999.79), tail.initMillis());
    assertEquals(
        List.of(
            new Beginning(
                Beginning.Kind.INIT,
                9999.79,
                Optional.of("init"),
                Optional.of("timeout"),
                Optional.empty()),
            new Beginning(
                Beginning.Kind.INIT,
                3000.10,
                Optional.of("invoke"),
                Optional.of("error"),
                Optional.of("Runtime.ExitError"))),
        tail.beginnings());
  }

  @Test
  void an_init_inside_the_invocation_of_a_warm_environment_is_no_cold_start() {
    LogTail tail =
        tail(
            "INIT_REPORT Init Duration: 80.00 ms\tPhase: invoke\tStatus: error\tError Type:"
                + " Runtime.ExitError",
            REPORT
                + "\tDuration: 90.00 ms\tBilled Duration: 90 ms\tMemory Size: 128 MB"
                + "\tMax Memory Used: 90 MB\tStatus: error\tError Type: Runtime.ExitError");
    assertFalse(tail.isCold());
  }

  @Test
  void a_line_of_x_ray_after_it_changes_nothing() {
    Report report =
        report(
            REPORT
                + "\tDuration: 1.50 ms\tBilled Duration: 2 ms\tMemory Size: 128 MB"
                + "\tMax Memory Used: 36 MB\tInit Duration: 100.00 ms\t",
            "XRAY TraceId: 1-5f-a\tSegmentId: 1b2c\tSampled: true\t");
    assertEquals(OptionalDouble.of(100), report.initMillis());
  }

  @Test
  void fields_may_be_separated_by_spaces_as_consoles_copy_them() {
    Report report =
        report(
            REPORT
                + "  Duration: 39.92 ms  Billed Duration: 400 ms  Memory Size: 512 MB"
                + "  Max Memory Used: 128 MB  Restore Duration: 617.17 ms"
                + "  Billed Restore Duration: 237 ms  ");
    assertEquals(39.92, report.durationMillis());
    assertEquals(OptionalDouble.of(617.17), report.restoreMillis());
    assertEquals(512, report.memorySizeMiB());
  }

  @Test
  void without_a_bill_the_rest_is_read() {
    Report report =
        report(
            REPORT
                + "\tDuration: 1.50 ms\tMemory Size: 128 MB\tMax Memory Used: 36 MB"
                + "\tInit Duration: 100.00 ms\t");
    assertEquals(OptionalLong.empty(), report.billedMillis());
  }

  @Test
  void the_json_format_says_the_same() {
    String json =
        """
        {"time":"2025-03-13T18:56:24.046Z","type":"platform.report","record":{"requestId":"ID","metrics":{"durationMs":1.504,"billedDurationMs":115,"memorySizeMB":128,"maxMemoryUsedMB":36,"initDurationMs":112.9},"tracing":{"spanId":"565e","type":"X-Amzn-Trace-Id","value":"Root=1"},"status":"success"}}\
        """
            .replace("ID", ID);
    LogTail tail =
        tail("{\"timestamp\":\"2025\",\"level\":\"INFO\",\"message\":\"platform.report\"}", json);
    assertEquals(
        new Report(
            ID,
            1.504,
            OptionalLong.of(115),
            128,
            36,
            OptionalDouble.of(112.9),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty()),
        tail.report().orElseThrow());
    assertEquals(List.of(json), tail.sources());
  }

  @Test
  void restores_and_failures_in_json() {
    LogTail tail =
        tail(
            "{\"time\":\"t\",\"type\":\"platform.restoreReport\",\"record\":{\"status\":\"success\","
                + "\"metrics\":{\"durationMs\":70.87}}}",
            "{\"time\":\"t\",\"type\":\"platform.report\",\"record\":{\"requestId\":\""
                + ID
                + "\",\"status\":\"timeout\",\"metrics\":{\"durationMs\":3000.0,"
                + "\"billedDurationMs\":3100,\"memorySizeMB\":512,\"maxMemoryUsedMB\":140,"
                + "\"restoreDurationMs\":70.87,\"billedRestoreDurationMs\":100}}}");
    Report report = tail.report().orElseThrow();
    assertEquals(OptionalDouble.of(70.87), report.restoreMillis());
    assertEquals(OptionalLong.of(100), report.billedRestoreMillis());
    assertEquals(Optional.of("timeout"), report.status());
    LogTail failed =
        tail(
            "{\"time\":\"t\",\"type\":\"platform.initReport\",\"record\":{\"initializationType\":"
                + "\"on-demand\",\"phase\":\"init\",\"status\":\"error\",\"errorType\":"
                + "\"Runtime.ExitError\",\"metrics\":{\"durationMs\":125.33}}}",
            "{\"time\":\"t\",\"type\":\"platform.report\",\"record\":{\"requestId\":\""
                + ID
                + "\",\"status\":\"error\",\"errorType\":\"Runtime.ExitError\",\"metrics\":"
                + "{\"durationMs\":130.0,\"billedDurationMs\":130,\"memorySizeMB\":512,"
                + "\"maxMemoryUsedMB\":40}}}");
    assertTrue(failed.isCold());
    assertEquals(OptionalDouble.of(125.33), failed.initMillis());
    assertEquals(Optional.of("Runtime.ExitError"), failed.report().orElseThrow().errorType());
  }

  @Test
  void another_requests_report_and_lines_that_only_look_like_one_are_not_taken() {
    LogTail tail =
        tail(
            " MB\tMax Memory Used: 36 MB\tInit Duration: 1.00 ms\t", // cut off by the 4 KB
            "REPORT RequestId: other\tDuration: 1.00 ms\tInit Duration: 2.00 ms\t",
            "REPORT of the pets: Duration: 5 ms",
            REPORT + "\tDuration: soon",
            "INIT_REPORT Init Duration: long",
            "{\"type\":\"platform.report\"",
            "{\"type\":\"platform.report\",\"record\":{\"requestId\":\"" + ID + "\"}}");
    assertEquals(Optional.empty(), tail.report());
    assertEquals(List.of(), tail.beginnings());
    assertFalse(tail.isCold());
  }
}
