package thaw.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.attribution.RecordedStart.Use;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.Window;

class NotesTest {
  private static final ProfiledRun.Coverage ALL =
      new ProfiledRun.Coverage(true, 0, true, true, true, 50, 0, 0);

  /** 50 ms on a CPU, and a sample of each of so many of them. */
  private static Recording run(double millis, int samples, ProfiledRun.Coverage coverage) {
    RecordedStart start =
        new RecordedStart().window(Window.Kind.INIT, 0, millis, Use.of(50, 0)).covered(coverage);
    for (int i = 0; i < samples; i++) {
      start.onCpu(i, "example.Handler.run");
    }
    return start.profiled();
  }

  private static List<String> notes(Recording profiled, double... baselines) {
    List<Recording> runs = new ArrayList<>();
    for (double millis : baselines) {
      runs.add(new RecordedStart().window(Window.Kind.INIT, 0, millis, Use.of(50, 0)).baseline());
    }
    return Notes.of(
        new Baseline(runs),
        List.of(profiled),
        List.of(new Interpretation.Result(List.of(), 0.04)),
        Map.of(Window.Kind.INIT, baselines[0]));
  }

  private static boolean anyStarts(List<String> notes, String with) {
    return notes.stream().anyMatch(note -> note.startsWith(with));
  }

  @Test
  void what_the_observer_cost_is_always_told() {
    List<String> notes = notes(run(150, 50, ALL), 100);
    assertEquals(1, notes.size(), notes::toString);
    assertTrue(notes.getFirst().contains("(50 samples)"), notes::toString);
    assertTrue(notes.getFirst().contains("took 1.50 times as long"), notes::toString);
    assertTrue(notes.getFirst().contains("4.0 % of their samples"), notes::toString);
  }

  @Test
  void missing_samples_are_told_from_some_missing_on() {
    assertTrue(anyStarts(notes(run(100, 30, ALL), 100), "The samples cover 60 %"));
    assertFalse(anyStarts(notes(run(100, 45, ALL), 100), "The samples cover"));
  }

  @Test
  void baseline_runs_that_differ_much_show_a_busy_machine() {
    assertTrue(
        anyStarts(
            notes(run(100, 50, ALL), 100, 90, 120), "The baseline runs differ by 30 % in init"));
    assertFalse(anyStarts(notes(run(100, 50, ALL), 100, 95, 105), "The baseline runs differ"));
  }

  @ParameterizedTest
  @CsvSource({
    "false, 13, false, true, true, perf_event_open(2) is forbidden here (errno 13)",
    "true, 13, false, true, true, Kernel frames are forbidden here",
    "true, 0, true, false, true, The kernel's symbols are hidden",
    "true, 0, true, true, false, libjvm.so has no symbol table"
  })
  void what_the_host_or_the_jdk_keeps_back_is_told_with_the_remedy(
      boolean perf, int error, boolean frames, boolean kernel, boolean jvm, String told) {
    ProfiledRun.Coverage coverage =
        new ProfiledRun.Coverage(perf, error, frames, kernel, jvm, 50, 0, 0);
    List<String> notes = notes(run(100, 50, coverage), 100);
    assertEquals(2, notes.size(), notes::toString);
    assertTrue(notes.getLast().startsWith(told), notes::toString);
    assertTrue(notes.getLast().contains("Remedy: "), notes::toString);
  }

  @Test
  void samples_without_room_are_counted() {
    ProfiledRun.Coverage coverage = new ProfiledRun.Coverage(true, 0, true, true, true, 50, 12, 0);
    assertTrue(
        notes(run(100, 50, coverage), 100)
            .contains("12 samples found no room in the probe's file."));
  }
}
