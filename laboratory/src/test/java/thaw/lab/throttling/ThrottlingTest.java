package thaw.lab.throttling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import thaw.lab.engine.Scope;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.Judgement;
import thaw.sandbox.jdk.Jdk;

/** What made-up samples decide. */
class ThrottlingTest {
  private static final int ROUNDS = 3;
  private static final List<Jdk> JDKS =
      List.of(
          new Jdk(Path.of("/old"), 17, "17.0.1", "Old", "1"),
          new Jdk(Path.of("/new"), 25, "25.0.1", "New", "2"));
  private static final Map<String, Double> PAUSES_ON_LAMBDA =
      Map.of("128 MB", 16.8, "256 MB", 36.2, "512 MB", 48.6, "1024 MB", 50.6, "1769 MB", 0.0);

  private final Throttling lesson = new Throttling();

  @Test
  void a_machine_like_lambda_bears_out_every_claim_with_the_quick_cases_already() {
    for (boolean quick : List.of(true, false)) {
      Conclusions conclusions = lesson.conclude(samples(quick, UnaryOperator.identity()));
      for (Verdict verdict : conclusions.verdicts()) {
        for (Verdict.ForJdk answer : verdict.answers()) {
          assertEquals(Judgement.HOLDS, answer.judgement(), verdict.claim() + answer.evidence());
        }
      }
      assertEquals(4, conclusions.charts().size());
      assertEquals(5, conclusions.tables().size());
    }
  }

  @Test
  void pauses_that_end_at_any_time_are_not_in_periods() {
    assertEquals(
        Judgement.NO_LONGER, answer("in periods of", with("in_step_share", _ -> 0.1)).judgement());
    assertEquals(
        Judgement.UNDECIDED,
        answer("in periods of", with("in_step_share", round -> round == 1 ? 0.99 : 0.7))
            .judgement());
  }

  @Test
  void a_kernel_that_pauses_every_period_differs_from_lambda() {
    Verdict.ForJdk answer = answer("253 times in 5 s", with("pauses_per_s", _ -> 50.0));
    assertEquals(Judgement.NO_LONGER, answer.judgement());
    assertTrue(
        answer.evidence().contains("128 MB 50.0 pauses/s (50.0 to 50.0, 3 samples)"),
        answer.evidence());
  }

  @Test
  void a_busy_machine_decides_nothing_about_pauses_and_collections() {
    UnaryOperator<Map<String, Double>> busy =
        with("held_back_share", _ -> 0.4).andThen(with("cpu_ms", _ -> 20.0))::apply;
    for (String claim : List.of("in periods of", "253 times", "42.1", "one vCPU", "fits")) {
      Verdict.ForJdk answer = answer(claim, busy);
      assertEquals(Judgement.UNDECIDED, answer.judgement(), claim);
      assertTrue(answer.evidence().endsWith("held back 40 % of the time"), answer.evidence());
    }
    assertTrue(answer("parallel collector", busy).evidence().contains("the machine was busy"));
    assertEquals(Judgement.UNDECIDED, answer("parallel collector", busy).judgement());
  }

  @Test
  void a_share_that_is_not_linear_is_told() {
    assertEquals(Judgement.NO_LONGER, answer("one vCPU", with("long_ms", _ -> 900.0)).judgement());
  }

  @Test
  void work_that_is_held_back_within_its_quota_is_told() {
    assertEquals(Judgement.NO_LONGER, answer("fits", with("short_ms", _ -> 29.0)).judgement());
  }

  @Test
  void c2_that_costs_nothing_is_told_for_each_jdk() {
    Verdict verdict = verdict("C2 costs", with("cpu_ms", _ -> 500.0));
    assertEquals(
        List.of(Judgement.NO_LONGER, Judgement.NO_LONGER),
        verdict.answers().stream().map(Verdict.ForJdk::judgement).toList());
    assertEquals("Old 17.0.1", verdict.answers().getFirst().where());
  }

