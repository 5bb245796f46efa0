package thaw.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import thaw.stats.PowerLaw;

class LambdaModelTest {
  private static ModelPair pair(String source, ModelPhase phase, double local, double lambda) {
    String function = "Takes" + Math.round(local);
    return new ModelPair(source, "shop", function, "java25", 25, 512, phase, local, lambda, true);
  }

  private static List<ModelPair> twice(String source, double... locals) {
    List<ModelPair> pairs = new ArrayList<>();
    for (double local : locals) {
      pairs.add(pair(source, ModelPhase.TOTAL, local, 2 * local));
    }
    return pairs;
  }

  @Test
  void a_phase_has_a_line_of_its_own_pairs_and_none_with_too_few() {
    List<ModelPair> pairs = new ArrayList<>(twice("a", 100, 200, 300));
    pairs.add(pair("a", ModelPhase.FIRST, 10, 90));
    LambdaModel model = LambdaModel.of(pairs);
    assertEquals(500, model.expected(ModelPhase.TOTAL, 250).orElseThrow().millis(), 1e-6);
    assertTrue(model.expected(ModelPhase.FIRST, 10).isEmpty());
  }

  @Test
  void a_pair_that_is_left_out_has_no_part_in_what_is_told_of_it() {
    List<ModelPair> pairs = new ArrayList<>(twice("a", 100, 200, 300));
    pairs.add(pair("a", ModelPhase.TOTAL, 150, 1_500));
    LeaveOut out = LeaveOut.onePair(pairs);
    LeaveOut.ToldPair odd = out.checks().getLast();
    assertEquals(300, odd.told().millis(), 1e-6);
    assertEquals(5, odd.error(), 1e-6);
    assertFalse(odd.isInside());
    assertEquals(5, out.worstError(), 1e-6);
    assertEquals(3, out.inside());
  }

  /** They share a line, and are of the same starts. */
  @Test
  void an_init_has_no_part_in_what_is_told_of_its_own_whole_start() {
    List<ModelPair> pairs = new ArrayList<>(twice("a", 100, 200, 300));
    ModelPair init =
        new ModelPair("b", "shop", "Odd", "java25", 25, 512, ModelPhase.INIT, 150, 1_500, true);
    ModelPair total =
        new ModelPair("b", "shop", "Odd", "java25", 25, 512, ModelPhase.TOTAL, 250, 2_500, true);
    pairs.add(init);
    pairs.add(total);
    LeaveOut out = LeaveOut.onePair(pairs).where(each -> each.source().equals("b"));
    assertEquals(300, out.checks().getFirst().told().millis(), 1e-6);
    assertEquals(500, out.checks().getLast().told().millis(), 1e-6);
    ModelPair larger =
        new ModelPair("b", "shop", "Odd", "java25", 25, 1024, ModelPhase.TOTAL, 250, 2_500, true);
    pairs.set(4, larger);
    assertTrue(
        LeaveOut.onePair(pairs).checks().getLast().told().millis() > 501, "another memory size");
  }

  @Test
  void pairs_of_the_same_source_are_left_out_together() {
    List<ModelPair> pairs = new ArrayList<>(twice("a", 100, 200, 300));
    pairs.add(pair("b", ModelPhase.TOTAL, 100, 1_000));
    LeaveOut out = LeaveOut.oneSource(pairs);
    assertEquals(List.of("b"), out.checks().stream().map(each -> each.pair().source()).toList());
    assertEquals(3, out.untold().size());
  }

  @Test
  void a_pair_that_is_not_fitted_moves_no_line() {
    List<ModelPair> pairs = new ArrayList<>(twice("a", 100, 200, 300, 400));
    ModelPair odd =
        new ModelPair("old", "shop", "Create", "java8", 25, 512, ModelPhase.TOTAL, 100, 900, false);
    pairs.add(odd);
    assertEquals(
        400, LambdaModel.of(pairs).expected(ModelPhase.TOTAL, 200).orElseThrow().millis(), 1e-6);
    LeaveOut out = LeaveOut.onePair(pairs);
    assertEquals(
        List.of(odd),
        out.where(each -> !each.fitted()).checks().stream().map(LeaveOut.ToldPair::pair).toList());
    assertEquals(4, out.where(ModelPair::fitted).checks().size());
  }

