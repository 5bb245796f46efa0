package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.ExperimentResult;
import thaw.model.FittedModel;
import thaw.tuning.TuneSamples;

class TuneTerminalTest {
  private static String rendered(ExperimentResult result, int columns) {
    return TuneTerminal.render(TuneReports.tuning(result), result, columns, false);
  }

  @Test
  void each_size_has_a_row_with_time_and_cost() {
    String text = rendered(TuneSamples.overMemory(6), 100);
    assertTrue(text.contains("Create, Temurin 25.0.3+9\n"), text);
    assertTrue(text.contains("6 at each size") || text.contains("at least 6 at each size"), text);
    assertTrue(text.contains("1,024 MB   5.8   0.31    300   5.20   2.8   0.26\n"), text);
  }

  @Test
  void one_sentence_above_the_table_says_what_to_choose_and_what_is_not_proved() {
    String text = rendered(TuneSamples.overMemory(6), 100);
    int advice = text.indexOf("\n128 MB is the cheapest; 1,024 MB is the fastest.\n");
    assertTrue(advice >= 0 && advice < text.indexOf("memory"), text);
    String few = rendered(TuneSamples.overMemory(1), 100);
    assertTrue(few.contains("; the differences in cost are not proved"), few);
  }

  @Test
  void each_strategy_names_its_size() {
    String text = rendered(TuneSamples.overMemory(6), 100);
    assertTrue(
        text.contains(
            "best for cold starts\n  cost: 128 MB (2.28 USD of a million, 1,000 ms)\n  speed: 1,024"
                + " MB (5.20 USD of a million, 300 ms)\n  balanced, weight 0.5:"),
        text);
  }

  @Test
  void no_line_is_wider_than_the_terminal() {
    for (int columns : new int[] {60, 80, 120}) {
      rendered(TuneSamples.withFailed(), columns)
          .lines()
          .forEach(line -> assertTrue(line.length() <= columns, line));
    }
  }

  @Test
  void the_document_has_what_was_measured_and_what_is_best(@TempDir Path folder)
      throws IOException {
    ExperimentResult result = TuneSamples.overMemory(6);
    TuneFiles.write(TuneReports.tuning(result), result, Optional.empty(), folder);
    JsonNode document = new ObjectMapper().readTree(folder.resolve("tune.json").toFile());
    assertEquals("thaw-tune-1", document.path("format").asText());
    JsonNode curve = document.path("curves").path(0);
    assertEquals(300, curve.at("/measured/2/coldMillis/p50").asDouble());
    assertEquals(12, curve.at("/measured/2/warmInvocations").asInt());
    assertEquals("cold", curve.at("/requests/1/of").asText());
    assertEquals(128, curve.at("/requests/1/best/0/memoryMiB").asInt());
    assertEquals(0.01, document.at("/mix/coldShare").asDouble());
    assertEquals("2026-11-24", document.at("/prices/read").asText());
    assertTrue(document.path("asLambda").isMissingNode(), "nobody asked");
  }

  @Test
  void the_document_has_what_lambda_is_expected_to_show_where_it_was_asked_for(@TempDir Path folder)
      throws IOException {
    ExperimentResult result = TuneSamples.overMemory(6);
    TuneFiles.write(
        TuneReports.tuning(result), result, Optional.of(FittedModel.published()), folder);
    JsonNode document = new ObjectMapper().readTree(folder.resolve("tune.json").toFile());
    JsonNode expected = document.at("/asLambda/expected");
    assertTrue(expected.size() >= 3, document.path("asLambda").toString());
    for (JsonNode each : expected) {
      assertTrue(each.path("lowMillis").asDouble() < each.path("highMillis").asDouble());
    }
  }
}
