package thaw.tuning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Warning;

class TuningTest {
  private static final LambdaPrices PRICES = LambdaPrices.published(LambdaPrices.X86_64);
  private static final TuneMix HALF = new TuneMix(0.5, 0.5);

  private static Tuning tuning(TuneMix mix, String architecture) {
    return Tuning.of(TuneSamples.overMemory(6), LambdaPrices.published(architecture), mix);
  }

  private static Tuning restored(String runtime) {
    return Tuning.of(TuneSamples.of(runtime, true, 3, 1024), PRICES, HALF);
  }

  private static WeighedSize first(Tuning tuning, TuneRequests requests) {
    return tuning.curves().getFirst().of(requests).sizes().getFirst();
  }

  private static Optional<Double> monthUsd(Tuning tuning) {
    return tuning.curves().getFirst().measured().getFirst().cacheUsdOfMonth();
  }

  @Test
  void a_function_has_one_curve_over_its_sizes_from_the_smallest_on() {
    List<TuneCurve> curves = tuning(HALF, LambdaPrices.X86_64).curves();
    assertEquals(List.of("Create"), curves.stream().map(TuneCurve::name).toList());
    assertEquals(
        List.of(128, 512, 1024),
        curves.getFirst().measured().stream().map(TunePoint::memoryMiB).toList());
  }

  @Test
  void a_size_with_one_environment_has_a_warning_as_its_costs_have_no_interval() {
    ExperimentResult once = TuneSamples.overMemory(1);
    Tuning tuning = Tuning.of(once, PRICES, HALF);
    Warning warning = tuning.warned(once).warnings().getFirst();
    assertTrue(
        warning.evidence().contains("Create at 128 MB, Create at 512 MB"), warning::evidence);
    assertTrue(warning.remedy().contains("--runs"), warning::remedy);
    ExperimentResult often = TuneSamples.overMemory(2);
    assertEquals(often, tuning(HALF, LambdaPrices.X86_64).warned(often));
  }

  @Test
  void a_cold_start_costs_its_billed_time_and_its_request() {
    WeighedSize at1024 =
        tuning(HALF, LambdaPrices.X86_64)
            .curves()
            .getFirst()
            .of(TuneRequests.COLD)
            .sizes()
            .getLast();
    // 300 ms billed at 1 GB: 1e6 x 0.3 GB-s x 0.0000166667 + 0.20
    assertEquals(5.20, at1024.usdOfMillion().mean(), 0.001);
  }

  /** Three of four starts of 100 ms and one of 900 ms: a million are billed 300,000 s. */
  @Test
  void a_million_cold_starts_cost_their_sum_with_the_slow_ones() {
    Tuning tuning = Tuning.of(TuneSamples.billed(100, 100, 100, 900), PRICES, HALF);
    WeighedSize size = first(tuning, TuneRequests.COLD);
    assertEquals(5.20, size.usdOfMillion().mean(), 0.001);
    assertEquals(1.87, size.usdOfMillion().median(), 0.01);
    assertEquals(100, size.millis().median());
    assertEquals(PRICES.millionRequests(), size.usdOfMillion().low(), 1e-9, "nothing costs less");
    assertTrue(size.usdOfMillion().high() > 3 * size.usdOfMillion().median());
  }

  @Test
  void warm_invocations_are_billed_in_whole_milliseconds_each() {
    Tuning tuning = tuning(HALF, LambdaPrices.X86_64);
    TunePoint point = tuning.curves().getFirst().measured().getLast();
    // 2.2 and 3.4 ms are billed as 3 and 4
    assertEquals(2.8, point.warmMillis().p50(), 1e-9);
    assertEquals(3.5, point.warmBilledMillis().p50(), 1e-9);
  }

  @Test
  void all_requests_have_their_share_of_cold_ones() {
    Tuning tuning = tuning(new TuneMix(0.25, 0.5), LambdaPrices.X86_64);
    double cold = first(tuning, TuneRequests.COLD).millis().median();
    double warm = first(tuning, TuneRequests.WARM).millis().median();
    assertEquals(
        0.25 * cold + 0.75 * warm, first(tuning, TuneRequests.ALL).millis().median(), 1e-9);
  }

  @Test
  void time_on_arm64_costs_less_and_requests_the_same() {
    double x86 = first(tuning(HALF, LambdaPrices.X86_64), TuneRequests.COLD).usdOfMillion().mean();
    double arm = first(tuning(HALF, LambdaPrices.ARM64), TuneRequests.COLD).usdOfMillion().mean();
    assertEquals(0.8, (arm - 0.20) / (x86 - 0.20), 0.001);
  }

  @Test
  void restores_of_managed_java_runtimes_cost_nothing_more_and_those_of_images_by_memory() {
    Tuning managed = restored("java25");
    Tuning image = restored("");
    double more =
        first(image, TuneRequests.COLD).usdOfMillion().mean()
            - first(managed, TuneRequests.COLD).usdOfMillion().mean();
    assertEquals(139.80, more, 0.01); // a million GB
    assertEquals(3.90, monthUsd(image).orElseThrow(), 0.01);
    assertEquals(Optional.empty(), monthUsd(managed));
  }

  @Test
  void warm_requests_pay_no_restore() {
    assertEquals(
        first(restored("java25"), TuneRequests.WARM).usdOfMillion(),
        first(restored(""), TuneRequests.WARM).usdOfMillion());
  }

  @Test
  void a_size_whose_starts_all_failed_has_no_figure_and_is_named() {
    Tuning tuning = Tuning.of(TuneSamples.withFailed(), PRICES, HALF);
    assertFalse(tuning.isComplete());
    assertEquals(List.of("Create 64 MB"), tuning.curves().getFirst().withoutFigures());
    assertTrue(tuning(HALF, LambdaPrices.X86_64).isComplete());
  }

  @Test
  void a_function_without_figures_has_no_best_size() {
    Tuning tuning = Tuning.of(TuneSamples.onlyFailed(), PRICES, HALF);
    assertEquals(List.of(), tuning.curves().getFirst().of(TuneRequests.ALL).best());
  }
}
