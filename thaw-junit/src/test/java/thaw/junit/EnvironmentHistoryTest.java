package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import thaw.junit.program.HandlerJson;

class EnvironmentHistoryTest {
  private final EnvironmentHistory history = new EnvironmentHistory("stream", "Create");

  private void tell(String type, String record) {
    assertTrue(accept(type, record).isEmpty());
  }

  private Optional<FunctionInvocation> accept(String type, String record) {
    return history.accept(
        HandlerJson.object("{\"type\":\"" + type + "\",\"record\":" + record + "}"));
  }

  private void line(String text) {
    assertTrue(
        history
            .accept(HandlerJson.object("{\"type\":\"function\",\"text\":\"" + text + "\"}"))
            .isEmpty());
  }

  private FunctionInvocation invoked(String metrics) {
    tell("platform.start", "{\"requestId\":\"1\"}");
    line("said");
    return accept(
            "platform.report",
            "{\"requestId\":\"1\",\"status\":\"success\",\"metrics\":{\"durationMs\":2.5,"
                + metrics
                + "\"memorySizeMB\":512,\"maxMemoryUsedMB\":70}}")
        .orElseThrow();
  }

  @Test
  void a_first_invocation_after_an_init_is_cold_and_has_its_log() {
    tell("platform.initStart", "{}");
    line("initialised");
    FunctionInvocation cold = invoked("\"initDurationMs\":100.5,\"billedDurationMs\":103,");
    assertEquals(StartKind.COLD, cold.start());
    assertEquals(List.of("initialised", "said"), cold.log());
    assertEquals(
        new ReportFigures(
            2.5, OptionalLong.of(103), OptionalDouble.of(100.5), OptionalDouble.empty(), 512, 70),
        cold.report());
  }

  @Test
  void an_invocation_on_managed_instances_has_its_memory_beside_the_record() {
    FunctionInvocation managed =
        history
            .accept(
                HandlerJson.object(
                    "{\"memorySizeMB\":2048,\"maxMemoryUsedMB\":84,\"type\":\"platform.report\","
                        + "\"record\":{\"requestId\":\"1\",\"status\":\"success\","
                        + "\"metrics\":{\"durationMs\":2.5}},\"logged\":true}"))
            .orElseThrow();
    assertEquals(
        new ReportFigures(
            2.5, OptionalLong.empty(), OptionalDouble.empty(), OptionalDouble.empty(), 2048, 84),
        managed.report());
  }

  @Test
  void the_next_one_is_warm_and_has_its_own_log_and_the_freezes_before_it() {
    tell("platform.initStart", "{}");
    invoked("\"initDurationMs\":100.5,");
    tell("thaw.frozen", "{}");
    tell("thaw.thawed", "{}");
    FunctionInvocation warm = invoked("");
    assertEquals(StartKind.WARM, warm.start());
    assertEquals(List.of("said"), warm.log());
    assertEquals(1, warm.freezes());
  }

  @Test
  void a_restore_is_in_the_report() {
    tell("platform.restoreStart", "{}");
    assertEquals(StartKind.RESTORED, invoked("\"restoreDurationMs\":20.5,").start());
  }

  @Test
  void a_start_from_an_archive_was_told_before() {
    tell("platform.initStart", "{}");
    tell("thaw.startedFrom", "{\"from\":\"aot\"}");
    assertEquals(StartKind.ARCHIVE, invoked("\"initDurationMs\":60.5,").start());
  }

  @Test
  void a_start_from_nothing_in_place_of_a_snapshot_is_cold() {
    tell("platform.initStart", "{}");
    tell("thaw.startedFrom", "{\"from\":\"plain\"}");
    assertEquals(StartKind.COLD, invoked("\"initDurationMs\":60.5,").start());
  }

  @Test
  void an_init_that_is_repeated_within_an_invocation_is_a_cold_start_without_a_figure() {
    tell("platform.initStart", "{}");
    assertEquals(StartKind.COLD, invoked("").start());
  }
}
