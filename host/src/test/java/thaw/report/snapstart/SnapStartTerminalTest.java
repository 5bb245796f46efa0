package thaw.report.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.ExperimentResult;
import thaw.tuning.LambdaPrices;
import thaw.tuning.SnapStartComparison;
import thaw.tuning.SnapStartSamples;

class SnapStartTerminalTest {
  private static SnapStartComparison comparison(ExperimentResult result) {
    return SnapStartComparison.of(result, LambdaPrices.published(), LambdaPrices.X86_64);
  }

  private static String rendered(ExperimentResult result) {
    return SnapStartTerminal.render(comparison(result), result, SnapStartDetails.NONE, 200, false);
  }

  @Test
  void each_kind_of_snapshot_has_its_verdict_with_time_money_and_intervals() {
    String text = rendered(SnapStartSamples.of("java25", 6, 300, 2_000));
    assertTrue(text.contains("Create, 1,024 MB, Temurin 25.0.3+9\n"), text);
    assertTrue(text.contains("as the function is: pays here, by 700 ("), text);
    assertTrue(text.contains("primed with the event: hurts here, by -1,000 ("), text);
    assertTrue(text.contains("USD of a million cold starts"), text);
  }

  @Test
  void how_much_longer_lambdas_restore_may_take_is_only_told_where_it_pays() {
    String bound = "it pays on Lambda as long as its restore takes less than";
    assertTrue(rendered(SnapStartSamples.of("java25", 6, 300, 300)).contains(bound));
    assertFalse(rendered(SnapStartSamples.of("java25", 6, 1_000, 2_000)).contains(bound));
  }

  @Test
  void programs_read_the_same(@TempDir Path folder) throws IOException {
    ExperimentResult result = SnapStartSamples.of("java25", 6, 300, 2_000);
    Path file = folder.resolve("snapstart.json");
    SnapStartJson.write(comparison(result), result, SnapStartDetails.NONE, Optional.empty(), file);
    JsonNode document = new ObjectMapper().readTree(file.toFile());
    assertEquals("thaw-snapstart-1", document.path("format").asText());
    JsonNode gain = document.path("functions").path(0).path("gains").path(1);
    assertEquals("HURTS", gain.path("verdict").asText());
    assertEquals(-1_000, gain.path("savedMillis").path("median").asDouble(), 1e-6);
    assertTrue(gain.path("invokedBefore").asBoolean());
  }
}
