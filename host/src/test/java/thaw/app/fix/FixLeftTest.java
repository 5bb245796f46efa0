package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.explanation.WhyExamples;
import thaw.fix.ByHand;
import thaw.fix.Considered;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fix.Step;
import thaw.fix.Verdict;
import thaw.fix.Workshop;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Explanations;
import thaw.remedy.Family;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.remedy.WhyNot;
import thaw.stats.ShiftInterval;

class FixLeftTest {
  private static final Explanation EXPLAINED = WhyExamples.petstore();

  private static final double LATER = EXPLAINED.wallMillis(PhaseName.LATER_INVOCATIONS);

  /** Of the first invocation, without what a later one takes. */
  private static final double FIRST_SHARE =
      (EXPLAINED.wallMillis(PhaseName.FIRST_INVOCATION) - LATER) / EXPLAINED.total().wallMillis();

  private static FixResult result(double after, Step... steps) {
    FixResult.Figures figures = new FixResult.Figures(after, after, 10);
    return new FixResult(
        Draft.UNCHANGED,
        Draft.UNCHANGED,
        new FixResult.Figures(1000, 1000, 10),
        figures,
        Optional.empty(),
        Optional.empty(),
        Proof.WHOLE_RUN,
        List.of(steps),
        List.of(),
        List.of(),
        Optional.empty());
  }

  @Test
  void nothing_is_said_of_a_gain_that_nobody_knows() {
    ByHand agent = new ByHand("log4shell-agent", "variables of F", 0, "An agent");
    FixLeft.Found found = found(400, agent);
    assertEquals(List.of(agent), FixLeft.of(result(400), found, Optional.of(found)).byHand());
  }

  @Test
  void what_may_gain_nobody_knows_how_much_comes_last() {
    ByHand agent = new ByHand("log4shell-agent", "variables of F", 0, "An agent");
    ByHand other = new ByHand("other", "", 200, "half");
    assertEquals(
        List.of("other", "log4shell-agent"),
        FixLeft.of(result(400), found(400, agent, other), Optional.empty()).byHand().stream()
            .map(ByHand::finding)
            .toList());
  }

