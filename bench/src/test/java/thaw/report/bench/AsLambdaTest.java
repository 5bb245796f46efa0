package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.VariantResult;
import thaw.experiment.VariantSetting;
import thaw.model.FittedModel;
import thaw.model.ModelFile;
import thaw.model.ModelPair;
import thaw.model.ModelPhase;
import thaw.report.Results;
import thaw.runtimeapi.log.Start;

class AsLambdaTest {
  /** Lambda takes twice the time in all phases but the restored one, of which it tells nothing. */
  private static FittedModel twice() {
    List<ModelPair> pairs = new ArrayList<>();
    for (ModelPhase phase : List.of(ModelPhase.INIT, ModelPhase.FIRST, ModelPhase.TOTAL)) {
      for (double local : new double[] {10, 1_000, 10_000}) {
        pairs.add(
            new ModelPair("a", "shop", "Create", "java25", 25, 512, phase, local, 2 * local, true));
      }
    }
    return FittedModel.of(
        new ModelFile(
            List.of(
                new ModelFile.MeasuredProject(
                    "shop", "AMD EPYC, 2 CPUs", "2026-11-24", 5, List.of())),
            pairs));
  }

  private static ExperimentResult petstore() {
    return Results.petstore(10, Results.GOOD_HOST, 3);
  }

  private static String rendered(int columns) {
    return AsLambda.render(petstore(), twice(), columns, false);
  }

  @Test
  void each_phase_has_what_the_model_tells_of_it() {
    List<LambdaRow> rows = AsLambda.rows(petstore(), twice());
    LambdaRow init = rows.getFirst();
    assertEquals("guice-sdk1", init.name());
    assertEquals(ModelPhase.INIT, init.phase());
    assertEquals(2 * init.localMillis(), init.expected().millis(), 1e-6);
  }

  private static List<LambdaRow> restored(List<LambdaRow> rows) {
    return rows.stream().filter(each -> each.name().startsWith("snapstart")).toList();
  }

  /** Its restored variant comes from a snapshot after a call. */
  private static ExperimentResult primed() {
    ExperimentResult all = petstore();
    return new ExperimentResult(
        all.title(),
        all.host(),
        all.method(),
        all.variants().stream()
            .map(each ->
                each.name().startsWith("snapstart")
                    ? each.withStart(Start.RESTORED_HOT.words())
                    : each)
            .toList(),
        all.warnings());
  }

  @Test
  void first_invocations_have_their_mean_as_the_published_ones_and_say_so() {
    double mean =
        petstore().variants().getFirst().samples().stream()
            .mapToDouble(each -> Objects.requireNonNull(each.values().get(Metric.HANDLER)))
            .average()
            .orElseThrow();
    LambdaRow first = AsLambda.rows(petstore(), twice()).get(1);
    assertEquals(ModelPhase.FIRST, first.phase());
    assertEquals(mean, first.localMillis(), 1e-6);
    assertTrue(rendered(100).contains("first invocation, mean"));
    JsonNode expected = AsLambda.json(petstore(), twice()).path("expected");
    assertEquals(
        List.of("median", "mean", "median"), expected.findValuesAsText("statistic").subList(0, 3));
  }

  @Test
  void what_makes_the_fit_less_sure_is_told_in_one_note_for_all_projects() {
    ModelFile published = ModelFile.read();
    ModelFile unsure =
        new ModelFile(
            published.projects().stream()
                .map(each ->
                    new ModelFile.MeasuredProject(
                        each.project(),
                        each.machine(),
                        each.measured(),
                        each.starts(),
                        List.of("the machine was busy", "programs changed")))
                .toList(),
            published.pairs());
    String text = AsLambda.render(petstore(), FittedModel.of(unsure), 300, false);
    int all = published.projects().size();
    assertTrue(text.contains("%d of %d projects less sure".formatted(all, all)), text);
    assertEquals(text.indexOf("of the fit: "), text.lastIndexOf("of the fit: "), text);
  }

