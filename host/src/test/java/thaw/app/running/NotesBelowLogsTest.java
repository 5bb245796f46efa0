package thaw.app.running;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import thaw.pool.life.EnvironmentObservation;
import thaw.runtimeapi.log.PlatformEvent;

class NotesBelowLogsTest {
  private final List<String> shown = new ArrayList<>();
  private final NotesBelowLogs notes = new NotesBelowLogs(shown::add);

  private void report(String requestId) {
    shown.add("REPORT " + requestId);
    PlatformEvent report =
        new PlatformEvent.InvocationReport(
            requestId,
            PlatformEvent.Status.SUCCESS,
            Optional.empty(),
            Duration.ofMillis(1),
            OptionalLong.empty(),
            128,
            50,
            Optional.empty(),
            Optional.empty());
    notes.observe(
        new EnvironmentObservation(
            "function", "$LATEST", "stream", PlatformEvent.Stamped.now(report)));
  }

  @Test
  void a_line_about_a_request_comes_below_its_report() {
    notes.sayOf("1", "no answer");
    report("2");
    report("1");
    assertEquals(List.of("REPORT 2", "REPORT 1", "no answer"), shown);
  }

  @Test
  void a_line_that_comes_after_the_report_is_shown_at_once_and_once() {
    report("1");
    notes.sayOf("1", "no answer");
    report("1");
    assertEquals(List.of("REPORT 1", "no answer", "REPORT 1"), shown);
  }

  @Test
  void a_line_about_no_request_does_not_wait() {
    notes.say("no such route");
    assertEquals(List.of("no such route"), shown);
  }
}
