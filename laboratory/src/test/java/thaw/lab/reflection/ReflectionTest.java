package thaw.lab.reflection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.lab.result.MadeUpSamples.judgements;
import static thaw.lab.result.Verdict.Judgement.HOLDS;
import static thaw.lab.result.Verdict.Judgement.NOT_APPLICABLE;
import static thaw.lab.result.Verdict.Judgement.NO_LONGER;
import static thaw.lab.result.Verdict.Judgement.UNDECIDED;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.MadeUpSamples;
import thaw.lab.result.Table;

/** What follows of which figures. */
class ReflectionTest {
  private static final String OLD = "Vendor 17";
  private static final String NEW = "Vendor 25";

  private final MadeUpSamples made = new MadeUpSamples();

  private void steady(String jdk, GetterCall call, double... nanos) {
    made.with(Reflection.steady(jdk, call, Accessors.DEFAULT), Reflection.CALL_NANOS, nanos);
  }

  private void first(String jdk, Accessors accessors, ArchiveUse archive, double... micros) {
    made.with(
        Reflection.first(jdk, FirstGetterCall.METHOD, accessors, archive),
        Reflection.FIRST_CALL,
        micros);
  }

  private Conclusions conclusions() {
    return new Reflection().conclude(made.samples());
  }

  @Test
  void a_constant_method_is_nearly_free_on_the_newer_jdk_only() {
    steady(OLD, GetterCall.DIRECT, 0.55, 0.56, 0.55);
    steady(OLD, GetterCall.CONSTANT_METHOD, 2.3, 2.2, 3.5);
    steady(NEW, GetterCall.DIRECT, 0.52, 0.52, 0.52);
    steady(NEW, GetterCall.CONSTANT_METHOD, 0.91, 0.92, 0.95);

    assertEquals(
        Map.of(OLD, HOLDS, NEW, NO_LONGER),
        judgements(conclusions(), "even through a Method in a static final field"));
  }

  @Test
  void a_ratio_on_both_sides_of_the_limit_decides_nothing() {
    steady(NEW, GetterCall.DIRECT, 0.52, 0.52, 0.52);
    steady(NEW, GetterCall.CONSTANT_METHOD, 0.91, 1.3, 0.95);

    assertEquals(
        Map.of(NEW, UNDECIDED),
        judgements(conclusions(), "even through a Method in a static final field"));
  }

  @Test
  void the_price_has_gone_from_the_threshold_to_the_first_call() {
    Case old = Reflection.firstInvoke(OLD);
    Case recent = Reflection.firstInvoke(NEW);
    made.with(old, Reflection.FIRST_CALL, 80, 85, 90)
        .with(old, Reflection.FURTHER, 1_300, 1_200, 1_500)
        .with(recent, Reflection.FIRST_CALL, 5_600, 5_900, 8_000)
        .with(recent, Reflection.FURTHER, 32, 33, 40);

    Conclusions conclusions = conclusions();

    assertEquals(
        Map.of(OLD, HOLDS, NEW, NO_LONGER), judgements(conclusions, "inflation threshold of 15"));
    assertEquals(
        Map.of(OLD, NOT_APPLICABLE, NEW, HOLDS),
        judgements(conclusions, "first Method.invoke of a JVM is dearer than before JDK 18"));
  }

  @Test
  void the_jdk_before_18_is_what_later_ones_are_held_against_in_whatever_order() {
    steady(NEW, GetterCall.METHOD, 6.5, 6.6, 6.7);
    steady(OLD, GetterCall.METHOD, 2.8, 2.9, 2.7);

    assertEquals(
        Map.of(OLD, NOT_APPLICABLE, NEW, HOLDS),
        judgements(conclusions(), "Method in a field is slower than before"));
  }

  @Test
  void without_a_jdk_before_18_nothing_is_said_of_what_was_before() {
    steady("Vendor 21", GetterCall.METHOD, 2.8, 2.9, 2.7);
    steady(NEW, GetterCall.METHOD, 6.5, 6.6, 6.7);
    made.with(Reflection.firstInvoke("Vendor 21"), Reflection.FIRST_CALL, 80, 85, 90)
        .with(Reflection.firstInvoke(NEW), Reflection.FIRST_CALL, 5_600, 5_900, 8_000);

    for (String claim : List.of("slower than before JDK 18", "dearer than before JDK 18")) {
      assertEquals(
          Map.of("Vendor 21", UNDECIDED, NEW, UNDECIDED), judgements(conclusions(), claim), claim);
    }
  }

