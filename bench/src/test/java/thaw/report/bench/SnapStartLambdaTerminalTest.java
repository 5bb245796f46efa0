package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.experiment.Warning;
import thaw.model.FittedModel;
import thaw.model.LambdaModel;
import thaw.model.ModelFile;
import thaw.model.ModelPair;
import thaw.model.ModelPhase;
import thaw.model.PublishedRestores;
import thaw.report.Results;
import thaw.tuning.LambdaPrices;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartPriming;
import thaw.tuning.SnapStartSamples;

class SnapStartLambdaTerminalTest {
  private static String rendered(ExperimentResult result, int columns) {
    return SnapStartLambdaTerminal.render(
        SnapStartComparison.of(result, LambdaPrices.published("x86_64")),
        result,
        FittedModel.published(),
        columns,
        false);
  }

  @Test
  void a_slow_function_gains_where_it_is_often_restored_and_has_a_bound_for_first_restores() {
    String text = rendered(SnapStartSamples.of("java25", 6, 2_000, 800, 100), 200);
    assertTrue(text.contains("restored often, primed with the event: "), text);
    assertTrue(text.contains("; it pays, by "), text);
    assertTrue(text.contains(" USD ("), text);
    assertTrue(text.contains("at least "), text);
    assertTrue(text.contains(") at most"), text);
    assertTrue(text.contains(" of java21 at"), "the runtime next to java25: " + text);
  }

  @Test
  void what_it_saves_on_a_busy_machine_says_so_in_the_same_sentence() {
    ExperimentResult idle = SnapStartSamples.of("java25", 6, 2_000, 800, 100);
    String text =
        rendered(
            idle.warned(List.of(new Warning("others", "1.7 of 2 CPUs", "close them", true, false))),
            1000);
    assertTrue(
        text.lines()
            .filter(line -> line.contains("; it pays, by "))
            .allMatch(line -> line.contains("have the time of other programs in them")),
        text);
  }

  @Test
  void a_function_that_starts_at_once_is_hurt_by_its_first_restore() {
    String text = rendered(SnapStartSamples.of("java17", 6, 30, 60, 40), 200);
    assertTrue(text.contains("; it hurts, by at least "), text);
  }

  private static SnapStartOutlook outlook(String runtime) {
    ExperimentResult result = SnapStartSamples.of(runtime, 6, 2_000, 800, 100);
    return SnapStartOutlook.all(
            SnapStartComparison.of(result, LambdaPrices.published("x86_64")),
            result,
            FittedModel.published())
        .getFirst();
  }

  @Test
  void what_is_saved_is_the_difference_of_both_estimates_and_its_price() {
    SnapStartOutlook expected = outlook("java25");
    SnapStartOutlook.OftenRestored often = expected.often().getLast();
    double saved = expected.plainMillis().millis() - often.restoredMillis().millis();
    assertEquals(saved, often.savedMillis().expected(), 1e-9);
    assertEquals(
        expected.plainMillis().low() - often.restoredMillis().high(),
        often.savedMillis().low(),
        1e-9);
    // At 1 GB a ms of a million starts costs 0.0166667 USD.
    assertEquals(saved * 0.0166667, often.savedUsdOfMillion().expected(), 1e-3);
    assertTrue(expected.firstSavedMillis().expected() < saved, "it reads its snapshot from afar");
  }

  @Test
  void what_is_not_primed_has_no_figure_of_frequent_restores() {
    assertEquals(
        List.of(SnapStartPriming.EVENT),
        outlook("java25").often().stream().map(SnapStartOutlook.OftenRestored::priming).toList());
  }