  @Test
  void own_pairs_move_only_the_lines_of_their_phases() {
    List<ModelPair> pairs = new ArrayList<>(twice("a", 100, 200, 300));
    for (double local : new double[] {10, 20, 30}) {
      pairs.add(pair("a", ModelPhase.FIRST, local, 3 * local));
    }
    LambdaModel own =
        LambdaModel.of(pairs).calibrated(List.of(pair("own", ModelPhase.TOTAL, 100, 700)));
    assertEquals(1_400, own.expected(ModelPhase.TOTAL, 200).orElseThrow().millis(), 1e-6);
    assertEquals(60, own.expected(ModelPhase.FIRST, 20).orElseThrow().millis(), 1e-6);
  }

  @Test
  void pairs_of_ones_own_that_agree_make_no_interval_narrower_and_those_that_differ_a_wider_one() {
    List<ModelPair> pairs = new ArrayList<>();
    for (double local : new double[] {100, 200, 300}) {
      pairs.add(pair("a", ModelPhase.TOTAL, local, 2 * local));
      pairs.add(pair("b", ModelPhase.TOTAL, local, 3 * local));
    }
    LambdaModel published = LambdaModel.of(pairs);
    LambdaEstimate agreeing =
        published
            .calibrated(twice("own", 100, 150, 200))
            .expected(ModelPhase.TOTAL, 150)
            .orElseThrow();
    assertTrue(agreeing.low() < agreeing.millis() && agreeing.millis() < agreeing.high());
    LambdaModel differing =
        published.calibrated(
            List.of(
                pair("own", ModelPhase.TOTAL, 100, 100),
                pair("own", ModelPhase.TOTAL, 110, 1_100),
                pair("own", ModelPhase.TOTAL, 120, 12_000)));
    LambdaEstimate wide = differing.expected(ModelPhase.TOTAL, 110).orElseThrow();
    assertTrue(wide.high() / wide.low() > agreeing.high() / agreeing.low());
  }

  /** Of the same starts: they would move two lines apart. */
  @Test
  void no_init_is_told_to_be_longer_than_its_start_with_pairs_of_ones_own_either() {
    List<ModelPair> own =
        List.of(
            pair("own", ModelPhase.INIT, 400, 2_400), pair("own", ModelPhase.TOTAL, 900, 2_700));
    LambdaModel model = LambdaModel.of(twice("a", 100, 200, 300, 900)).calibrated(own);
    for (double total = 30; total < 3_000; total *= 1.1) {
      double whole = model.expected(ModelPhase.TOTAL, total).orElseThrow().millis();
      assertTrue(model.expected(ModelPhase.INIT, total).orElseThrow().millis() <= whole);
    }
    LambdaModel initsAlone =
        LambdaModel.of(twice("a", 100, 200, 300)).calibrated(own.subList(0, 1));
    assertEquals(
        initsAlone.expected(ModelPhase.INIT, 100), initsAlone.expected(ModelPhase.TOTAL, 100));
  }

  @Test
  void every_published_figure_has_a_source_and_every_source_a_figure() {
    PublishedStarts published = PublishedStarts.read();
    Set<String> named =
        published.cells().stream().map(PublishedStarts.Cell::source).collect(Collectors.toSet());
    Set<String> known =
        new HashSet<>(published.sources().stream().map(PublishedStarts.Source::id).toList());
    assertEquals(known, named);
    published.cells().forEach(each -> assertTrue(each.lambdaMillis() > 0, each.toString()));
  }

  @Test
  void lines_go_through_figures_of_the_statistic_of_their_phase() {
    PublishedStarts published = PublishedStarts.read();
    for (PublishedStarts.Cell cell : published.cells()) {
      if (published.pair(cell, 1).fitted()) {
        assertEquals(cell.phase().statistic(), cell.statistic(), cell.toString());
      }
    }
  }

  @Test
  void the_pairs_are_those_of_the_published_figures() {
    PublishedStarts published = PublishedStarts.read();
    ModelFile file = ModelFile.read();
    for (ModelPair each : file.pairs()) {
      PublishedStarts.Cell cell =
          published.cells().stream().filter(any -> any.isOf(each)).findFirst().orElseThrow();
      assertEquals(each, published.pair(cell, each.statistic(), each.localMillis()));
      assertTrue(each.localMillis() > 0, each.toString());
      assertTrue(file.project(each.project()).isPresent(), "when and where: " + each);
    }
  }

