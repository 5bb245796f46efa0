package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantResultBuilder;
import thaw.experiment.gate.GateResult;
import thaw.report.Results;

class HeadlineTest {
  @Test
  void the_fastest_is_held_against_the_baseline() {
    assertEquals(
        "Fast answers in 103 ms, 8.90 times as fast as Base (8.67 to 9.15)."
            + " Most of its time is the first invocation.",
        headline(variant("Base", 10, 900, 6), variant("Fast", 10, 90, 6)));
  }

  @Test
  void of_three_the_middle_one_is_held_against_the_baseline_too() {
    assertEquals(
        "with fix in a package answers in 103 ms, 8.90 times as fast as the function as it is (8.67"
            + " to 9.15). with fix as deployed answers in 563 ms, 1.62 times as fast as the function"
            + " as it is (1.61 to 1.63). Most of its time is the first invocation.",
        headline(
            variant("as it is", 10, 900, 6),
            variant("with fix as deployed", 10, 550, 6),
            variant("with fix in a package", 10, 90, 6)));
  }

  @Test
  void a_baseline_that_is_the_fastest_is_held_against_the_slowest() {
    assertEquals(
        "Base answers in 1.90 s, 1.47 times as fast as Slow (1.47 to 1.48)."
            + " Most of its time is init.",
        headline(variant("Base", 1_800, 95, 6), variant("Slow", 2_700, 95, 6)));
  }

  @Test
  void a_baseline_that_does_next_to_nothing_is_not_what_others_are_held_against() {
    assertEquals(
        "Primed answers in 705 ms, 3.85 times as fast as Lazy (3.83 to 3.87)."
            + " Most of its time is init. Only the baseline Hello is faster: 24.5 ms.",
        headline(
            variant("Hello", 20, 2, 6),
            variant("Lazy", 110, 2_600, 6),
            variant("Primed", 500, 202, 6)));
  }

  @Test
  void of_two_variants_the_faster_one_is_never_left_out() {
    assertTrue(
        headline(variant("Hello", 20, 2, 6), variant("Lazy", 110, 2_600, 6))
            .startsWith("Hello answers in 24.5 ms, 111 times as fast as Lazy"));
  }

  @Test
  void those_that_may_be_as_fast_are_named() {
    assertTrue(
        headline(
                variant("Base", 10, 900, 6), variant("One", 10, 90, 6), variant("Other", 10, 91, 6))
            .contains(" times as fast as Base (8.67 to 9.15). Other may be as fast. "));
  }

  @Test
  void what_samples_do_not_prove_is_not_claimed() {
    assertEquals(
        "One answers in 103 ms, Base in 104 ms: that may be chance (p = 0.42)."
            + " Most of its time is the first invocation.",
        headline(variant("Base", 10, 91, 6), variant("One", 10, 90, 6)));
    assertTrue(
        headline(variant("Base", 10, 900, 3), variant("Fast", 10, 90, 3))
            .startsWith(
                "Fast answers in 101 ms, Base in 911 ms. So few samples prove no difference: take"
                    + " 4 or more of each."));
  }

  @Test
  void a_difference_whose_size_one_outlier_leaves_open_is_not_called_chance() {
    String text = headline(variant("Slow", 10, 600, 8), variant("Fast", 10, 200, 8, 500));
    assertTrue(
        text.startsWith(
            "Fast answers in 214 ms, Slow in 614 ms: faster (p = 0.010), but by how much so few"
                + " samples do not tell (0.85 to "),
        text);
  }

  @Test
  void no_phase_takes_most_of_the_time_where_the_intervals_overlap() {
    assertEquals("Only answers in 203 ms.", headline(variant("Only", 100, 100, 6)));
  }

  @Test
  void a_variant_without_a_figure_is_no_part_of_it() {
    assertEquals(
        "No variant has a sample that did not fail.", headline(Results.allFailed("Broken", 6)));
    assertEquals(
        "Base answers in 103 ms. Most of its time is the first invocation.",
        headline(variant("Base", 10, 90, 6), Results.allFailed("Broken", 6)));
  }

  @Test
  void durations_have_no_more_digits_than_they_are_worth() {
    assertEquals(
        List.of("0.92 ms", "87.3 ms", "705 ms", "1.00 s", "9.99 s", "23.6 s"),
        DoubleStream.of(0.921, 87.32, 705.4, 999.6, 9_994, 23_600)
            .mapToObj(Headline::duration)
            .toList());
  }

  private static String changed(VariantResult... variants) {
    GateResult gate = new GateResult("base", true, List.of(), List.of(), List.of());
    return Headline.of(
            new ExperimentResult("any", Results.GOOD_HOST, List.of(), List.of(variants), List.of()),
            Optional.of(gate))
        .text();
  }

  @Test
  void of_two_builds_it_says_first_what_the_change_did() {
    VariantResult slow = variant("Hello (base)", 100, 400, 6);
    VariantResult fast = variant("Hello", 50, 200, 6);
    String faster = changed(slow, fast);
    assertTrue(faster.startsWith("Your change is 1.99 times as fast ("), faster);
    assertTrue(faster.endsWith("): Hello answers in 253 ms, before in 503 ms."), faster);
    String slower = changed(variant("Hello (base)", 50, 200, 6), variant("Hello", 100, 400, 6));
    assertTrue(slower.startsWith("Your change takes 1.99 times as long ("), slower);
    String alike = changed(variant("Hello (base)", 50, 200, 6), variant("Hello", 50, 201, 6));
    assertTrue(alike.startsWith("No difference is proved: Hello answers in "), alike);
  }

  private static String headline(VariantResult... variants) {
    return Headline.of(
            new ExperimentResult("any", Results.GOOD_HOST, List.of(), List.of(variants), List.of()))
        .text();
  }

  /** Each sample takes a millisecond more than the one before. */
  private static VariantResult variant(String name, double init, double first, int count) {
    return variant(name, init, first, count, 0);
  }

  /** The last sample takes so much more. */
  private static VariantResult variant(
      String name, double init, double first, int count, double outlier) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<Metric, Double> values = new EnumMap<>(Metric.class);
      values.put(Metric.INIT, init + i);
      double more = i == count - 1 ? outlier : 0;
      values.put(Metric.HANDLER, first + i / 2.0 + more);
      values.put(Metric.TOTAL, init + first + i + more);
      samples.add(new Sample(name, i + 1, Instant.EPOCH.plusSeconds(i), values, null));
    }
    Map<Metric, Distribution> distributions = new EnumMap<>(Metric.class);
    for (Metric metric : List.of(Metric.INIT, Metric.HANDLER, Metric.TOTAL)) {
      distributions.put(
          metric,
          Distribution.of(
              samples.stream()
                  .mapToDouble(sample -> sample.values().getOrDefault(metric, Double.NaN))
                  .toArray()));
    }
    return VariantResultBuilder.builder()
        .name(name)
        .description("")
        .codeSha256("")
        .jdk("Temurin 25.0.3+9")
        .start("plain")
        .beginning(Metric.INIT)
        .samples(samples)
        .distributions(distributions)
        .build();
  }
}
