package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.StartsProcesses;
import thaw.report.text.TerminalStream;

@StartsProcesses
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
