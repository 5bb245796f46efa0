package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.explanation.FixSubject;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fix.Step;
import thaw.fix.Verdict;
import thaw.fix.Worth;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.stats.ShiftInterval;

class FixToldTest {
  @TempDir Path folder;

  private static FixResult result(boolean kept) {
    return result(
        kept ? Verdict.KEPT : Verdict.NOT_KEPT,
        "the set without it was no slower in the last run: 12 against 12 starts");
  }

  private static FixResult result(Verdict verdict, String reason) {
    Remedy remedy =
        new Remedy(
            "stored-jars",
            RemedyKind.SAFE,
            Optional.empty(),
            "",
            new Prediction(10, 20),
            new Change.StoredJars());
    FixResult.Figures figures = new FixResult.Figures(1000, 500, 10);
    Step step =
        new Step(
            remedy,
            Optional.of(new ShiftInterval(60, 120, 180, 0.95)),
            Optional.empty(),
            Optional.of(new ShiftInterval(-20, 3, 25, 0.95)),
            verdict,
            reason);
    return new FixResult(
        Draft.UNCHANGED,
        Draft.UNCHANGED,
        figures,
        figures,
        Optional.empty(),
        Optional.empty(),
        Proof.WHOLE_RUN,
        List.of(step),
        List.of(),
        List.of(),
        Optional.empty());
  }

  private void told(boolean confirmed) throws Exception {
    Files.writeString(
        folder.resolve("fix.json"),
        """
        {"function": "F", "confirmed": %s, "base": {"totalMillis": {"p50": 1000}},
         "result": {"totalMillis": {"p50": 1000}, "cpuMillis": {"p50": 500}},
         "steps": [{"id": "stored-jars", "kept": true, "measuredMillis": [61, 120, 181]}]}
        """
            .formatted(confirmed));
  }

  private static FixSubject subject() {
    return new FixSubject(
        "F",
        new FixSubject.Deployment("java25", Optional.of(25), false, false),
        512,
        "Temurin 25",
        25,
        "client",
        new FixSubject.Events(
            "its event events/F.json", false, Optional.empty(), List.of(), List.of()),
        new FixSubject.Commands(
            new FixSubject.Again("AGAIN", Duration.ofMinutes(5)),
            "PATCHED",
            "MANAGED",
            "PACKAGED",
            "IMAGE",
            "COMPARED",
            Optional.empty(),
            Optional.empty(),
            "PREDICTED",
            "RESTORED",
            true),
        0,
        List.of(),
        false);
  }

  @Test
  void the_readme_names_the_measured_event_once() {
    String readme = FixFolder.readme(subject(), result(true));
    assertEquals(2, readme.split("Measured with its event events/F.json\\.", -1).length, readme);
  }

  @Test
  void a_readme_names_commands_on_the_page_only_where_there_are_any() {
    String applied = "How to apply it";
    assertTrue(FixFolder.readme(subject(), result(true)).contains(applied));
    assertFalse(FixFolder.readme(subject(), result(false)).contains(applied));
  }

  @Test
  void a_result_of_fewer_starts_that_takes_the_place_of_another_says_so() {
    FixTold before =
        new FixTold(
            Map.of(),
            Optional.of(
                new Worth(
                    Proof.WHOLE_RUN,
                    Optional.empty(),
                    Optional.of(new Worth.Share(0.3, 0.4, 0.5)))));
    assertEquals(Optional.empty(), before.outdone(result(true)));
    FixResult.Figures faster =
        new FixResult.Figures(
            480,
            250,
            5,
            Optional.of(new ShiftInterval(450, 520, 600, 0.95)),
            Optional.of(new ShiftInterval(200, 250, 300, 0.95)));
    assertEquals(
        Optional.of(
            "this result takes the place of one whose last run was whole, as it gains more: 52 % of"
                + " the start as it is deployed in place of 0 %"),
        before.outdone(result(true).withResult(faster).withProof(Proof.CUT_RUN)));
  }

  @Test
  void a_gain_that_a_later_search_takes_back_is_said_in_one_line() throws Exception {
    assertEquals(List.of(), FixTold.in(folder).withdrawn(result(false)), "nothing was told");
    told(false);
    assertEquals(List.of(), FixTold.in(folder).withdrawn(result(false)), "by no last run");
    told(true);
    assertEquals(
        List.of(
            "withdrawn: the search before has told that stored-jars gains 120 (61 to 181) ms; now it"
                + " is 3 (-20 to 25) ms and not kept: the set without it was no slower in the last"
                + " run: 12 against 12 starts"),
        FixTold.in(folder).withdrawn(result(false)));
    assertEquals(List.of(), FixTold.in(folder).withdrawn(result(true)));
  }

  @Test
  void a_result_whose_gain_the_whole_last_run_takes_back_does_not_stand() throws Exception {
    assertFalse(FixTold.in(folder).isDisproved(result(false)), "nothing was told");
    told(true);
    assertTrue(FixTold.in(folder).isDisproved(result(false)));
    assertFalse(FixTold.in(folder).isDisproved(result(true)), "it is kept");
    assertFalse(
        FixTold.in(folder)
            .isDisproved(
                result(
                    Verdict.TOO_NOISY, ", too noisy to tell: gains below 90 ms could not be seen")),
        "nobody knows");
  }
}