  @Test
  void a_restored_variant_has_no_line_without_restored_pairs() {
    assertEquals(List.of(), restored(AsLambda.rows(primed(), twice())));
  }

  @Test
  void a_snapshot_that_no_call_came_before_is_untold_with_the_reason() {
    FittedModel published = FittedModel.published();
    assertEquals(1, restored(AsLambda.rows(primed(), published)).size());
    assertEquals(List.of(), restored(AsLambda.rows(petstore(), published)));
    String untold = AsLambda.json(petstore(), published).path("untold").toString();
    assertTrue(
        untold.contains(
            "snapstart-primed-crt. Thaw called nothing before its snapshot, and does not know what its own hooks call"),
        untold);
  }

  @Test
  void a_generated_priming_is_told_where_it_called_something() {
    ExperimentResult set =
        new ExperimentResult(
            "shop",
            Results.GOOD_HOST,
            List.of(),
            petstore().variants().stream()
                .map(each ->
                    each.withSetting(
                        Optional.of(new VariantSetting(512, "java25", Optional.empty()))))
                .toList(),
            List.of());
    FittedModel published = FittedModel.published();
    assertEquals(List.of(), restored(AsLambda.rows(set, published)));
    ExperimentResult called = set.withPrimed(Set.of("snapstart-primed-crt"));
    assertEquals(1, restored(AsLambda.rows(called, published)).size());
  }

  @Test
  void restores_of_an_account_tell_those_of_functions_as_they_are() {
    ModelPair own =
        new ModelPair("own", "", "Pay", "java25", 0, 512, ModelPhase.RESTORED, 100, 500, true);
    FittedModel calibrated = FittedModel.published().calibrated(List.of(own), List.of());
    assertEquals(1, restored(AsLambda.rows(petstore(), calibrated)).size());
  }

  @Test
  void a_restored_figure_comes_with_what_it_is_not() {
    String text = AsLambda.render(primed(), FittedModel.published(), 100, false);
    assertTrue(text.contains("restored: "), text);
    assertTrue(text.contains("did nothing") || text.contains("does nothing"), text);
  }

  @Test
  void the_machine_and_the_day_of_the_fit_are_named() {
    String text = rendered(100).replaceAll("\\s+", " ");
    assertTrue(text.contains("taken on 2026-11-24 on AMD EPYC"), text);
  }

  @Test
  void no_line_is_wider_than_the_terminal() {
    rendered(80).lines().forEach(line -> assertTrue(line.length() <= 80, line));
  }

  @Test
  void times_of_a_whole_machine_tell_nothing_of_lambda() {
    ExperimentResult unlimited = Results.petstore(10, Results.POOR_HOST, 3);
    String text = AsLambda.render(unlimited, twice(), 100, false);
    assertEquals(
        2, text.split("Nothing limits the CPU here", -1).length, "it is said once: " + text);
    JsonNode document = AsLambda.json(unlimited, twice());
    assertEquals(0, document.path("expected").size());
    assertTrue(document.at("/untold/0").asText().startsWith("Nothing limits the CPU here"));
  }

  @Test
  void without_a_figure_it_says_so() {
    ExperimentResult all = petstore();
    ExperimentResult none =
        new ExperimentResult(
            all.title(),
            all.host(),
            all.method(),
            all.variants().stream().map(each -> each.withSamples(List.of())).toList(),
            all.warnings());
    assertTrue(AsLambda.render(none, twice(), 80, false).contains("No variant has a figure"));
  }

  @Test
  void figures_of_an_account_are_counted_and_move_the_lines() {
    FittedModel own =
        twice()
            .calibrated(
                List.of(
                    new ModelPair(
                        "own", "", "Pay", "java25", 0, 512, ModelPhase.INIT, 100, 500, true)),
                List.of());
    LambdaRow init = AsLambda.rows(petstore(), own).getFirst();
    assertEquals(5 * init.localMillis(), init.expected().millis(), 1e-6);
    String text = AsLambda.render(petstore(), own, 100, false).replaceAll("\\s+", " ");
    assertTrue(
        text.contains(
            "Of init, init and first invocation its factors are those of 1 figure of your own"
                + " account."),
        text);
  }

