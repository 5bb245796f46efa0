package thaw.tuning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.experiment.ExperimentResult;

class SnapStartComparisonTest {
  private static SnapStartComparison comparison(ExperimentResult result) {
    return SnapStartComparison.of(result, LambdaPrices.published(LambdaPrices.X86_64));
  }

  private static SnapStartCase only(ExperimentResult result) {
    SnapStartComparison comparison = comparison(result);
    assertEquals(1, comparison.cases().size());
    return comparison.cases().getFirst();
  }

  private static List<SnapStartVerdict> verdicts(ExperimentResult result) {
    return only(result).gains().stream().map(SnapStartGain::verdict).toList();
  }

  @Test
  void shorter_starts_pay_longer_ones_hurt_and_equal_ones_do_not_pay() {
    assertEquals(
        List.of(SnapStartVerdict.PAYS, SnapStartVerdict.HURTS),
        verdicts(SnapStartSamples.of("java25", 6, 300, 2_000)));
    assertEquals(
        List.of(SnapStartVerdict.DOES_NOT_PAY, SnapStartVerdict.DOES_NOT_PAY),
        verdicts(SnapStartSamples.of("java25", 6, 1_000, 1_010)));
  }

  @Test
  void a_gain_is_told_in_time_and_money_with_its_interval() {
    SnapStartGain gain = only(SnapStartSamples.of("java25", 6, 300, 100)).gains().getFirst();
    assertEquals(700, gain.savedMillis().median(), 1e-6);
    assertTrue(gain.savedMillis().low() < 700 && gain.savedMillis().low() > 600);
    assertTrue(gain.savedMillis().high() > 700 && gain.savedMillis().high() < 800);
    // 0.7 s at 1 GB, a million times 0.0000166667 USD
    assertEquals(11.67, gain.savedUsdOfMillion().median(), 0.01);
  }

  @Test
  void restores_of_images_cost_money_that_can_be_more_than_the_saved_time() {
    SnapStartCase image = only(SnapStartSamples.of("", 6, 300, 100));
    SnapStartGain gain = image.gains().getFirst();
    assertEquals(SnapStartVerdict.PAYS, gain.verdict());
    assertEquals(11.67 - 139.80, gain.savedUsdOfMillion().median(), 0.01);
    assertEquals(3.90, image.cacheUsdOfMonth().orElseThrow(), 0.01);
    assertEquals(
        Optional.empty(), only(SnapStartSamples.of("java25", 6, 300, 100)).cacheUsdOfMonth());
  }

  @Test
  void restores_that_fail_are_no_gain_though_the_function_answers_after_an_invocation() {
    for (ExperimentResult result :
        List.of(SnapStartSamples.failing("no keys"), SnapStartSamples.answering(500))) {
      SnapStartCase failing = only(result);
      SnapStartFailure failure = failing.failure().orElseThrow();
      assertEquals("6 of 6 restores failed", failure.words());
      assertEquals(
          List.of(SnapStartPriming.EVENT),
          failing.gains().stream().map(SnapStartGain::priming).toList());
      assertFalse(comparison(result).isComplete());
      assertTrue(comparison(result).fails("Create snapshot"));
    }
    assertEquals(
        Optional.of("SdkClientException: no keys"),
        only(SnapStartSamples.failing("no keys")).failure().map(SnapStartFailure::cause));
    assertEquals(
        Optional.of("they answered 500"),
        only(SnapStartSamples.answering(500)).failure().map(SnapStartFailure::cause));
    assertEquals(Optional.empty(), only(SnapStartSamples.answering(200)).failure());
  }

  @Test
  void an_archive_in_place_of_a_snapshot_is_no_restore_and_gets_no_verdict() {
    SnapStartComparison comparison = comparison(SnapStartSamples.withoutSnapshots());
    assertFalse(comparison.isComplete());
    assertEquals(List.of(), comparison.cases().getFirst().gains());
    assertEquals(
        "Create snapshot: no snapshot was possible, it started from an archive",
        comparison.cases().getFirst().withoutFigures().getFirst());
    assertTrue(comparison(SnapStartSamples.of("java25", 6, 300, 100)).isComplete());
  }

  @Test
  void three_starts_tell_no_difference() {
    SnapStartComparison comparison = comparison(SnapStartSamples.of("java25", 3, 300, 100));
    assertFalse(comparison.isComplete());
    assertEquals(List.of(), comparison.cases().getFirst().gains());
  }

  @Test
  void a_host_that_bills_nothing_gives_no_verdict_and_is_not_told_as_failed_starts() {
    SnapStartComparison comparison = comparison(SnapStartSamples.unbilled());
    assertFalse(comparison.isComplete());
    assertEquals(List.of(), comparison.cases().getFirst().gains());
    assertEquals(
        List.of(
            "Create: this host cannot limit CPU time, so nothing is billed here (run as root or in a"
                + " delegated cgroup; thaw doctor says how)"),
        comparison.cases().getFirst().withoutFigures());
  }
}