  @Test
  void a_derived_figure_is_the_sum_of_init_and_first_invocation_of_the_same_source() {
    PublishedStarts published = PublishedStarts.read();
    List<PublishedStarts.Cell> derived =
        published.cells().stream().filter(PublishedStarts.Cell::derived).toList();
    assertFalse(derived.isEmpty());
    for (PublishedStarts.Cell cell : derived) {
      double sum =
          published.cells().stream()
              .filter(each -> each.isBeside(cell))
              .mapToDouble(PublishedStarts.Cell::lambdaMillis)
              .sum();
      assertEquals(sum, cell.lambdaMillis(), 0.01, cell.toString());
      assertFalse(published.pair(cell, 1).fitted(), "its starts are in two other pairs");
    }
  }

  @Test
  void a_derived_pair_is_told_without_those_that_it_is_made_of() {
    List<ModelPair> pairs = new ArrayList<>(twice("a", 100, 200, 300));
    pairs.add(
        new ModelPair("b", "hello", "Hi", "java25", 25, 128, ModelPhase.INIT, 100, 900, true));
    ModelPair sum =
        new ModelPair(
            "b",
            "hello",
            "Hi",
            "java25",
            25,
            128,
            ModelPhase.TOTAL,
            Statistic.MEDIAN,
            true,
            110,
            910,
            false);
    pairs.add(sum);
    LeaveOut.ToldPair told = LeaveOut.onePair(pairs).where(ModelPair::derived).checks().getFirst();
    assertEquals(220, told.told().millis(), 1e-6);
  }

  /** On a grid over all that the shipped lines reach, and beyond. */
  @Test
  void no_init_is_told_to_be_longer_than_the_start_that_it_is_a_part_of() {
    LambdaModel model = FittedModel.published().model();
    int compared = 0;
    for (double total = 5; total < 40_000; total *= 1.05) {
      for (double share = 0.02; share <= 1; share += 0.02) {
        Optional<LambdaEstimate> whole = model.expected(ModelPhase.TOTAL, total);
        Optional<LambdaEstimate> init = model.expected(ModelPhase.INIT, total * share);
        if (whole.isPresent() && init.isPresent()) {
          compared++;
          String where = "init %.0f of %.0f".formatted(total * share, total);
          assertTrue(init.get().millis() <= whole.get().millis(), where);
        }
      }
    }
    assertTrue(compared > 1_000, "pairs on the grid: " + compared);
  }

  @Test
  void inits_and_whole_starts_share_a_line_and_inits_alone_tell_no_whole_start() {
    List<ModelPair> inits = new ArrayList<>();
    for (double local : new double[] {50, 60, 70}) {
      inits.add(pair("a", ModelPhase.INIT, local, 3 * local));
    }
    assertTrue(LambdaModel.of(inits).expected(ModelPhase.TOTAL, 60).isEmpty());
    List<ModelPair> both = new ArrayList<>(inits);
    for (double local : new double[] {1_000, 2_000, 3_000}) {
      both.add(pair("a", ModelPhase.TOTAL, local, 2 * local));
    }
    LambdaModel model = LambdaModel.of(both);
    assertEquals(model.lines().get(ModelPhase.TOTAL), model.lines().get(ModelPhase.INIT));
  }

  @Test
  void far_from_all_pairs_of_a_phase_nothing_is_told() {
    LambdaModel model = LambdaModel.of(twice("a", 100, 200, 300));
    assertTrue(model.expected(ModelPhase.TOTAL, 1_199).isPresent());
    assertTrue(model.expected(ModelPhase.TOTAL, 1_201).isEmpty());
    assertTrue(model.expected(ModelPhase.TOTAL, 24).isEmpty());
  }

  @Test
  void sources_that_differ_widen_the_interval_and_those_that_agree_do_not() {
    List<ModelPair> agreeing = new ArrayList<>();
    List<ModelPair> differing = new ArrayList<>();
    int number = 0;
    for (String source : List.of("a", "b", "c")) {
      for (double local : new double[] {100, 200, 300}) {
        double noise = number++ % 2 == 0 ? 1.02 : 0.98;
        double ofSource = source.equals("b") ? 1.5 : 1;
        agreeing.add(pair(source, ModelPhase.TOTAL, local, 2 * noise * local));
        differing.add(pair(source, ModelPhase.TOTAL, local, 2 * noise * ofSource * local));
      }
    }
    assertTrue(width(differing) > 1.5 * width(agreeing));
    SourceSpread spread = LambdaModel.of(differing).sourceSpread().orElseThrow();
    assertEquals(3, spread.cases());
    assertEquals(2, spread.freedom(), "each is told by the others");
    // Without knowing the sources, the same deviations make a narrower interval.
    List<ModelPair> nameless =
        differing.stream()
            .map(each -> pair("all", ModelPhase.TOTAL, each.localMillis(), each.lambdaMillis()))
            .toList();
    assertTrue(width(differing) > width(nameless));
  }

