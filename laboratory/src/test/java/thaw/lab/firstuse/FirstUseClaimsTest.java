package thaw.lab.firstuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;

/** What the lesson about first uses concludes from samples that are made up. */
class FirstUseClaimsTest {
  private static final String OLD = "Vendor 17.0.1";
  private static final String NEW = "Vendor 25.0.1";

  private final List<Measurement> samples = new ArrayList<>();
  private final Set<Case> cases = new LinkedHashSet<>();

  @Test
  void a_first_lambda_of_five_ms_is_no_longer_the_published_one() {
    lambdas(OLD, ArchiveUse.DEFAULT_CDS, 5, 5.5, 6);
    assertEquals(Verdict.Judgement.NO_LONGER, judgement("40 ms or more", OLD));
    assertEquals(Verdict.Judgement.NO_LONGER, judgement("18 ms or more", OLD));
    assertEquals(Verdict.Judgement.HOLDS, judgement("4 to 12 ms", OLD));
    assertEquals(Verdict.Judgement.HOLDS, judgement("Further lambdas", OLD));
  }

  @Test
  void a_first_lambda_of_45_ms_is_the_published_one() {
    lambdas(OLD, ArchiveUse.DEFAULT_CDS, 44, 45, 46);
    assertEquals(Verdict.Judgement.HOLDS, judgement("40 ms or more", OLD));
    assertEquals(Verdict.Judgement.NO_LONGER, judgement("4 to 12 ms", OLD));
  }

  @Test
  void a_first_lambda_of_200_ms_takes_more_than_both_published_figures() {
    lambdas(OLD, ArchiveUse.DEFAULT_CDS, 200, 200, 200);
    assertEquals(Verdict.Judgement.HOLDS, judgement("40 ms or more", OLD));
    assertEquals(Verdict.Judgement.HOLDS, judgement("18 ms or more", OLD));
    assertTrue(
        conclusions().verdicts().stream()
            .filter(one -> one.answers().getFirst().judgement() == Verdict.Judgement.HOLDS)
            .noneMatch(one -> one.claim().contains("40 to 50") || one.claim().endsWith("18 ms")));
  }

  @Test
  void samples_on_both_sides_of_a_limit_decide_nothing() {
    lambdas(OLD, ArchiveUse.DEFAULT_CDS, 5, 20, 60);
    assertEquals(Verdict.Judgement.UNDECIDED, judgement("40 ms or more", OLD));
    assertEquals(Verdict.Judgement.UNDECIDED, judgement("4 to 12 ms", OLD));
  }

  @Test
  void two_samples_decide_nothing() {
    lambdas(OLD, ArchiveUse.DEFAULT_CDS, 5, 5);
    assertEquals(Verdict.Judgement.UNDECIDED, judgement("40 ms or more", OLD));
    assertEquals(Verdict.Judgement.UNDECIDED, judgement("Further lambdas", OLD));
  }

  @Test
  void nothing_is_decided_about_what_was_not_measured() {
    lambdas(OLD, ArchiveUse.DEFAULT_CDS, 5, 5, 5);
    assertEquals(Verdict.Judgement.UNDECIDED, judgement("first string by + is dearer", OLD));
    assertEquals(Verdict.Judgement.UNDECIDED, judgement("Twenty more of the same", OLD));
    assertEquals(Verdict.Judgement.UNDECIDED, judgement("retry every 50 ms", OLD));
    assertEquals(Verdict.Judgement.UNDECIDED, judgement("by a plan", OLD));
  }

  @Test
  void an_aot_cache_that_leaves_a_hundredth_takes_the_first_lambda_away() {
    lambdas(NEW, ArchiveUse.DEFAULT_CDS, 5, 6, 7);
    lambdas(NEW, ArchiveUse.AOT_CACHE, 0.01, 0.02, 0.05);
    assertEquals(Verdict.Judgement.HOLDS, judgement("nine tenths of the first lambda", NEW));
  }

  @Test
  void claims_about_an_aot_cache_do_not_apply_to_a_jdk_without() {
    lambdas(OLD, ArchiveUse.DEFAULT_CDS, 5, 6, 7);
    lambdas(NEW, ArchiveUse.DEFAULT_CDS, 5, 6, 7);
    lambdas(NEW, ArchiveUse.AOT_CACHE, 5, 6, 7);
    assertEquals(
        Verdict.Judgement.NOT_APPLICABLE, judgement("nine tenths of the first lambda", OLD));
    assertEquals(Verdict.Judgement.NO_LONGER, judgement("nine tenths of the first lambda", NEW));
  }

  @Test
  void reflection_of_a_newer_jdk_is_held_against_the_oldest_one() {
    for (double more : List.of(0.1, 0.11, 0.12)) {
      sample(OLD, ArchiveUse.DEFAULT_CDS, FirstUses.REFLECTION, Map.of("first", more, "more", 1.5));
      sample(
          NEW,
          ArchiveUse.DEFAULT_CDS,
          FirstUses.REFLECTION,
          Map.of("first", 60 * more, "more", 0.02));
      sample(NEW, ArchiveUse.DEFAULT_CDS, FirstUses.NATIVE_REFLECTION, Map.of("first", 2 * more));
    }
    assertEquals(Verdict.Judgement.NOT_APPLICABLE, judgement("ten times dearer", OLD));
    assertEquals(Verdict.Judgement.HOLDS, judgement("ten times dearer", NEW));
    assertEquals(Verdict.Judgement.HOLDS, judgement("Twenty more", OLD));
    assertEquals(Verdict.Judgement.NO_LONGER, judgement("Twenty more", NEW));
    assertEquals(Verdict.Judgement.NOT_APPLICABLE, judgement("useNativeAccessorOnly", OLD));
    assertEquals(Verdict.Judgement.HOLDS, judgement("useNativeAccessorOnly", NEW));
  }

