package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.attribution.RecordedStart.Use;
import thaw.recording.Recording;
import thaw.recording.Window;

class BaselineTest {
  private static List<Recording> inits(double... millis) {
    return Arrays.stream(millis)
        .mapToObj(length ->
            new RecordedStart().window(Window.Kind.INIT, 0, length, Use.of(1, 1)).baseline())
        .toList();
  }

  @Test
  void the_truth_is_the_median_run_with_all_that_was_counted_in_it() {
    List<Recording> runs = inits(300, 100, 200);
    assertSame(
        runs.getLast().windows().getFirst(),
        new Baseline(runs).window(Window.Kind.INIT).orElseThrow());
  }

  @Test
  void of_two_it_is_the_lesser_one() {
    List<Recording> runs = inits(300, 100);
    assertSame(
        runs.getLast().windows().getFirst(),
        new Baseline(runs).window(Window.Kind.INIT).orElseThrow());
  }

  @Test
  void what_no_run_has_is_absent() {
    assertEquals(Optional.empty(), new Baseline(inits(100)).window(Window.Kind.RESTORE));
    assertEquals(0, new Baseline(inits(100)).spread(Window.Kind.RESTORE));
  }

  @Test
  void the_spread_is_relative_to_the_median() {
    assertEquals(1, new Baseline(inits(300, 100, 200)).spread(Window.Kind.INIT));
    assertEquals(0, new Baseline(inits(100)).spread(Window.Kind.INIT));
  }
}