  @Test
  void native_accessors_are_judged_on_jdks_that_know_the_option() {
    for (String jdk : List.of(OLD, NEW)) {
      made.with(Reflection.firstInvoke(jdk), Reflection.CALLS, 1_400, 1_500, 1_600)
          .with(
              Reflection.first(
                  jdk, FirstGetterCall.METHOD, Accessors.NATIVE, ArchiveUse.DEFAULT_CDS),
              Reflection.CALLS,
              120,
              130,
              140);
    }

    assertEquals(
        Map.of(OLD, NOT_APPLICABLE, NEW, HOLDS), judgements(conclusions(), "Native accessors"));
  }

  @Test
  void an_option_that_does_nothing_any_more_is_told() {
    first(OLD, Accessors.DEFAULT, ArchiveUse.DEFAULT_CDS, 80, 85, 90);
    first(OLD, Accessors.GENERATED, ArchiveUse.DEFAULT_CDS, 1_800, 1_900, 1_700);
    first(NEW, Accessors.DEFAULT, ArchiveUse.DEFAULT_CDS, 5_600, 5_900, 5_800);
    first(NEW, Accessors.GENERATED, ArchiveUse.DEFAULT_CDS, 5_700, 5_800, 5_600);

    assertEquals(Map.of(OLD, HOLDS, NEW, NO_LONGER), judgements(conclusions(), "noInflation"));
  }

  @Test
  void a_cache_is_judged_on_jdks_that_have_one() {
    first(OLD, Accessors.DEFAULT, ArchiveUse.DEFAULT_CDS, 80, 85, 90);
    first(NEW, Accessors.DEFAULT, ArchiveUse.DEFAULT_CDS, 5_600, 5_900, 5_800);
    first(NEW, Accessors.DEFAULT, ArchiveUse.AOT_CACHE, 3_000, 3_100, 3_200);

    assertEquals(
        Map.of(OLD, NOT_APPLICABLE, NEW, HOLDS), judgements(conclusions(), "leaves a quarter"));
    assertEquals(
        Map.of(OLD, NOT_APPLICABLE, NEW, UNDECIDED),
        judgements(conclusions(), "for a static method"));
  }

  @Test
  void what_was_not_measured_is_shown_as_such_and_decides_nothing() {
    steady(NEW, GetterCall.DIRECT, 0.55, 0.56, 0.55);
    steady(NEW, GetterCall.METHOD);

    Conclusions conclusions = conclusions();

    assertTrue(
        conclusions.verdicts().stream()
            .flatMap(verdict -> verdict.answers().stream())
            .allMatch(answer -> answer.judgement() == UNDECIDED));
    Table steady = conclusions.tables().getFirst();
    assertEquals(
        List.of("direct call", "Method in a field"),
        steady.rows().stream().map(Table.Row::name).toList());
    assertEquals(new Entry.Missing("not measured"), steady.rows().get(1).entries().getFirst());
  }

  @Test
  void tables_and_charts_have_the_cases_that_there_are() {
    steady(NEW, GetterCall.DIRECT, 0.52);
    first(NEW, Accessors.DEFAULT, ArchiveUse.DEFAULT_CDS, 5_600);
    first(NEW, Accessors.DEFAULT, ArchiveUse.AOT_CACHE, 3_000);

    Conclusions conclusions = conclusions();

    assertEquals(
        List.of(
            "Steady state, ns for one call",
            "Steady state, times a direct call",
            "First call on " + NEW + ", µs"),
        conclusions.tables().stream().map(Table::title).toList());
    assertEquals(
        List.of("Method.invoke", "Method.invoke, AOT cache"),
        conclusions.tables().getLast().rows().stream().map(Table.Row::name).toList());
    assertEquals(2, conclusions.charts().size());
  }
}