  /** As the model's pairs are: {@code REPORT} has no time from start to response. */
  @Test
  void what_is_told_is_of_init_and_first_invocation_and_not_of_the_time_to_the_response() {
    ExperimentResult whole = SnapStartSamples.of("java25", 6, 2_000, 800, 100);
    ExperimentResult parts =
        new ExperimentResult(
            whole.title(),
            whole.host(),
            whole.method(),
            whole.variants().stream()
                .map(variant ->
                    variant.withSamples(
                        variant.samples().stream()
                            .map(sample -> sample.withValues(halves(sample.values())))
                            .toList()))
                .toList(),
            List.of());
    SnapStartComparison comparison =
        SnapStartComparison.of(parts, LambdaPrices.published("x86_64"));
    double sum = comparison.cases().getFirst().reportedMillis().orElseThrow();
    double total = comparison.cases().getFirst().plainMillis().orElseThrow().p50();
    assertEquals(total / 2, sum, 1e-6);
    FittedModel model = madeUp();
    SnapStartOutlook outlook = SnapStartOutlook.all(comparison, parts, model).getFirst();
    assertEquals(model.model().expected(ModelPhase.TOTAL, sum), Optional.of(outlook.plainMillis()));
  }

  /** Init and first invocation take half of the time to the response. */
  private static Map<Metric, Double> halves(Map<Metric, Double> values) {
    Map<Metric, Double> all = new EnumMap<>(values);
    double quarter = Objects.requireNonNull(values.get(Metric.TOTAL)) / 4;
    all.put(Metric.INIT, quarter);
    all.put(Metric.HANDLER, quarter);
    return all;
  }

