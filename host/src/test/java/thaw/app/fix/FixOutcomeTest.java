package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fix.Step;
import thaw.fix.Verdict;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;

class FixOutcomeTest {
  private static String told(Verdict verdict, String reason) {
    return FixOutcome.Standing.better(Path.of("out"), result(verdict, reason));
  }

  private static FixResult result(Verdict verdict, String reason) {
    Remedy remedy =
        new Remedy(
            "static-x",
            RemedyKind.REVIEWED,
            Optional.empty(),
            "",
            new Prediction(1, 2),
            new Change.Sources(List.of()));
    FixResult.Figures figures = new FixResult.Figures(100, 100, 10);
    return new FixResult(
        Draft.UNCHANGED,
        Draft.UNCHANGED,
        figures,
        figures,
        Optional.empty(),
        Optional.empty(),
        Proof.WHOLE_RUN,
        List.of(
            new Step(
                remedy, Optional.empty(), Optional.empty(), Optional.empty(), verdict, reason)),
        List.of(),
        List.of(),
        Optional.empty());
  }

  @Test
  void a_cut_run_that_is_not_written_names_the_limit_that_it_needs() {
    FixResult.Figures few = new FixResult.Figures(3_000, 100, 4);
    String told =
        FixOutcome.Standing.better(
            Path.of("out"),
            result(Verdict.NOT_KEPT, "a test fails")
                .withBase(few)
                .withResult(few)
                .withProof(Proof.CUT_RUN)
                .withNeeds(Optional.of(Duration.ofSeconds(470))));
    assertTrue(
        told.contains(
            "cut its last run to 4 starts of each variant, of 10; run the same command with --budget 9m"),
        told);
  }

  @Test
  void the_limit_that_another_search_needs_has_what_comes_before_its_first_trial() {
    Duration limit = Duration.ofMinutes(5);
    Duration ofSearch = Duration.ofMinutes(3);
    assertEquals(
        Optional.of(Duration.ofMinutes(9)),
        FixJob.needs(Optional.of(Duration.ofMinutes(7)), limit, ofSearch));
    assertEquals(
        Optional.empty(),
        FixJob.needs(Optional.of(Duration.ofMinutes(3)), limit, ofSearch),
        "the same limit would do");
    assertEquals(Optional.empty(), FixJob.needs(Optional.empty(), limit, ofSearch));
  }

  @Test
  void a_result_that_stays_says_what_the_search_has_not_decided() {
    String open = told(Verdict.OUT_OF_TIME, "the time limit was reached");
    assertTrue(
        open.endsWith("; run the same command to continue; not decided yet: static-x"), open);
    assertTrue(
        told(Verdict.TOO_NOISY, "no gain, too noisy to tell: gains below 9 ms could not be seen")
            .endsWith("static-x"));
    assertFalse(told(Verdict.NOT_KEPT, "a test fails").contains("run the same command"));
  }
}
