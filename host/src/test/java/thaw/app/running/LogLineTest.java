package thaw.app.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.pool.life.EnvironmentObservation;
import thaw.presentation.text.TerminalStream;
import thaw.runtimeapi.log.PlatformEvent;

class LogLineTest {
  @Test
  void each_line_of_a_stack_trace_has_the_functions_name() {
    assertEquals(
        "a | failed\na | \tat b\na | \tat c",
        new LogLine.Said("a", "failed\n\tat b\n\tat c").text());
  }

  @Test
  void lines_that_end_as_on_windows_are_lines() {
    assertEquals("a | one\na | two", new LogLine.Said("a", "one\r\ntwo").text());
    assertEquals("a | b\na | c | d", new LogLine.Said("a", "b\rc | d").text());
  }

  private static LogLine report(Optional<Duration> init) {
    PlatformEvent.InvocationReport report =
        new PlatformEvent.InvocationReport(
            "7592f00c-6273-4ac5-9d47-4dae1f39924a",
            PlatformEvent.Status.SUCCESS,
            Optional.empty(),
            Duration.ofMillis(12_345),
            OptionalLong.of(12_345),
            10_240,
            9_999,
            init,
            Optional.empty());
    return new LogLine.Observed(
        new EnvironmentObservation(
            "place-order",
            "$LATEST",
            "stream",
            new PlatformEvent.Stamped(Instant.EPOCH, 0, report)));
  }

  @Test
  void a_report_fits_on_a_line_of_a_terminal_and_is_whole_in_a_file() {
    LogLine cold = report(Optional.of(Duration.ofMillis(9_876)));
    assertEquals(
        "place-order | REPORT 7592f00c  Duration: 12345.00 ms  Billed: 12345 ms"
            + "  Memory: 9999 of 10240 MB  Init Duration: 9876.00 ms",
        cold.narrow());
    assertTrue(cold.narrow().length() <= 130, cold.narrow());
    assertTrue(
        cold.text().contains("REPORT RequestId: 7592f00c-6273-4ac5-9d47-4dae1f39924a\t"),
        cold.text());
  }

  @Test
  void only_a_report_of_the_platform_is_shortened() {
    String text = "REPORT RequestId: 7592f00c-6273-4ac5-9d47-4dae1f39924a\tmine";
    assertEquals("a | " + text, new LogLine.Said("a", text).narrow());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          '\u001b]0;title\u0007x', a | ␛]0;title␇x
          '\u001b[2J\u001b[Hx', a | ␛[2J␛[Hx
          '\u009b2Jx', a | <U+009B>2Jx
          'x\u202ey', a | x<U+202E>y
          '\u001b[31mx\u001b[0m', a | \u001b[31mx\u001b[0m
          """)
  void a_functions_line_does_not_steer_the_terminal(String said, String shown) {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    TerminalStream.before(new PrintStream(seen, true, StandardCharsets.UTF_8))
        .println(new LogLine.Said("a", said).text());
    assertEquals(shown + "\n", seen.toString(StandardCharsets.UTF_8));
  }
}
