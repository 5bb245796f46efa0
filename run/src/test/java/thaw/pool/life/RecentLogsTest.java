package thaw.pool.life;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.runtimeapi.log.PlatformEvent;

class RecentLogsTest {
  private final RecentLogs logs = new RecentLogs();

  private void log(String text) {
    logs.accept(
        new EnvironmentObservation(
            "hello",
            "$LATEST",
            "stream",
            new PlatformEvent.Stamped(Instant.EPOCH, 0, new PlatformEvent.FunctionLine(text))));
  }

  @Test
  void the_lines_of_a_function_come_in_their_order() {
    log("one");
    log("");
    log("two");
    assertEquals(
        List.of("one", "", "two"), logs.of("hello").stream().map(RecentLogs.Line::text).toList());
    assertEquals(List.of(), logs.of("other"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "a line of a log"})
  void no_more_than_the_last_mebibyte_is_kept_however_short_lines_are(String text) {
    int most = 1024 * 1024 / (text.length() + 1);
    for (int line = 0; line < most + 1000; line++) {
      log(text);
    }
    assertEquals(most, logs.of("hello").size());
    assertEquals(1001, logs.of("hello").getFirst().number());
  }
}
