package thaw.lab.garbage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import thaw.lab.engine.Scope;
import thaw.lab.result.Case;
import thaw.lab.result.Chart;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.lab.result.Spread;
import thaw.lab.result.Table;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.Judgement;
import thaw.sandbox.jdk.Jdk;

final class LambdaGarbageTest {
  private static final Jdk JDK = new Jdk(Path.of("/jdk"), 25, "25.0.3+9", "Temurin", "f");
  private static final String UP_TO_EIGHT = "Up to 8";
  private static final String FROM_NINE_ON = "From 9";
  private static final String ESTIMATE_SIZE = "MaxBCEAEstimateSize";
  private static final String SPLIT = "Splitting";
  private static final String ARGUMENT = "Passing the object";
  private static final String ROUND_TRIP = "14 ints are written to an array";
  private static final String AS_DIGITS = "14 ints are written as digits";
  private static final String SIXTEEN = "16 capturing";
  private static final String THREE = "With three implementations";
  private static final String C1_TIME = "With C1 alone";
  private static final String COUNTING = "Counted collections";

  @Test
  void every_case_belongs_to_the_way_that_made_it_and_none_comes_twice() {
    for (boolean quick : new boolean[] {true, false}) {
      List<Case> cases = LambdaGarbage.cases(scope(quick));

      assertEquals(cases.size(), new HashSet<>(cases).size());
      cases.forEach(subject ->
          assertEquals(
              subject, GarbageWay.of(subject).with(JDK.label(), subject.get(GarbageWay.FIELDS))));
    }
  }

  @Test
  void a_quick_run_measures_a_part_of_what_a_full_one_does_and_looks_for_no_limit() {
    List<Case> full = LambdaGarbage.cases(scope(false));
    List<Case> quick = LambdaGarbage.cases(scope(true));

    assertTrue(full.containsAll(quick));
    assertTrue(quick.size() < full.size() / 2);
    assertTrue(
        full.stream()
            .map(subject -> subject.get(GarbageWay.FIELDS))
            .anyMatch(GarbageWay.LIMIT::equals));
    assertFalse(
        quick.stream()
            .map(subject -> subject.get(GarbageWay.FIELDS))
            .anyMatch(GarbageWay.LIMIT::equals));
  }

  @Test
  void a_jvm_that_inlines_all_up_to_some_size_refutes_the_limit_of_eight() {
    Conclusions today = conclude(new Today());

    assertEquals(Judgement.HOLDS, judgement(today, UP_TO_EIGHT));
    assertEquals(Judgement.NO_LONGER, judgement(today, FROM_NINE_ON));
    assertEquals(Judgement.NO_LONGER, judgement(today, ESTIMATE_SIZE));
    assertEquals(Judgement.HOLDS, judgement(today, SPLIT));
    assertEquals(Judgement.HOLDS, judgement(today, ARGUMENT));
    assertEquals(Judgement.HOLDS, judgement(today, ROUND_TRIP));
    assertEquals(Judgement.NO_LONGER, judgement(today, AS_DIGITS));
    assertEquals(Judgement.HOLDS, judgement(today, SIXTEEN));
    assertEquals(Judgement.HOLDS, judgement(today, THREE));
    assertEquals(Judgement.HOLDS, judgement(today, C1_TIME));
    assertEquals(Judgement.HOLDS, judgement(today, COUNTING));
    assertTrue(answer(today, FROM_NINE_ON).evidence().contains("big callee: from 33 fields on"));
    assertTrue(answer(today, FROM_NINE_ON).evidence().contains("9 fields 0.0 B"));
    assertTrue(
        answer(today, FROM_NINE_ON).evidence().endsWith("(3 samples each, counted to the byte)"));
  }

  @Test
  void a_jvm_like_that_of_2014_confirms_what_was_published() {
    Conclusions java8 =
        conclude(
            new Today() {
              @Override
              double bytes(GarbageWay way, int fields) {
                boolean whole = way == GarbageWay.SMALL || way == GarbageWay.BIG;
                if (whole || way == GarbageWay.ANONYMOUS) {
                  return fields <= 8 ? 0.4 : 16 * fields;
                }
                return way == GarbageWay.BIG_300 || way == GarbageWay.BIG_600
                    ? 0
                    : super.bytes(way, fields);
              }
            });

    assertEquals(Judgement.HOLDS, judgement(java8, UP_TO_EIGHT));
    assertEquals(Judgement.HOLDS, judgement(java8, FROM_NINE_ON));
    assertEquals(Judgement.HOLDS, judgement(java8, ESTIMATE_SIZE));
    assertEquals(Judgement.HOLDS, judgement(java8, SPLIT));
    assertEquals(Judgement.NO_LONGER, judgement(java8, SIXTEEN));
  }