  @Test
  void programs_get_the_same(@TempDir Path folder) throws IOException {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 2_000, 800, 100);
    SnapStartComparison comparison =
        SnapStartComparison.of(result, LambdaPrices.published("x86_64"));
    SnapStartDetails details = new SnapStartDetails(List.of(), List.of());
    Path file = folder.resolve("snapstart.json");
    SnapStartJson.write(comparison, result, details, Optional.of(FittedModel.published()), file);
    JsonNode expected = new ObjectMapper().readTree(file.toFile()).at("/onLambda/0");
    SnapStartOutlook.OftenRestored often = outlook("java25").often().getLast();
    assertEquals(
        often.savedMillis().expected(), expected.at("/often/0/savedMillis/expected").asDouble(), 1);
    assertEquals("PAYS", expected.at("/often/0/outcome").asText(), expected::toString);
    assertTrue(expected.at("/often/0/savedUsdOfMillion/low").asDouble() > 0, expected::toString);
    assertTrue(expected.at("/firstSavedMillis/high").asDouble() > 0, expected::toString);
    SnapStartJson.write(comparison, result, details, Optional.empty(), file);
    assertTrue(new ObjectMapper().readTree(file.toFile()).path("onLambda").isMissingNode());
  }

  @Test
  void restores_that_aws_charges_are_subtracted() {
    double free = outlook("java25").often().getLast().savedUsdOfMillion().expected();
    double charged = outlook("").often().getLast().savedUsdOfMillion().expected();
    assertEquals(139.80, free - charged, 0.01); // a million GB
  }

  @Test
  void of_a_start_far_from_all_that_the_model_knows_it_says_that_it_tells_nothing() {
    String text = rendered(SnapStartSamples.of("java25", 6, 60_000, 800, 100), 200);
    assertTrue(text.contains("no figure: init and first invocation of Create"), text);
    assertFalse(text.contains("without SnapStart: "), text);
  }

  /** Of two sources that differ by a fifth. */
  private static FittedModel madeUp() {
    List<ModelPair> pairs = new ArrayList<>();
    for (String source : List.of("a", "b")) {
      double factor = source.equals("a") ? 1 : 1.2;
      for (double local : new double[] {500, 1_000, 2_000}) {
        pairs.add(made(source, ModelPhase.TOTAL, local, 2 * factor * local));
        pairs.add(made(source, ModelPhase.RESTORED, local / 10, 0.4 * factor * local));
      }
    }
    return FittedModel.of(new ModelFile(List.of(), pairs));
  }

  private static ModelPair made(String source, ModelPhase phase, double local, double lambda) {
    String function = "Takes" + local;
    return new ModelPair(source, "shop", function, "java25", 25, 1_024, phase, local, lambda, true);
  }

  @Test
  void the_documentation_shows_what_is_said_of_made_up_figures() throws IOException {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 2_000, 800, 100);
    String text =
        SnapStartLambdaTerminal.render(
            SnapStartComparison.of(result, LambdaPrices.published("x86_64")),
            result,
            madeUp(),
            118,
            false);
    String shown =
        text.lines()
            .filter(line -> !line.isBlank())
            .map(String::strip)
            .takeWhile(line -> !line.startsWith("first restores: "))
            .collect(Collectors.joining("\n"));
    String page =
        Files.readString(Path.of("../docs/snapstart.md"))
            .lines()
            .map(String::strip)
            .collect(Collectors.joining("\n"));
    assertTrue(page.contains("```\n" + shown + "\n```"), shown);
  }

  /** The first reason in {@code snapstart.json}. */
  private static String untold(ExperimentResult result, Path folder) throws IOException {
    Path file = folder.resolve("snapstart.json");
    SnapStartJson.write(
        SnapStartComparison.of(result, LambdaPrices.published("x86_64")),
        result,
        new SnapStartDetails(List.of(), List.of()),
        Optional.of(FittedModel.published()),
        file);
    JsonNode document = new ObjectMapper().readTree(file.toFile());
    assertEquals(0, document.path("onLambda").size());
    return document.at("/onLambdaUntold/0").asText();
  }

  @Test
  void programs_get_the_reason_where_nothing_is_told(@TempDir Path folder) throws IOException {
    ExperimentResult far = SnapStartSamples.of("java25", 6, 60_000, 800, 100);
    assertTrue(untold(far, folder).startsWith("init and first invocation of Create"));
  }

  /** Its outcome is open: the interval of a plain start reaches beyond the first restore. */
  @Test
  void a_first_restore_that_may_save_is_not_said_to_save_nothing() {
    PublishedRestores.Cell cell = PublishedRestores.read().nearest(25, 1_024);
    double first = cell.total().millis();
    List<ModelPair> pairs = new ArrayList<>();
    for (double local : new double[] {100, 200, 300}) {
      double noise = local == 200 ? 1.5 : 0.9;
      pairs.add(
          new ModelPair(
              "a",
              "shop",
              "Create",
              "java25",
              25,
              512,
              ModelPhase.TOTAL,
              local,
              noise * local,
              true));
    }
    LambdaModel model = LambdaModel.of(pairs);
    double plain =
        0.95 * first / model.expected(ModelPhase.TOTAL, first).orElseThrow().millis() * first;
    ExperimentResult result = SnapStartSamples.of("java25", 6, plain - 35, 300, 100);
    String text =
        SnapStartLambdaTerminal.render(
            SnapStartComparison.of(result, LambdaPrices.published("x86_64")),
            result,
            FittedModel.of(new ModelFile(List.of(), pairs)),
            200,
            false);
    assertTrue(text.contains("; it may save or not, "), text);
    assertFalse(text.contains("saves nothing"), text);
  }

  @Test
  void no_line_is_wider_than_the_terminal() {
    rendered(SnapStartSamples.of("java25", 6, 300, 2_000), 80)
        .lines()
        .forEach(line -> assertTrue(line.length() <= 80, line));
  }

  @Test
  void times_of_a_whole_machine_say_nothing(@TempDir Path folder) throws IOException {
    ExperimentResult good = SnapStartSamples.of("java25", 6, 300, 2_000);
    ExperimentResult poor =
        new ExperimentResult(
            good.title(), Results.POOR_HOST, good.method(), good.variants(), good.warnings());
    assertEquals("", rendered(poor, 100));
    assertTrue(untold(poor, folder).startsWith("Nothing limits the CPU here"));
  }
}
