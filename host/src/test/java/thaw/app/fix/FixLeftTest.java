package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.attribution.Explanation;
import thaw.explanation.why.WhyExamples;
import thaw.fix.ByHand;
import thaw.fix.FixResult;
import thaw.fix.Step;
import thaw.function.packaging.CodeSource;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;

class FixLeftTest {
  private static final Explanation EXPLAINED = WhyExamples.petstore();

  private static FixResult result(double after, Step... steps) {
    FixResult.Figures figures = new FixResult.Figures(after, after, 10);
    return new FixResult(
        Draft.UNCHANGED,
        Draft.UNCHANGED,
        new FixResult.Figures(1000, 1000, 10),
        figures,
        Optional.empty(),
        Optional.empty(),
        false,
        true,
        List.of(steps),
        List.of());
  }

  @Test
  void nothing_is_said_of_a_gain_that_nobody_knows() {
    ByHand agent = new ByHand("log4shell-agent", "Environment of F", 0, "An agent");
    FixResult.Figures figures = new FixResult.Figures(400, 400, 10);
    FixLeft.Found found = new FixLeft.Found(List.of(agent), EXPLAINED, figures);
    FixLeft left = new FixLeft(Set.of(RemedyKind.SAFE), Optional.empty(), Optional.empty());
    assertEquals(List.of(agent), left.of(result(400), found, Optional.of(found)).byHand());
  }

  private static String why(
      String finding, Set<RemedyKind> kinds, CodeSource.BuildTool tool, Step... steps) {
    return why(new ByHand(finding, "", 1, "what:\ncode"), kinds, tool, Optional.empty(), steps);
  }

  private static String why(
      ByHand finding,
      Set<RemedyKind> kinds,
      CodeSource.BuildTool tool,
      Optional<String> unedited,
      Step... steps) {
    return new FixLeft(kinds, Set.of(), Optional.ofNullable(tool), unedited)
        .of(result(100, steps), found(100, finding), Optional.empty())
        .byHand()
        .getFirst()
        .what();
  }

  private static FixLeft.Found found(double millis, ByHand... found) {
    return new FixLeft.Found(List.of(found), EXPLAINED, new FixResult.Figures(millis, millis, 10));
  }

  @Test
  void no_gain_is_larger_than_what_is_left_and_all_are_in_the_size_of_the_last_run() {
    double explained = EXPLAINED.total().wallMillis();
    List<ByHand> left =
        new FixLeft(Set.of(RemedyKind.SAFE), Set.of(), Optional.empty(), Optional.empty())
            .of(
                result(100),
                found(
                    100,
                    new ByHand("other", "", explained / 2, "half"),
                    new ByHand("other", "", 2 * explained, "twice")),
                Optional.empty())
            .byHand();

    assertEquals(50, left.getFirst().gainMillis(), 0.01);
    assertEquals(100, left.getLast().gainMillis(), 0.01);
  }

  @Test
  void a_gain_is_of_the_start_as_it_is_deployed_with_what_the_package_leaves_of_it() {
    double explained = EXPLAINED.total().wallMillis();
    ByHand half = new ByHand("other", "", explained / 2, "half:\ncode");
    ByHand gone = new ByHand("gone", "", explained / 2, "half");
    List<ByHand> left =
        new FixLeft(Set.of(RemedyKind.SAFE), Set.of(), Optional.empty(), Optional.empty())
            .of(result(50), found(100, half, gone), Optional.of(found(50, half)))
            .byHand();

    assertEquals(50, left.getFirst().gainMillis(), 0.01);
    assertEquals("half [in the package up to 25 ms]:\ncode", left.getFirst().what());
    assertEquals("half [not found in the package]", left.getLast().what());
  }

  @Test
  void sources_that_are_not_edited_are_named_as_the_reason() {
    Set<RemedyKind> usual = Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED);
    ByHand kotlin = new ByHand("work-in-handler", "a.B.c(B.kt:18)", 1, "what");
    assertEquals(
        "what [static-NAME was not offered: the sources are Kotlin; thaw fix edits Java only]",
        why(kotlin, usual, CodeSource.BuildTool.GRADLE, Optional.empty()));
    ByHand java = new ByHand("work-in-handler", "a.B.c(B.java:18)", 1, "what");
    assertEquals(
        "what [static-NAME was not offered: the class serves others]",
        why(java, usual, CodeSource.BuildTool.GRADLE, Optional.of("the class serves others")));
  }

  @Test
  void a_finding_says_why_it_is_left() {
    Set<RemedyKind> usual = Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED);
    assertEquals(
        "what [client-settings-http was not tried: Maven only]:\ncode",
        why("slow-http-client", usual, CodeSource.BuildTool.GRADLE));
    assertTrue(
        why("slow-http-client", usual, CodeSource.BuildTool.MAVEN).contains("was not offered"));
    assertTrue(why("slow-http-client", Set.of(RemedyKind.SAFE), null).contains("not with --safe"));
    assertTrue(why("small-memory", usual, CodeSource.BuildTool.MAVEN).contains("only with --all"));
    Remedy remedy =
        new Remedy(
            "static-x",
            RemedyKind.REVIEWED,
            Optional.of("work-in-handler"),
            "",
            new Prediction(1, 2),
            new Change.Sources(List.of()));
    Step step =
        new Step(
            remedy, Optional.empty(), Optional.empty(), Optional.empty(), false, "a test fails");
    assertEquals(
        "what [static-x was not kept: a test fails]:\ncode",
        why("work-in-handler", usual, CodeSource.BuildTool.MAVEN, step));
  }
}
