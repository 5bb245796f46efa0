package thaw.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import thaw.program.ThawException;

class ColdStartsTest {
  private static final String DOCUMENT =
      """
      {"format": "thaw-bench-1", "variants": [{"samples": 3, "failures": %d,
        "totalMillis": {"p50": 250.4}, "cpuMillis": {"p50": 180.6}, "loadedClasses": {"p50": 2100},
        "maxMemoryMiB": null}]}
      """;

  private static ColdStarts measured(int failures) {
    return ColdStarts.of("Create", DOCUMENT.formatted(failures));
  }

  @Test
  void medians_are_told_with_units_and_their_number() {
    assertEquals(
        "medians of 3 cold starts: CPU time 181 ms, loaded classes 2100, memory not known, wall"
            + " time 250 ms",
        measured(0).toString());
  }

  @Test
  void a_budget_that_is_kept_is_silent() {
    measured(0).assertWithin(ColdStartBudget.none().cpuMillis(181).loadedClasses(2_100));
  }

  @Test
  void each_figure_over_its_limit_is_named() {
    ColdStartBudget budget = ColdStartBudget.none().cpuMillis(100).loadedClasses(2_000);
    AssertionError over =
        assertThrows(AssertionError.class, () -> measured(0).assertWithin(budget));
    assertTrue(
        over.getMessage()
            .startsWith(
                "Create is over its budget: CPU time 181 ms is over 100 ms; loaded classes 2100 is"
                    + " over 2000"),
        over.getMessage());
  }

  @Test
  void starts_that_fail_keep_no_budget() {
    AssertionError failed =
        assertThrows(AssertionError.class, () -> measured(1).assertWithin(ColdStartBudget.none()));
    assertTrue(failed.getMessage().contains("1 of 4 starts failed"), failed.getMessage());
  }

  @Test
  void a_limit_of_what_is_not_known_is_not_taken_for_kept() {
    assertThrows(
        ThawException.class, () -> measured(0).assertWithin(ColdStartBudget.none().memoryMiB(100)));
  }
}
