package thaw.lab.initorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.lab.result.MadeUpSamples.judgements;
import static thaw.lab.result.Verdict.Judgement.HOLDS;
import static thaw.lab.result.Verdict.Judgement.NO_LONGER;
import static thaw.lab.result.Verdict.Judgement.UNDECIDED;

import java.util.Map;
import org.junit.jupiter.api.Test;
import thaw.lab.result.Case;
import thaw.lab.result.Conclusions;
import thaw.lab.result.Entry;
import thaw.lab.result.MadeUpSamples;
import thaw.lab.result.Table;

/** What follows of which figures. */
class InitOrderTest {
  private static final String JDK = "Vendor 25";

  private final MadeUpSamples made = new MadeUpSamples();

  private void ran(WorkPlace place, int order, WorkPhase... phases) {
    Case subject = InitFunction.ALL_PLACES.on(JDK);
    double[] orders = new double[phases.length];
    double[] ordinals = new double[phases.length];
    for (int i = 0; i < phases.length; i++) {
      orders[i] = order;
      ordinals[i] = phases[i].ordinal();
    }
    made.with(subject, place.order(), orders).with(subject, place.phase(), ordinals);
  }

  private void took(InitFunction function, boolean limited, double... millis) {
    made.with(function.on(JDK), InitFunction.TOTAL, millis);
    if (limited) {
      made.with(function.on(JDK), InitFunction.VCPUS, 0.29, 0.29, 0.29);
    }
  }

  private Conclusions conclusions() {
    return new InitOrder().conclude(made.samples());
  }

  @Test
  void another_class_is_initialised_when_the_handler_touches_it() {
    ran(WorkPlace.OTHER_CLASS, 7, WorkPhase.FIRST_REQUEST, WorkPhase.FIRST_REQUEST);

    assertEquals(Map.of(JDK, HOLDS), judgements(conclusions(), "field of another class"));
  }

  @Test
  void a_runtime_that_initialises_it_before_refutes_that() {
    ran(WorkPlace.OTHER_CLASS, 1, WorkPhase.INIT, WorkPhase.INIT);

    assertEquals(Map.of(JDK, NO_LONGER), judgements(conclusions(), "field of another class"));
  }

  @Test
  void cold_starts_that_differ_and_places_that_are_missing_decide_nothing() {
    ran(WorkPlace.OTHER_CLASS, 1, WorkPhase.FIRST_REQUEST, WorkPhase.INIT);
    ran(WorkPlace.INTERFACE_WITH_DEFAULT, 2, WorkPhase.INIT, WorkPhase.INIT);

    assertEquals(Map.of(JDK, UNDECIDED), judgements(conclusions(), "field of another class"));
    assertEquals(Map.of(JDK, UNDECIDED), judgements(conclusions(), "An interface with a default"));
    assertTrue(
        conclusions().verdicts().stream()
            .flatMap(verdict -> verdict.answers().stream())
            .anyMatch(answer ->
                answer
                    .evidence()
                    .endsWith(WorkPlace.INTERFACE_WITHOUT_DEFAULT.words() + ": not measured")));
  }

  @Test
  void one_place_that_runs_elsewhere_is_enough_to_refute() {
    ran(WorkPlace.INTERFACE_WITHOUT_DEFAULT, 2, WorkPhase.INIT);

    assertEquals(Map.of(JDK, NO_LONGER), judgements(conclusions(), "An interface with a default"));
  }

  @Test
  void places_are_told_in_the_order_in_which_they_ran() {
    ran(WorkPlace.STATIC_INITIALISER, 2, WorkPhase.INIT);
    ran(WorkPlace.SUPERCLASS, 1, WorkPhase.INIT);
    ran(WorkPlace.CONSTANT, 0, WorkPhase.NEVER);
    ran(WorkPlace.HANDLER, 3, WorkPhase.EVERY_REQUEST);

    Table when = conclusions().tables().getFirst();

    assertEquals(WorkPlace.SUPERCLASS.words(), when.rows().get(0).name());
    assertEquals(new Entry.Words("1, init"), when.rows().get(0).entries().getFirst());
    assertEquals(WorkPlace.STATIC_INITIALISER.words(), when.rows().get(1).name());
    assertEquals(new Entry.Words("3, every request"), when.rows().get(2).entries().getFirst());
    assertTrue(
        when.rows().stream()
            .anyMatch(row ->
                row.name().equals(WorkPlace.CONSTANT.words())
                    && row.entries().getFirst().equals(new Entry.Words("never"))));
  }

  @Test
  void the_cpu_share_decides_only_where_it_is_limited() {
    Case subject = InitFunction.ALL_PLACES.on(JDK);
    made.with(subject, WorkSteps.WORK_IN_INIT, 10, 11, 10)
        .with(subject, WorkSteps.WORK_IN_REQUEST, 10, 11, 11);

    assertEquals(Map.of(JDK, UNDECIDED), judgements(conclusions(), "several times as long"));

    made.with(subject, InitFunction.VCPUS, 0.14, 0.14, 0.14);
    assertEquals(Map.of(JDK, NO_LONGER), judgements(conclusions(), "several times as long"));

    made.with(subject, WorkSteps.WORK_IN_REQUEST, 62, 70, 66);
    assertEquals(Map.of(JDK, HOLDS), judgements(conclusions(), "several times as long"));
  }

  @Test
  void a_client_in_a_static_field_is_compared_with_the_others() {
    took(InitFunction.CLIENT_IN_HANDLER, true, 1_000, 1_100, 900);
    took(InitFunction.CLIENT_IN_STATIC_FIELD, true, 500, 520, 500);
    took(InitFunction.CLIENT_IN_CONSTRUCTOR, true, 510, 500, 530);

    assertEquals(Map.of(JDK, HOLDS), judgements(conclusions(), "at least a fifth shorter"));
    assertEquals(Map.of(JDK, HOLDS), judgements(conclusions(), "does not matter"));
  }

  @Test
  void what_was_not_measured_decides_nothing() {
    took(InitFunction.CLIENT_IN_HANDLER, true, 1_000, 1_100, 900);

    assertTrue(
        conclusions().verdicts().stream()
            .flatMap(verdict -> verdict.answers().stream())
            .allMatch(answer -> answer.judgement() == UNDECIDED));
  }
}