  @Test
  void a_whole_start_is_the_sum_of_init_and_first_invocation_as_lambda_reports_it() {
    List<LambdaRow> rows = AsLambda.rows(petstore(), twice());
    double sum =
        Distribution.of(
                petstore().variants().getFirst().samples().stream()
                    .mapToDouble(each -> each.beginningAndFirstMillis().orElseThrow())
                    .toArray())
            .p50();
    LambdaRow total = rows.get(2);
    assertEquals(ModelPhase.TOTAL, total.phase());
    assertEquals(sum, total.localMillis(), 1e-6);
  }

  @Test
  void a_start_from_an_archive_of_the_functions_classes_is_left_out_with_the_reason() {
    ExperimentResult plain = petstore();
    List<VariantResult> variants = new ArrayList<>(plain.variants());
    variants.set(0, variants.getFirst().withStart(Start.AOT.words()));
    ExperimentResult result =
        new ExperimentResult(
            plain.title(), plain.host(), plain.method(), variants, plain.warnings());
    assertTrue(
        AsLambda.rows(result, twice()).stream()
            .noneMatch(each -> each.name().equals("guice-sdk1")));
    String text = AsLambda.render(result, twice(), 100, false).replaceAll("\\s+", " ");
    assertTrue(text.contains("no figure: guice-sdk1. It starts from an archive"), text);
  }

  @Test
  void a_time_far_from_those_of_the_pairs_is_left_out_with_the_reason() {
    List<ModelPair> few = new ArrayList<>();
    for (double local : new double[] {1, 2, 3}) {
      few.add(
          new ModelPair(
              "a", "shop", "Create", "java25", 25, 512, ModelPhase.FIRST, local, local, true));
    }
    FittedModel narrow = FittedModel.of(new ModelFile(List.of(), few));
    String text = AsLambda.render(petstore(), narrow, 100, false).replaceAll("\\s+", " ");
    assertTrue(text.contains("no figure: first invocation of guice-sdk1"), text);
    assertTrue(text.contains("take 1.0 to 3.0 ms here"), text);
  }

  @Test
  void what_no_other_source_has_checked_is_said_of_each_phase() {
    List<ModelPair> pairs = new ArrayList<>(twice().file().pairs());
    for (double local : new double[] {100, 1_000, 10_000}) {
      pairs.add(
          new ModelPair(
              "b", "shop", "Create", "java25", 25, 512, ModelPhase.TOTAL, local, 2 * local, true));
    }
    FittedModel fitted = FittedModel.of(new ModelFile(List.of(), pairs));
    String text = AsLambda.render(petstore(), fitted, 200, false).replaceAll("\\s+", " ");
    assertTrue(text.contains("(of init 2 of 2, of init and first invocation 5 of 5)."), text);
    assertTrue(
        text.contains("Of first invocation no figure could be told by another source"), text);
    JsonNode phases = AsLambda.json(petstore(), fitted).at("/withoutSource/phases");
    assertEquals(List.of("init", "first", "total"), phases.findValuesAsText("phase"));
    assertEquals(List.of("2", "0", "5"), phases.findValuesAsText("told"));
  }

  @Test
  void how_often_the_interval_holds_of_a_source_that_was_left_out_is_counted() {
    FittedModel published = FittedModel.published();
    long inside = published.withoutSource().inside();
    int told = published.withoutSource().checks().size();
    String text = AsLambda.render(petstore(), published, 200, false).replaceAll("\\s+", " ");
    assertTrue(
        text.contains(
            "It held %d of %d published figures that were told by other sources alone"
                .formatted(inside, told)),
        text);
  }
}