  @Test
  void a_jvm_in_which_every_lambda_is_an_object_refutes_all_that_says_otherwise() {
    Conclusions all =
        conclude(
            new Today() {
              @Override
              double bytes(GarbageWay way, int fields) {
                return 16 * fields;
              }

              @Override
              double nanos(GarbageWay way, int fields) {
                return 200;
              }

              @Override
              double countedBytes(double bytes) {
                return bytes / 2;
              }
            });

    for (String claim :
        List.of(
            UP_TO_EIGHT,
            ESTIMATE_SIZE,
            SPLIT,
            ARGUMENT,
            ROUND_TRIP,
            AS_DIGITS,
            SIXTEEN,
            THREE,
            C1_TIME,
            COUNTING)) {
      assertEquals(Judgement.NO_LONGER, judgement(all, claim), claim);
    }
  }

  @Test
  void without_garbage_there_is_nothing_that_a_remedy_could_remove() {
    Conclusions none =
        conclude(
            new Today() {
              @Override
              double bytes(GarbageWay way, int fields) {
                return 0;
              }
            });

    assertEquals(Judgement.UNDECIDED, judgement(none, ESTIMATE_SIZE));
    assertEquals(Judgement.UNDECIDED, judgement(none, SPLIT));
    assertEquals("nothing that was measured makes garbage", answer(none, ESTIMATE_SIZE).evidence());
  }

  @Test
  void samples_that_do_not_agree_decide_nothing() {
    Conclusions both =
        conclude(
            new Today() {
              @Override
              double bytes(GarbageWay way, int fields, int round) {
                return round == 1 ? 0 : 16 * fields;
              }

              @Override
              double nanos(GarbageWay way, int fields, int round) {
                return round == 1 ? 50 : 500;
              }
            });

    for (String claim : List.of(UP_TO_EIGHT, FROM_NINE_ON, ARGUMENT, ROUND_TRIP, THREE)) {
      assertEquals(Judgement.UNDECIDED, judgement(both, claim), claim);
    }
    Entry limit = limits(both, "not searched").rows().getFirst().entries().get(1);
    assertEquals(new Entry.Figure(Spread.of(33, 33, 33), ""), limit);
  }

  @Test
  void cases_that_were_not_measured_decide_nothing_and_break_nothing() {
    List<Case> cases = LambdaGarbage.cases(scope(false));
    Conclusions nothing = new LambdaGarbage().conclude(new Measurements(cases, List.of()));
    Conclusions noCases = new LambdaGarbage().conclude(new Measurements(List.of(), List.of()));

    nothing
        .verdicts()
        .forEach(verdict ->
            verdict
                .answers()
                .forEach(answer -> {
                  assertEquals(Judgement.UNDECIDED, answer.judgement(), verdict.claim());
                  assertTrue(!answer.evidence().isEmpty());
                }));
    assertTrue(noCases.verdicts().stream().allMatch(verdict -> verdict.answers().isEmpty()));
  }

  @Test
  void only_one_way_of_reading_gives_a_table_and_leaves_comparisons_open() {
    List<Case> only =
        LambdaGarbage.cases(scope(false)).stream()
            .filter(subject -> GarbageWay.of(subject) == GarbageWay.BIG)
            .toList();
    Conclusions conclusions = new LambdaGarbage().conclude(samples(only, new Today()));

    assertEquals(1, conclusions.tables().getFirst().rows().size());
    assertEquals(Judgement.NO_LONGER, judgement(conclusions, FROM_NINE_ON));
    assertEquals(Judgement.UNDECIDED, judgement(conclusions, SPLIT));
    assertEquals(Judgement.UNDECIDED, judgement(conclusions, SIXTEEN));
  }

  @Test
  void the_limit_is_the_number_that_was_found_or_the_range_that_was_measured() {
    Table searched = limits(conclude(new Today()), "");
    List<Case> quick = LambdaGarbage.cases(scope(true));
    Table measured =
        limits(new LambdaGarbage().conclude(samples(quick, new Today())), "in a quick run");

    assertEquals(
        List.of(
            new Entry.Figure(Spread.of(57, 57, 57), ""),
            new Entry.Figure(Spread.of(33, 33, 33), ""),
            new Entry.Words("none up to 64")),
        searched.rows().getFirst().entries());
    assertEquals(
        List.of(
            new Entry.Words("17 to 64"),
            new Entry.Words("33 to 64"),
            new Entry.Words("none up to 64")),
        measured.rows().getFirst().entries());
  }

