package thaw.explanation.why;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.model.FittedModel;
import thaw.model.ModelPhase;
import thaw.report.Results;
import thaw.report.shared.LambdaOutlook;
import thaw.report.shared.LambdaRow;
import thaw.report.shared.LambdaView;

class WhyLambdaTest {
  private static final LambdaView VIEW = LambdaView.of(FittedModel.published(), Results.GOOD_HOST);

  private static double millis(LambdaRow row) {
    return row.localMillis();
  }

  @Test
  void init_and_first_invocation_are_the_whole_start() {
    Explanation explanation = WhyExamples.petstore();
    List<LambdaRow> rows = WhyLambda.of(explanation, VIEW).rows();
    assertEquals(
        List.of(ModelPhase.INIT, ModelPhase.FIRST, ModelPhase.TOTAL),
        rows.stream().map(LambdaRow::phase).toList());
    assertEquals(millis(rows.get(2)), millis(rows.get(0)) + millis(rows.get(1)), 1e-6);
    assertEquals(explanation.ownMillis(), millis(rows.get(2)), 1e-6);
    assertTrue(rows.stream().allMatch(row -> row.expected().low() < row.expected().high()));
  }

  @Test
  void a_restored_start_has_the_line_of_restores_alone() {
    Explanation plain = WhyExamples.petstore();
    Explanation restored =
        plain.withPhases(
            plain.phases().stream()
                .filter(phase -> phase.name() != PhaseName.BOOT)
                .filter(phase -> phase.name() != PhaseName.RUNTIME_CLIENT)
                .map(phase ->
                    phase.name() == PhaseName.HANDLER_INIT
                        ? new Explanation.Phase(
                            PhaseName.RESTORE,
                            phase.wallMillis(),
                            phase.cpuMillis(),
                            phase.explainedRatio(),
                            phase.causes())
                        : phase)
                .toList());
    List<LambdaRow> rows = WhyLambda.of(restored, VIEW).rows();
    assertEquals(List.of(ModelPhase.RESTORED), rows.stream().map(LambdaRow::phase).toList());
    LambdaOutlook unprimed = WhyLambda.of(restored, VIEW.ofUnprimed());
    assertEquals(List.of(), unprimed.rows());
    assertTrue(unprimed.nothing().contains("taken without a call before"), unprimed.nothing());
  }

  @Test
  void what_other_programs_took_is_no_time_of_lambdas() {
    Explanation starved = WhyExamples.starved();
    assertTrue(starved.wasHostLimit());
    LambdaRow total = WhyLambda.of(starved, VIEW).rows().getLast();
    assertEquals(starved.total().wallMillis() - starved.hostMillis(), total.localMillis(), 1e-6);
  }

  @Test
  void what_the_model_cannot_tell_is_said() {
    String text = WhyLambda.render(WhyExamples.petstore(), VIEW, 100, false);
    assertTrue(text.contains("no figure: causes."), text);
    text.lines().forEach(line -> assertTrue(line.length() <= 100, line));
  }

  @Test
  void without_a_limit_of_the_cpu_nothing_is_expected() {
    LambdaView unlimited = LambdaView.of(FittedModel.published(), Results.POOR_HOST);
    String text = WhyLambda.render(WhyExamples.petstore(), unlimited, 100, false);
    assertTrue(text.contains("Nothing limits the CPU here"), text);
    assertFalse(text.contains("first invocation"), text);
  }

  @Test
  void of_a_start_from_an_archive_of_the_functions_classes_nothing_is_expected() {
    String text = WhyLambda.render(WhyExamples.petstore(), VIEW.ofArchived(), 100, false);
    assertTrue(text.contains("starts from an archive of the function's classes"), text);
    assertFalse(text.contains("first invocation"), text);
  }

  @Test
  void page_and_document_have_it_and_the_document_is_read_as_before(@TempDir Path folder)
      throws IOException {
    Explanation explanation = WhyExamples.petstore();
    WhyFiles.write(
        explanation,
        Optional.empty(),
        Optional.empty(),
        Optional.of(VIEW),
        WhyGallery.NEXT,
        folder);
    JsonNode document = new ObjectMapper().readTree(folder.resolve("why.json").toFile());
    JsonNode told = document.path("asLambda");
    assertEquals(
        List.of("init", "first", "total"), told.path("expected").findValuesAsText("phase"));
    assertEquals(2, told.path("untold").size());
    assertEquals(
        explanation.total().wallMillis(),
        WhyJson.read(folder.resolve("why.json")).total().wallMillis(),
        0.001);
    String page = Files.readString(folder.resolve("why.html"));
    assertTrue(page.contains("<h2 id=\"lambda-title\">As expected on Lambda</h2>"));
    WhyFiles.write(
        explanation, Optional.empty(), Optional.empty(), Optional.empty(), WhyGallery.NEXT, folder);
    assertFalse(new ObjectMapper().readTree(folder.resolve("why.json").toFile()).has("asLambda"));
  }
}
