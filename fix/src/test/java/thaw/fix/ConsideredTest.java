package thaw.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.remedy.Change;
import thaw.remedy.Family;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.remedy.WhyNot;

class ConsideredTest {
  private static final ByHand HTTP = new ByHand("slow-http-client", "a.B(B.java:1)", 123, "");
  private static final ByHand MEMORY = new ByHand("small-memory", "", 400, "");
  private static final ByHand INJECTION = new ByHand("run-time-injection", "", 900, "");

  private static Remedy remedy(String id, String finding) {
    return new Remedy(
        id,
        RemedyKind.REVIEWED,
        Optional.of(finding),
        "",
        new Prediction(1, 2),
        new Change.Sources(List.of()));
  }

  private static Step step(String id, String finding, boolean kept) {
    return new Step(
        remedy(id, finding),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        kept ? Verdict.KEPT : Verdict.NOT_KEPT,
        "why");
  }

  private static Workshop.Examined examined(List<Remedy> remedies, ByHand... found) {
    WhyNot whyNot = new WhyNot();
    whyNot.add(Family.HTTP_CLIENT, "pom.xml:61 names apache-client");
    whyNot.add(Family.SPRING_AOT, "A.java:3 activates profiles");
    whyNot.add(Family.SPRING_LAZY, "B.java:1 is a hook");
    return new Workshop.Examined(remedies, List.of(found), whyNot.list(), 1000);
  }

  private static List<String> words(List<Considered> considered) {
    return considered.stream()
        .map(each -> each.finding() + " " + each.remedy() + " " + each.words())
        .toList();
  }

  @Test
  void each_remedy_that_could_answer_a_finding_has_a_row_the_largest_finding_first() {
    Set<RemedyKind> usual = EnumSet.of(RemedyKind.SAFE, RemedyKind.REVIEWED);
    List<Step> steps =
        List.of(
            step("static-pets", "run-time-injection", true),
            step("static-shop", "work-in-handler", false));
    List<Considered> considered =
        Considered.of(
            List.of(), examined(List.of(), HTTP, MEMORY, INJECTION), steps, usual, "was late");
    assertEquals(
        List.of(
            "run-time-injection static-pets kept: why",
            "run-time-injection static-shop not kept: why",
            "run-time-injection spring-aot not offered because A.java:3 activates profiles",
            "run-time-injection spring-lazy not offered because B.java:1 is a hook",
            "small-memory memory-MB not offered because steps of the kind \"different\" are"
                + " tried only with --all",
            "slow-http-client client-settings-http not offered because pom.xml:61 names"
                + " apache-client"),
        words(considered));
  }

  @Test
  void a_family_that_the_command_does_not_name_is_not_said_to_be_of_a_kind_that_it_leaves_out() {
    WhyNot whyNot = new WhyNot();
    whyNot.keepOnly(Set.of("runtime-25"));
    List<Considered> considered =
        Considered.of(
            List.of(),
            new Workshop.Examined(List.of(), List.of(HTTP), whyNot.list(), 1000),
            List.of(),
            EnumSet.of(RemedyKind.DIFFERENT),
            "was late");
    assertEquals(
        List.of("slow-http-client client-settings-http not offered because --only names others"),
        words(considered));
  }

  @Test
  void a_remedy_that_was_not_worth_a_trial_and_a_step_without_a_finding_have_one_too() {
    List<Step> steps = List.of(step("young-generation", "other", false));
    List<Considered> considered =
        Considered.withSteps(
            Considered.of(
                List.of(),
                examined(List.of(remedy("client-settings-http", "slow-http-client")), HTTP),
                steps,
                EnumSet.allOf(RemedyKind.class),
                "was late"),
            steps);
    assertEquals(
        List.of(
            "slow-http-client client-settings-http not tried: was late",
            " young-generation not kept: why"),
        words(considered));
  }

  @Test
  void a_finding_gains_at_most_no_less_than_what_a_remedy_for_it_is_predicted_to_gain() {
    Remedy predicted =
        new Remedy(
            "client-settings-http",
            RemedyKind.REVIEWED,
            Optional.of("slow-http-client"),
            "",
            new Prediction(100, 150),
            new Change.Sources(List.of()));
    ByHand smaller = new ByHand("slow-http-client", "a.C(C.java:1)", 20, "");
    Workshop.Examined examined = examined(List.of(predicted), smaller, HTTP, MEMORY);
    assertEquals(
        List.of(20.0, 150.0, 400.0), examined.byHand().stream().map(ByHand::gainMillis).toList());
    Step later =
        new Step(
            predicted, Optional.empty(), Optional.empty(), Optional.empty(), Verdict.KEPT, "why");
    assertEquals(
        150,
        Considered.of(
                List.of(),
                examined(List.of(), HTTP),
                List.of(later),
                EnumSet.allOf(RemedyKind.class),
                "")
            .getFirst()
            .gainMillis());
  }

  @Test
  void a_later_examination_adds_only_findings_that_are_new() {
    Set<RemedyKind> all = EnumSet.allOf(RemedyKind.class);
    List<Considered> first =
        Considered.of(List.of(), examined(List.of(), HTTP), List.of(), all, "was late");
    assertEquals(
        first, Considered.of(first, examined(List.of(), HTTP), List.of(), all, "was late"));
    assertEquals(
        first.size() + 3,
        Considered.of(first, examined(List.of(), HTTP, INJECTION), List.of(), all, "was late")
            .size());
  }
}