  @Test
  void a_retry_breaks_when_most_runs_have_fewer_than_four_attempts() {
    attempts(OLD, FirstUseRetry.NAIVE, 2, 3, 3, 4);
    attempts(NEW, FirstUseRetry.NAIVE, 4, 4, 4, 3);
    assertEquals(Verdict.Judgement.HOLDS, judgement("retry every 50 ms", OLD));
    assertEquals(Verdict.Judgement.NO_LONGER, judgement("retry every 50 ms", NEW));
    assertEquals(
        new Entry.Words("3 of 4 (2, 3)"),
        table("retry test on " + OLD).rows().getFirst().entries().getFirst());
  }

  @Test
  void half_of_the_runs_are_neither_most_nor_few() {
    attempts(OLD, FirstUseRetry.NAIVE, 2, 3, 4, 4);
    assertEquals(Verdict.Judgement.UNDECIDED, judgement("retry every 50 ms", OLD));
  }

  @Test
  void one_run_by_plan_with_three_attempts_would_be_told() {
    attempts(OLD, FirstUseRetry.PLANNED, 4, 4, 4);
    attempts(NEW, FirstUseRetry.PLANNED, 4, 3, 4);
    assertEquals(Verdict.Judgement.HOLDS, judgement("by a plan", OLD));
    assertEquals(Verdict.Judgement.NO_LONGER, judgement("by a plan", NEW));
  }

  @Test
  void a_table_has_the_archives_of_its_jdk_alone() {
    lambdas(OLD, ArchiveUse.DEFAULT_CDS, 5, 6, 7);
    lambdas(NEW, ArchiveUse.DEFAULT_CDS, 5, 6, 7);
    lambdas(NEW, ArchiveUse.AOT_CACHE, 1, 2, 3);
    assertEquals(List.of("default CDS"), table("First use on " + OLD).columns());
    assertEquals(List.of("default CDS", "AOT cache"), table("First use on " + NEW).columns());
    assertEquals(
        List.of("first lambda", "... of another interface"),
        table("First use on " + NEW).rows().stream()
            .filter(row -> row.entries().getFirst() instanceof Entry.Figure)
            .map(Table.Row::name)
            .toList());
  }

  @Test
  void jdks_stand_in_one_chart_and_archives_in_another() {
    lambdas(OLD, ArchiveUse.DEFAULT_CDS, 5, 6, 7);
    lambdas(OLD, ArchiveUse.APP_CDS, 4, 5, 6);
    lambdas(NEW, ArchiveUse.DEFAULT_CDS, 5, 6, 7);
    lambdas(NEW, ArchiveUse.AOT_CACHE, 1, 2, 3);
    List<List<String>> series =
        conclusions().charts().stream()
            .map(Chart.Bars.class::cast)
            .peek(bars -> assertEquals(List.of("first lambda"), bars.categories()))
            .map(bars -> bars.series().stream().map(Chart.Series::name).toList())
            .toList();
    assertEquals(
        List.of(List.of(OLD, NEW), List.of(OLD + ", AppCDS", NEW + ", AOT cache")), series);
  }

  @Test
  void no_samples_are_no_conclusions() {
    assertTrue(conclusions().tables().isEmpty());
    assertTrue(conclusions().verdicts().stream().allMatch(claim -> claim.answers().isEmpty()));
  }

  private void lambdas(String jdk, ArchiveUse archive, double... first) {
    for (double millis : first) {
      sample(
          jdk, archive, FirstUses.LAMBDA, Map.of("first", millis, "other_interface", millis / 10));
    }
  }

  private void sample(String jdk, ArchiveUse archive, FirstUses use, Map<String, Double> millis) {
    add(
        Case.of(Case.JDK, jdk, FirstUses.ARCHIVE, archive.words(), FirstUses.USE, use.words()),
        millis.entrySet().stream()
            .collect(Collectors.toMap(step -> use.step(step.getKey()).key(), Map.Entry::getValue)));
  }

  private void attempts(String jdk, String loop, double... made) {
    for (double attempts : made) {
      add(
          Case.of(
              Case.JDK,
              jdk,
              FirstUses.ARCHIVE,
              ArchiveUse.DEFAULT_CDS.words(),
              FirstUses.USE,
              FirstUseRetry.TEST,
              FirstUseRetry.LOOP,
              loop,
              FirstUseRetry.PLAN,
              FirstUseRetry.PUBLISHED),
          Map.of(FirstUseRetry.ATTEMPTS.key(), attempts));
    }
  }

  private void add(Case subject, Map<String, Double> values) {
    cases.add(subject);
    long earlier = samples.stream().filter(sample -> sample.subject().equals(subject)).count();
    samples.add(new Measurement(subject, (int) earlier + 1, values, Optional.empty()));
  }

  private Conclusions conclusions() {
    return new FirstUse().conclude(new Measurements(List.copyOf(cases), samples));
  }

  private Table table(String title) {
    return conclusions().tables().stream()
        .filter(table -> table.title().contains(title))
        .findFirst()
        .orElseThrow();
  }

  private Verdict.Judgement judgement(String claim, String jdk) {
    Verdict verdict =
        conclusions().verdicts().stream()
            .filter(one -> one.claim().contains(claim))
            .findFirst()
            .orElseThrow();
    return verdict.answers().stream()
        .filter(answer -> answer.where().equals(jdk))
        .findFirst()
        .orElseThrow()
        .judgement();
  }
}