  private static double width(List<ModelPair> pairs) {
    LambdaEstimate told = LambdaModel.of(pairs).expected(ModelPhase.TOTAL, 200).orElseThrow();
    return told.high() / told.low();
  }

  @Test
  void a_phase_of_one_source_has_the_spread_of_the_others() {
    List<ModelPair> pairs = new ArrayList<>();
    for (double local : new double[] {1, 2, 3}) {
      pairs.add(pair("a", ModelPhase.FIRST, local, 2 * local));
    }
    assertEquals(
        1, LambdaModel.of(pairs).line(ModelPhase.FIRST).orElseThrow().factor(2, 0.8), 1e-6);
    pairs.addAll(twice("a", 100, 200, 300));
    for (double local : new double[] {100, 200, 300}) {
      pairs.add(pair("b", ModelPhase.TOTAL, local, 3 * local));
    }
    LambdaModel model = LambdaModel.of(pairs);
    assertTrue(model.line(ModelPhase.FIRST).orElseThrow().factor(2, 0.8) > 1.5);
    assertEquals(1, model.sourceSpread().orElseThrow().freedom(), "two that tell each other");
    for (double local : new double[] {100, 200, 300}) {
      for (String source : List.of("a", "b")) {
        pairs.add(pair(source, ModelPhase.RESTORED, local, 4 * local));
      }
    }
    assertEquals(2, LambdaModel.of(pairs).sourceSpread().orElseThrow().freedom(), "of two phases");
  }

  @Test
  void sources_of_one_line_that_lie_farther_apart_than_others_widen_that_line_alone() {
    List<ModelPair> pairs = new ArrayList<>();
    List<ModelPair> alike = new ArrayList<>();
    Map<String, Double> factors = Map.of("a", 2.0, "b", 2.1, "c", 2.2, "d", 2.3, "e", 2.4);
    factors.forEach((source, factor) -> {
      for (double local : new double[] {100, 200, 300}) {
        pairs.add(pair(source, ModelPhase.TOTAL, local, factor * local));
        alike.add(pair(source, ModelPhase.RESTORED, local, factor * local));
      }
    });
    alike.addAll(pairs);
    for (double local : new double[] {100, 200, 300}) {
      pairs.add(pair("a", ModelPhase.RESTORED, local, 2 * local));
      pairs.add(pair("b", ModelPhase.RESTORED, local, 4 * local));
      pairs.add(pair("c", ModelPhase.RESTORED, local, 8 * local));
    }
    LambdaModel model = LambdaModel.of(pairs);
    SourceSpread restored = model.lineSpreads().get(ModelPhase.RESTORED);
    assertEquals(3, restored.cases());
    assertEquals(2, restored.freedom(), "each is told by the others");
    PowerLaw line = model.line(ModelPhase.RESTORED).orElseThrow();
    assertEquals(restored.spread(), line.spread(), 1e-9);
    SourceSpread all = model.sourceSpread().orElseThrow();
    assertTrue(restored.spread() > all.spread());
    assertEquals(
        all.spread(), model.line(ModelPhase.TOTAL).orElseThrow().spread(), 1e-9, "as before");
    LambdaModel agreeing = LambdaModel.of(alike);
    assertEquals(
        agreeing.line(ModelPhase.TOTAL).orElseThrow().factor(200, 0.8),
        agreeing.line(ModelPhase.RESTORED).orElseThrow().factor(200, 0.8),
        1e-9);
  }

  /** What the check found: one spread for all phases was too little for restores. */
  @Test
  void published_restores_are_told_by_their_own_sources_spread_which_holds_those_it_leaves_out() {
    LambdaModel model = FittedModel.published().model();
    assertEquals(
        model.lineSpreads().get(ModelPhase.RESTORED).spread(),
        model.line(ModelPhase.RESTORED).orElseThrow().spread(),
        1e-9);
    LeaveOut restores =
        FittedModel.published().withoutSource().where(each -> each.phase() == ModelPhase.RESTORED);
    int told = restores.checks().size();
    assertTrue(told >= 5, "told by other sources: " + told);
    assertTrue(restores.inside() >= LambdaModel.CONFIDENCE * told, restores.toString());
  }
}
