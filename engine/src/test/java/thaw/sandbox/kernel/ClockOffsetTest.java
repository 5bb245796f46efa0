package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
  @Test
  void seconds_and_nanoseconds_are_added_also_below_zero() {
    assertEquals(
        2_500_000_000L,
        ClockOffset.of("monotonic           2   500000000\nboottime            0           0\n"));
    assertEquals(
        -4_999_999_999L,
        ClockOffset.of("monotonic          -5           1\nboottime            0           0\n"));
  }

  @Test
  void without_a_line_for_the_clock_there_is_no_difference() {
    assertEquals(0, ClockOffset.of("boottime 7 0\n"));
  }

  @Test
  void our_own_clock_is_not_ahead() throws IOException {
    assertEquals(0, ClockOffset.monotonicNanos(ProcessHandle.current().pid()));
  }
}
