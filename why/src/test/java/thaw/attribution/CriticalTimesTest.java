package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static thaw.attribution.RecordedStart.duration;

import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.attribution.RecordedStart.Use;
import thaw.recording.Window;

class CriticalTimesTest {
  private static final List<Window> WINDOWS =
      new RecordedStart()
          .window(Window.Kind.INIT, 0, 100, new Use(40, 5, 8, 3, 2, 0))
          .window(Window.Kind.FIRST_INVOCATION, 110, 150, new Use(10, 20, 4, 1, 0, 15))
          .baseline()
          .windows();

  @Test
  void what_the_launcher_had_used_before_the_start_is_not_counted() {
    CriticalTimes init = CriticalTimes.of(WINDOWS.getFirst());
    assertEquals(duration(40), init.onCpuNanos());
    assertEquals(duration(5), init.waitingNanos());
  }

  @Test
  void a_window_has_what_was_used_between_its_borders() {
    CriticalTimes first = CriticalTimes.of(WINDOWS.getLast());
    assertEquals(duration(10), first.onCpuNanos());
    assertEquals(duration(20), first.waitingNanos());
    assertEquals(duration(4), first.jitNanos());
    assertEquals(duration(1), first.collectorNanos());
  }

  @Test
  void all_threads_count_those_that_have_ended_as_well() {
    assertEquals(duration(40 + 8 + 3 + 2), CriticalTimes.of(WINDOWS.getFirst()).allNanos());
    assertEquals(duration(10 + 4 + 1), CriticalTimes.of(WINDOWS.getLast()).allNanos());
  }
}