  @Test
  void charts_have_a_line_for_each_way_with_more_than_one_number_of_fields() {
    Chart chart = conclude(new Today()).charts().getFirst();

    Chart.Lines lines = assertInstanceOf(Chart.Lines.class, chart);
    assertEquals("B", lines.unit());
    Chart.Line big =
        lines.lines().stream()
            .filter(line -> line.name().equals("capturing, big callee, " + JDK.label()))
            .findFirst()
            .orElseThrow();
    assertEquals(11, big.points().size());
    assertTrue(lines.lines().stream().allMatch(line -> line.points().size() > 1));
  }

  /** A JVM as those of today are. */
  private static class Today {
    double bytes(GarbageWay way, int fields) {
      return switch (way) {
        case SMALL -> fields > 56 ? 16 * (fields - 56) : 0;
        case BIG, BIG_300, BIG_600, ANONYMOUS -> fields > 32 ? 16 * (fields - 32) : 0;
        case THREE, C1, NO_ANALYSIS -> 16 * fields;
        case SPLIT,
            ARGUMENT,
            THREE_ARGUMENT,
            C1_ARGUMENT,
            NO_ANALYSIS_ARGUMENT,
            ROUND_TRIP,
            ROUND_TRIP_BIG ->
            0;
      };
    }

    double bytes(GarbageWay way, int fields, int round) {
      return bytes(way, fields);
    }

    double nanos(GarbageWay way, int fields) {
      return way == GarbageWay.C1
          ? 45 * fields
          : way == GarbageWay.ROUND_TRIP_BIG ? 20 * fields : 5 * fields;
    }

    double nanos(GarbageWay way, int fields, int round) {
      return nanos(way, fields);
    }

    double countedBytes(double bytes) {
      return bytes * 1.01;
    }

    double first(GarbageWay way) {
      for (int fields = 1; fields <= GarbageWay.MOST; fields++) {
        if (bytes(way, fields) > 1) {
          return fields;
        }
      }
      return GarbageWay.MOST + 1;
    }
  }

  private static Conclusions conclude(Today jvm) {
    return new LambdaGarbage().conclude(samples(LambdaGarbage.cases(scope(false)), jvm));
  }

  private static Measurements samples(List<Case> cases, Today jvm) {
    List<Measurement> samples = new ArrayList<>();
    for (int round = 1; round <= 3; round++) {
      for (Case subject : cases) {
        samples.add(new Measurement(subject, round, values(subject, jvm, round), Optional.empty()));
      }
    }
    return new Measurements(cases, samples);
  }

  private static Map<String, Double> values(Case subject, Today jvm, int round) {
    GarbageWay way = GarbageWay.of(subject);
    if (subject.get(GarbageWay.FIELDS).equals(GarbageWay.LIMIT)) {
      return Map.of(GarbageWay.FIRST.key(), jvm.first(way));
    }
    int fields = Integer.parseInt(subject.get(GarbageWay.FIELDS));
    double bytes = jvm.bytes(way, fields, round);
    Map<String, Double> values = new HashMap<>();
    values.put(GarbageWay.BYTES.key(), bytes);
    values.put(GarbageWay.NANOS.key(), jvm.nanos(way, fields, round));
    if (way.isCounted(fields)) {
      values.put(GarbageWay.COUNTED_BYTES.key(), jvm.countedBytes(bytes));
      values.put(GarbageWay.OPERATIONS.key(), 1e7);
      values.put(GarbageWay.EDEN.key(), 1e7);
      values.put(GarbageWay.COLLECTIONS.key(), jvm.countedBytes(bytes));
    }
    return values;
  }

  private static Scope scope(boolean quick) {
    return new Scope(quick, List.of(JDK), OptionalInt.empty(), 1, Map.of());
  }

  private static Judgement judgement(Conclusions conclusions, String claim) {
    return answer(conclusions, claim).judgement();
  }

  private static Verdict.ForJdk answer(Conclusions conclusions, String claim) {
    return conclusions.verdicts().stream()
        .filter(verdict -> verdict.claim().startsWith(claim))
        .findFirst()
        .orElseThrow()
        .answers()
        .getFirst();
  }

  private static Table limits(Conclusions conclusions, String message) {
    return conclusions.tables().stream()
        .filter(table -> table.title().startsWith("Where the limit is"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(message));
  }
}