  private static String why(ByHand found, Step... steps) {
    FixResult result = result(100, steps);
    List<Considered> considered =
        Considered.of(
            List.of(),
            examined(found),
            List.of(steps),
            Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED),
            "");
    return FixLeft.of(result.withConsidered(considered), found(100, found), Optional.empty())
        .byHand()
        .getFirst()
        .what();
  }

  private static Workshop.Examined examined(ByHand... found) {
    WhyNot whyNot = new WhyNot();
    whyNot.add(Family.STATIC_STATE, "a.java:3 closes it");
    return new Workshop.Examined(List.of(), List.of(found), whyNot.list(), 1000);
  }

  private static FixLeft.Found found(double millis, ByHand... found) {
    return new FixLeft.Found(examined(found), EXPLAINED, new FixResult.Figures(millis, millis, 10));
  }

  @Test
  void no_gain_is_larger_than_what_is_left_and_all_are_in_the_size_of_the_last_run() {
    double explained = EXPLAINED.total().wallMillis();
    List<ByHand> left =
        FixLeft.of(
                result(100),
                found(
                    100,
                    new ByHand("other", "", EXPLAINED.ownMillis() / 2, "half"),
                    new ByHand("other", "", 2 * explained, "twice")),
                Optional.empty())
            .byHand();

    assertEquals(50, left.getFirst().gainMillis(), 0.01);
    assertEquals(100 * (1 - LATER / explained), left.getLast().gainMillis(), 0.01);
  }

  @Test
  void a_gain_is_no_larger_than_the_finding_that_it_quotes_whatever_a_remedy_for_it_may_gain() {
    Finding logging = new Finding("logging-start", "Log4j 2 starts", "it took 6 ms", "", 1, 6, "");
    Workshop.Examined raised = examined(new ByHand("logging-start", "", 20, "it took 6 ms"));

    FixLeft.Found found =
        new FixLeft.Found(
            raised,
            EXPLAINED.withFindings(List.of(logging)),
            new FixResult.Figures(20_000, 20_000, 10));

    assertEquals(
        6, FixLeft.of(result(400), found, Optional.empty()).byHand().getFirst().gainMillis());
  }

  @Test
  void what_other_programs_took_makes_no_gain_smaller() {
    Explanation busy =
        EXPLAINED
            .withPhases(
                List.of(
                    new Explanation.Phase(
                        PhaseName.HANDLER_INIT,
                        900,
                        1,
                        1,
                        List.of(
                            new Explanation.CauseShare(
                                Cause.HOST_CONTENTION, 800, 0, List.of(), List.of(), List.of())))))
            .withTotal(new Explanation.Total(900, 1, 1));

    assertEquals(50, busy.within(450, 50));
    assertEquals(25, busy.within(50, 50));
  }

  @Test
  void what_nobody_tried_gains_no_more_than_is_left_of_its_phase() {
    Considered prime = untried("unprimed-first-call", "prime-CLIENT");
    Considered memory = untried("small-memory", "memory-MB");
    ByHand left = new ByHand("unprimed-first-call", "", 9, "prime it");

    List<Considered> considered =
        FixLeft.of(
                result(100).withConsidered(List.of(prime, memory)),
                found(100, left),
                Optional.empty())
            .considered();

    assertTrue(considered.getFirst().gainMillis() <= 9);
    assertEquals(100 * FIRST_SHARE, considered.getLast().gainMillis(), 0.01);
  }

  private static Considered untried(String finding, String remedy) {
    return new Considered(
        finding, "", 311, remedy, Considered.Outcome.NOT_OFFERED, Optional.empty(), "why");
  }

  @Test
  void a_gain_is_of_the_start_as_it_is_deployed_with_what_the_package_leaves_of_it() {
    double explained = EXPLAINED.ownMillis();
    ByHand half = new ByHand("other", "", explained / 2, "half:\ncode");
    ByHand gone = new ByHand("gone", "", explained / 2, "half");
    List<ByHand> left =
        FixLeft.of(result(50), found(100, half, gone), Optional.of(found(50, half))).byHand();

    assertEquals(50, left.getFirst().gainMillis(), 0.01);
    assertEquals("half [in the package up to 25 ms]:\ncode", left.getFirst().what());
    assertEquals("half [not found in the package]", left.getLast().what());
  }

  @Test
  void sources_that_are_not_java_are_named_as_the_reason() {
    assertEquals(
        "what [static-NAME was not offered: the code is Kotlin, and thaw fix edits Java only]",
        why(new ByHand("work-in-handler", "a.B.c(B.kt:18)", 1, "what")));
  }

  @Test
  void where_no_client_is_called_that_is_the_reason_and_not_the_language() {
    ByHand found = new ByHand("unprimed-first-call", "a.B.c(B.kt:18)", 1, "what");
    WhyNot whyNot = new WhyNot();
    whyNot.add(Family.SDK_WARM_UP, "the code is Kotlin, and " + Family.JAVA_ONLY);
    whyNot.addUnsuited(Explanations.EMPTY);
    String why =
        Considered.of(
                List.of(),
                new Workshop.Examined(List.of(), List.of(found), whyNot.list(), 1000),
                List.of(),
                Set.of(RemedyKind.REVIEWED),
                "")
            .stream()
            .filter(each -> each.remedy().equals(Family.SDK_WARM_UP.id()))
            .map(Considered::reason)
            .findFirst()
            .orElseThrow();
    assertEquals(Family.NO_CLIENT, why);
  }

  @Test
  void a_finding_says_why_it_is_left() {
    ByHand found = new ByHand("work-in-handler", "", 1, "what:\ncode");
    assertEquals("what [static-NAME was not offered: a.java:3 closes it]:\ncode", why(found));
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
            remedy,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Verdict.NOT_KEPT,
            "a test fails");
    assertEquals("what [static-x was not kept: a test fails]:\ncode", why(found, step));
  }

  @Test
  void what_was_offered_none_of_several_for_one_reason_has_that_in_the_list_alone() {
    ByHand found = new ByHand("work-in-handler", "", 1, "what");
    List<Considered> considered =
        Stream.of("static-NAME", "prime-CLIENT")
            .map(remedy ->
                new Considered(
                    found.finding(),
                    "",
                    1,
                    remedy,
                    Considered.Outcome.NOT_OFFERED,
                    Optional.empty(),
                    "app.jar is built already"))
            .toList();
    assertEquals(
        "what [static-NAME, prime-CLIENT were not offered]",
        FixLeft.of(result(100).withConsidered(considered), found(100, found), Optional.empty())
            .byHand()
            .getFirst()
            .what());
  }

  @Test
  void no_archive_is_advised_where_one_is_kept() {
    ByHand init =
        new ByHand("own-call", "", 9, "loads classes: let thaw fix make an AOT cache, a file");
    assertEquals(
        List.of("loads classes: the archive in the package has them"),
        left(Optional.empty(), true, init));
    assertEquals(
        List.of(
            "loads classes: an archive of the classes has them: class-archive was not kept: it fails"),
        left(Optional.empty(), Verdict.NOT_KEPT, "it fails", init));
    assertEquals(
        List.of(
            "loads classes: an archive of the classes has them: class-archive was not tried yet"),
        left(Optional.empty(), Verdict.OUT_OF_TIME, "the time limit was reached", init));
  }

  @Test
  void what_the_package_has_answered_is_no_work_for_people() {
    ByHand classes = new ByHand("no-class-archive", "", 9, "classes: make an archive");
    ByHand other = new ByHand("other", "", 1, "half");
    assertEquals(List.of("half"), left(Optional.empty(), true, classes, other));
  }

  @Test
  void what_was_measured_and_does_not_gain_is_not_advised() {
    ByHand classes = new ByHand("no-class-archive", "", 9, "classes: make an archive");
    ByHand other = new ByHand("other", "", 1, "half");
    ShiftInterval none = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {4, 5, 6, 8});
    assertEquals(List.of("half"), left(Optional.of(none), false, classes, other));
    assertEquals(2, left(Optional.empty(), false, classes, other).size(), "it was never started");
    assertEquals(
        List.of("half"),
        left(
            Optional.of(none),
            Verdict.TOO_NOISY,
            "no gain, too noisy to tell: gains below 9 ms could not be seen",
            classes,
            other),
        "the same command measures it again");
  }

  @Test
  void an_archive_that_the_time_limit_has_left_is_no_work_for_people() {
    ByHand classes = new ByHand("no-class-archive", "", 9, "classes: make an archive");
    ByHand other = new ByHand("other", "", 1, "half");
    assertEquals(
        List.of("half"),
        left(Optional.empty(), Verdict.OUT_OF_TIME, "the time limit was reached", classes, other));
  }

  @Test
  void a_finding_is_not_refuted_by_one_step_where_the_time_limit_has_left_another() {
    ByHand found = new ByHand("unprimed-first-call", "", 50, "call it once");
    ShiftInterval none = ShiftInterval.of(new double[] {4, 5, 6, 7}, new double[] {4, 5, 6, 8});
    Step tried =
        priming("sdk-warm-up", Optional.of(none), Verdict.NOT_KEPT, "no gain of 1 % was proven");
    Step open =
        priming(
            "prime-SqsClient", Optional.empty(), Verdict.OUT_OF_TIME, "the time limit was reached");
    FixResult left = primed(found, tried, open);
    String what = left.byHand().getFirst().what();
    assertTrue(
        what.contains("prime-SqsClient was not tried yet: run the same command to continue"), what);
    assertEquals(List.of(), primed(found, tried).byHand());
  }

  @Test
  void a_step_that_was_not_tried_has_one_figure_of_what_it_gains_at_most() {
    double explained = EXPLAINED.total().wallMillis();
    ByHand found = new ByHand("unprimed-first-call", "", 2 * explained, "call it once");
    Step open = priming("sdk-warm-up", Optional.empty(), Verdict.OUT_OF_TIME, "no time");
    for (double low : List.of(1.0, 2 * explained)) { // a part of the finding, and more than is left
      Step predicted =
          open.withRemedy(
              new Remedy(
                  open.remedy().id(),
                  open.remedy().kind(),
                  open.remedy().finding(),
                  "",
                  new Prediction(low, low + 1),
                  open.remedy().change()));
      FixResult left = primed(found, predicted);
      double most = left.steps().getFirst().remedy().predicted().highMillis();
      assertTrue(most <= 100, most + " of a start of 100");
      assertEquals(
          most,
          left.considered().stream()
              .filter(each -> each.remedy().equals("sdk-warm-up"))
              .findFirst()
              .orElseThrow()
              .gainMillis());
    }
  }

  private static FixResult primed(ByHand found, Step... steps) {
    List<Considered> considered =
        Considered.of(List.of(), examined(found), List.of(steps), Set.of(RemedyKind.REVIEWED), "");
    return FixLeft.of(
        result(100, steps).withConsidered(considered), found(100, found), Optional.empty());
  }

  private static Step priming(
      String id, Optional<ShiftInterval> gain, Verdict verdict, String reason) {
    Remedy remedy =
        new Remedy(
            id,
            RemedyKind.REVIEWED,
            Optional.of("unprimed-first-call"),
            "",
            new Prediction(40, 50),
            new Change.Sources(List.of()));
    return new Step(remedy, gain, Optional.empty(), Optional.empty(), verdict, reason);
  }

  private static List<String> left(Optional<ShiftInterval> gain, boolean kept, ByHand... found) {
    return left(gain, kept ? Verdict.KEPT : Verdict.NOT_KEPT, "", found);
  }

  private static List<String> left(
      Optional<ShiftInterval> gain, Verdict verdict, String reason, ByHand... found) {
    Step archive =
        new Step(
            new Remedy(
                "class-archive",
                RemedyKind.SAFE,
                Optional.of("no-class-archive"),
                "",
                new Prediction(1, 2),
                new Change.Archive()),
            gain,
            Optional.empty(),
            Optional.empty(),
            verdict,
            reason);
    List<Considered> considered =
        Considered.of(List.of(), examined(found), List.of(archive), Set.of(RemedyKind.SAFE), "");
    FixResult result =
        result(100, archive)
            .withConsidered(considered)
            .withKept(
                verdict == Verdict.KEPT ? Draft.UNCHANGED.with(archive.remedy()) : Draft.UNCHANGED);
    return FixLeft.of(result, found(100, found), Optional.empty()).byHand().stream()
        .map(ByHand::what)
        .toList();
  }

  @Test
  void a_gain_of_the_first_invocation_is_no_larger_than_that() {
    double gain =
        FixLeft.of(
                result(100),
                found(100, new ByHand("unprimed-first-call", "", 1e6, "prime it")),
                Optional.empty())
            .byHand()
            .getFirst()
            .gainMillis();
    assertTrue(FIRST_SHARE < 1);
    assertEquals(100 * FIRST_SHARE, gain, 0.01);
  }

  @Test
  void what_was_not_tried_has_no_larger_gain_than_is_left() {
    Considered untried =
        new Considered(
            "work-in-handler",
            "",
            1e6,
            "static-x",
            Considered.Outcome.NOT_TRIED,
            Optional.empty(),
            "the time limit was reached");
    FixResult left =
        FixLeft.of(result(100).withConsidered(List.of(untried)), found(100), Optional.empty());
    assertEquals(100 * FIRST_SHARE, left.considered().getFirst().gainMillis(), 0.01);
  }

  @Test
  void what_was_not_offered_has_no_larger_gain_than_is_left() {
    ByHand found = new ByHand("work-in-handler", "", 1e6, "what");
    FixResult result =
        result(100)
            .withConsidered(
                Considered.of(
                    List.of(), examined(found), List.of(), Set.of(RemedyKind.REVIEWED), ""));
    assertEquals(
        100 * FIRST_SHARE,
        FixLeft.of(result, found(100, found), Optional.empty())
            .considered()
            .getFirst()
            .gainMillis(),
        0.01);
  }

  @Test
  void a_time_that_another_finding_has_told_is_not_told_as_another_one() {
    ByHand large = new ByHand("work-in-handler", "a.B.c(B.java:1)", 9, "large");
    ByHand part = new ByHand("own-call", "a.B.c(B.java:1)", 4, "part");
    assertEquals(
        "part [the gain of work-in-handler, at the same place, may include it]",
        FixLeft.of(result(100), found(100, large, part), Optional.empty())
            .byHand()
            .getLast()
            .what());
  }

  @Test
  void initialisers_that_call_each_other_are_told_once() {
    ByHand outer = new ByHand("library-static-initialiser", "a.B.c(B.java:1)", 9, "outer");
    ByHand inner = new ByHand("library-static-initialiser", "a.B.c(B.java:1)", 8.99, "inner");
    ByHand other = new ByHand("library-static-initialiser", "a.B.c(B.java:1)", 5, "other");
    assertEquals(
        List.of("outer", "other"),
        FixLeft.of(result(100), found(100, outer, inner, other), Optional.empty()).byHand().stream()
            .map(ByHand::what)
            .toList());
  }

  @Test
  void every_kind_of_finding_is_considered_or_left_for_people() throws Exception {
    List<String> kinds =
        Pattern.compile("(?m)^### `([a-z0-9-]+)`")
            .matcher(Files.readString(Path.of("../docs/findings.md")))
            .results()
            .map(each -> each.group(1))
            .toList();
    assertTrue(kinds.size() > 30, kinds.toString());
    for (String kind : kinds) {
      ByHand found = new ByHand(kind, "", 9, "what");
      List<Considered> considered =
          Considered.of(List.of(), examined(found), List.of(), Set.of(RemedyKind.SAFE), "was late");
      assertTrue(considered.stream().anyMatch(each -> each.finding().equals(kind)), kind);
      FixResult left =
          FixLeft.of(result(100).withConsidered(considered), found(100, found), Optional.empty());
      assertEquals(kind, left.byHand().getFirst().finding());
      boolean isThaws = considered.stream().anyMatch(Considered::hasRemedy);
      assertEquals(isThaws, left.byHand().getFirst().what().contains("["), kind);
    }
  }
}
