package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LogLineTest {
  @Test
  void each_line_of_a_stack_trace_has_the_functions_name() {
    assertEquals(
        "a | failed\na | \tat b\na | \tat c",
        new LogLine.Said("a", "failed\n\tat b\n\tat c").text());
  }
}