  @Test
  void without_samples_nothing_is_decided_and_the_reason_is_in_the_tables() {
    List<Measurement> failed = new ArrayList<>();
    List<Case> cases = Throttling.cases(scope(true));
    cases.forEach(subject ->
        failed.add(
            new Measurement(subject, 1, Map.of(), Optional.of("no CPU limit; run as root"))));
    Conclusions conclusions = lesson.conclude(new Measurements(cases, failed));
    for (Verdict verdict : conclusions.verdicts()) {
      verdict.answers().forEach(answer -> assertEquals(Judgement.UNDECIDED, answer.judgement()));
    }
    for (Table table : conclusions.tables()) {
      assertTrue(
          table.rows().stream()
              .allMatch(
                  row -> row.entries().contains(new Entry.Missing("no CPU limit; run as root"))),
          table.title());
    }
  }

  @Test
  void samples_of_one_part_alone_are_enough_for_its_claims() {
    Measurements all = samples(true, UnaryOperator.identity());
    Measurements some =
        new Measurements(
            all.cases().stream().filter(one -> one.get("part").equals("burst")).toList(),
            all.all().stream().filter(one -> one.subject().get("part").equals("burst")).toList());
    long decided =
        lesson.conclude(some).verdicts().stream()
            .flatMap(verdict -> verdict.answers().stream())
            .filter(answer -> answer.judgement() == Judgement.HOLDS)
            .count();
    assertEquals(3, decided);
  }

  @Test
  void quick_has_fewer_cases_of_every_part() {
    for (String part : List.of("pauses", "burst", "collection", "warm-up")) {
      assertTrue(count(part, true) > 0, part);
      assertTrue(count(part, true) < count(part, false), part);
    }
  }

  private static long count(String part, boolean quick) {
    return Throttling.cases(scope(quick)).stream()
        .filter(subject -> subject.get("part").equals(part))
        .count();
  }

  private Verdict.ForJdk answer(String claim, UnaryOperator<Map<String, Double>> change) {
    return verdict(claim, change).answers().getFirst();
  }

  private Verdict verdict(String claim, UnaryOperator<Map<String, Double>> change) {
    return lesson.conclude(samples(true, change)).verdicts().stream()
        .filter(verdict -> verdict.claim().contains(claim))
        .findFirst()
        .orElseThrow();
  }

  private interface ByRound {
    double of(double round);
  }

  /** Another figure wherever there is one of this name. */
  private static UnaryOperator<Map<String, Double>> with(String key, ByRound value) {
    return values -> {
      Map<String, Double> changed = new HashMap<>(values);
      changed.computeIfPresent(key, (_, _) -> value.of(values.get("round")));
      return changed;
    };
  }

  private static Scope scope(boolean quick) {
    return new Scope(quick, JDKS, OptionalInt.empty(), 1, Map.of());
  }

  private static Measurements samples(boolean quick, UnaryOperator<Map<String, Double>> change) {
    List<Case> cases = Throttling.cases(scope(quick));
    List<Measurement> samples = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      for (Case subject : cases) {
        Map<String, Double> values = asOnLambda(subject);
        values.put("round", (double) round);
        samples.add(new Measurement(subject, round, change.apply(values), Optional.empty()));
      }
    }
    return new Measurements(cases, samples);
  }

  private static Map<String, Double> asOnLambda(Case subject) {
    Map<String, Double> values = new HashMap<>();
    boolean limited = !subject.get("period").equals("no quota");
    double share = limited ? Quota.of(subject).share() : 1;
    switch (subject.get("part")) {
      case "pauses" -> {
        values.put("pauses_per_s", PAUSES_ON_LAMBDA.get(subject.get("memory")));
        values.put("running_share", share);
        values.put("in_step_share", 1.0);
        values.put("pause_p50_ms", subject.get("threads").equals("1") ? 56.0 : 96.0);
        values.put("held_back_share", 0.001);
      }
      case "burst" -> {
        values.put("short_ms", 10 / (Quota.of(subject).millis() > 11 ? 1 : share));
        values.put("long_ms", 100 / share);
        values.put("split_ms", 100 / share);
        values.put("held_back_share", 0.001);
      }
      case "collection" -> {
        boolean parallel = !subject.get("collector").equals("Serial");
        values.put("pause_ms", limited ? 60 / share : parallel ? 35.0 : 60.0);
        values.put("cpu_ms", 59.0);
      }
      default -> {
        boolean c1 = subject.get("tiers").equals("C1 only");
        values.put("cpu_ms", c1 ? 300.0 : 470.0);
        values.put("wall_ms", c1 ? 2000.0 : 3000.0);
      }
    }
    return values;
  }
}
