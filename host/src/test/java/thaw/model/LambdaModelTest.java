package thaw.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LambdaModelTest {
  private static ModelPair pair(String source, ModelPhase phase, double local, double lambda) {
    return new ModelPair(source, "shop", "Create", "java25", 25, 512, phase, local, lambda, true);
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
    pairs.add(pair("a", ModelPhase.INIT, 10, 90));
    LambdaModel model = LambdaModel.of(pairs);
    assertEquals(500, model.expected(ModelPhase.TOTAL, 250).orElseThrow().millis(), 1e-6);
    assertTrue(model.expected(ModelPhase.INIT, 10).isEmpty());
  }

  @Test
  void a_pair_that_is_left_out_has_no_part_in_what_is_told_of_it() {
    List<ModelPair> pairs = new ArrayList<>(twice("a", 100, 200, 300));
    pairs.add(pair("a", ModelPhase.TOTAL, 100, 1_000));
    LeaveOut out = LeaveOut.onePair(pairs);
    LeaveOut.ToldPair odd = out.checks().getLast();
    assertEquals(200, odd.told().millis(), 1e-6);
    assertEquals(5, odd.error(), 1e-6);
    assertFalse(odd.isInside());
    assertEquals(5, out.worstError(), 1e-6);
    assertEquals(3, out.inside());
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
        List.of(odd), out.where(false).checks().stream().map(LeaveOut.ToldPair::pair).toList());
    assertEquals(4, out.where(true).checks().size());
  }

  @Test
  void own_pairs_move_only_the_lines_of_their_phases() {
    List<ModelPair> pairs = new ArrayList<>(twice("a", 100, 200, 300));
    for (double local : new double[] {10, 20, 30}) {
      pairs.add(pair("a", ModelPhase.INIT, local, 3 * local));
    }
    LambdaModel own =
        LambdaModel.of(pairs).calibrated(List.of(pair("own", ModelPhase.TOTAL, 100, 700)));
    assertEquals(1_400, own.expected(ModelPhase.TOTAL, 200).orElseThrow().millis(), 1e-6);
    assertEquals(60, own.expected(ModelPhase.INIT, 20).orElseThrow().millis(), 1e-6);
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
  void the_pairs_are_those_of_the_published_figures() {
    PublishedStarts published = PublishedStarts.read();
    Set<ModelPair> known =
        published.cells().stream().map(each -> published.pair(each, 0)).collect(Collectors.toSet());
    for (ModelPair each : ModelFile.read().pairs()) {
      assertTrue(
          known.contains(
              new ModelPair(
                  each.source(),
                  each.project(),
                  each.function(),
                  each.runtime(),
                  each.jdk(),
                  each.memoryMiB(),
                  each.phase(),
                  0,
                  each.lambdaMillis(),
                  each.fitted())),
          each.toString());
      assertTrue(each.localMillis() > 0, each.toString());
    }
  }
}
