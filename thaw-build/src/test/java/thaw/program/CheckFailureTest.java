package thaw.program;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CheckFailureTest {
  private static final CheckFailure FAILURE =
      new CheckFailure("--not-measured=warn", "gradle thawWhy --function=");

  @Test
  void rows_that_are_over_are_told_with_a_remedy_and_others_are_not() {
    String told =
        FAILURE.of(
            new ProgramCall(
                1,
                List.of(
                    "variant  (failed)  p50 ms",
                    "Hello  classes     4,000  2,375  6    OK",
                    "Hello  maxMemory  55 MiB  59 MiB  6  OVER"),
                List.of()),
            "target/thaw/check",
            "Hello");
    assertTrue(told.contains("Hello  maxMemory"), told);
    assertFalse(told.contains("2,375"), told);
    assertFalse(told.contains("(failed)"), told);
    assertTrue(told.contains("Remedy: read target/thaw/check/report.html"), told);
    assertTrue(told.contains("gradle thawWhy --function=Hello"), told);
  }

  @Test
  void what_could_not_be_measured_is_not_called_over() {
    String told = FAILURE.of(new ProgramCall(3, List.of(), List.of()), "out", null);
    assertFalse(told.contains("over their limits"), told);
    assertTrue(told.contains("--not-measured=warn lets such a build pass"), told);
  }
}
