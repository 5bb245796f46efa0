package thaw.report.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import thaw.load.LoadResult;
import thaw.load.schedule.RateProfile;
import thaw.load.schedule.Schedule;
import thaw.presentation.text.Text;
import thaw.report.LoadExamples;

class LoadDiffTest {
  @Test
  void a_run_that_takes_twice_as_long_is_slower() {
    String text = LoadDiff.render(LoadExamples.gateway(), LoadExamples.function(), 100, false);
    assertTrue(text.contains("\nslower\n"), text);
    assertTrue(text.replaceAll("\\s+", " ").contains("p < 0.001"), text);
    assertTrue(text.contains("without cold starts p99"), text);
    assertTrue(text.contains("status 503"), text);
    assertFalse(text.contains("the schedules differ"), text);
  }

  @Test
  void the_other_way_round_it_is_faster() {
    String text = LoadDiff.render(LoadExamples.function(), LoadExamples.gateway(), 100, false);
    assertTrue(text.contains("\nfaster\n"), text);
  }

  @Test
  void between_two_runs_of_the_same_no_difference_can_be_told() {
    LoadResult before = new LoadExamples.Maker("a", LoadExamples.RAMP, 1, 21).make();
    LoadResult after = new LoadExamples.Maker("a", LoadExamples.RAMP, 1, 22).make();
    String text = LoadDiff.render(before, after, 100, false);
    assertTrue(text.contains("\nno difference can be told\n"), text);
  }

  @Test
  void few_seconds_never_show_a_difference() {
    Schedule brief = new Schedule.Even(RateProfile.constant(50, Duration.ofSeconds(3)));
    LoadResult before = new LoadExamples.Maker("a", brief, 1, 1).make();
    LoadResult after = new LoadExamples.Maker("a", brief, 9, 2).make();
    String text = LoadDiff.render(before, after, 100, false);
    assertTrue(text.contains("so few seconds could not show one"), text);
  }

  @Test
  void other_schedules_and_runs_that_must_not_be_trusted_are_told() {
    String text = LoadDiff.render(LoadExamples.gateway(), LoadExamples.interrupted(), 100, false);
    assertTrue(text.contains("! the schedules differ"), text);
    assertTrue(text.contains("! the run after is INTERRUPTED"), text);
  }

  @Test
  void a_run_without_answers_is_no_difference() {
    String text = LoadDiff.render(LoadExamples.gateway(), LoadExamples.unanswered(), 100, false);
    assertTrue(text.contains("no difference can be told: a run has no answers"), text);
  }

  @Test
  void no_line_is_wider_than_it_may_and_colours_change_nothing_else() {
    for (int columns : new int[] {60, 80, 100, 140}) {
      String text =
          LoadDiff.render(LoadExamples.hostile(), LoadExamples.function(), columns, false);
      text.lines().forEach(line -> assertTrue(Text.width(line) <= Math.min(100, columns), line));
      assertEquals(
          text,
          LoadDiff.render(LoadExamples.hostile(), LoadExamples.function(), columns, true)
              .replaceAll("\u001b\\[[0-9;]*m", "")
              .replaceAll(" +\n", "\n"));
    }
  }
}
