package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.Distribution;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Metric;
import thaw.report.Results;

class SummaryJsonTest {
  @TempDir Path folder;

  @Test
  void every_promised_member_is_there_with_its_figures() throws IOException {
    ExperimentResult result = Results.petstore(100, Results.POOR_HOST, 9);
    JsonNode summary = written(result);
    assertEquals("v1 with v2 freezer", summary.at("/host/cgroup").textValue());
    assertEquals(2, summary.at("/host/missingGuarantees").size());
    assertEquals(10, summary.get("variants").size());
    JsonNode first = summary.at("/variants/0");
    assertAll(
        () -> assertEquals("guice-sdk1", first.get("name").textValue()),
        () -> assertEquals(100, first.get("samples").intValue()),
        () -> assertEquals(5, first.get("failures").intValue()),
        () -> assertTrue(first.get("comparison").isNull()),
        () -> assertEquals("faster", summary.at("/variants/1/comparison/verdict").textValue()));
    for (Metric metric : List.of(Metric.INIT, Metric.HANDLER, Metric.TOTAL, Metric.MAX_MEMORY)) {
      Distribution expected = result.variants().getFirst().distributions().get(metric);
      JsonNode figures = first.get(metric.key());
      assertAll(
          () -> assertEquals(95, figures.get("count").intValue()),
          () -> assertEquals(expected.p50(), figures.get("p50").doubleValue()),
          () -> assertEquals(expected.p90(), figures.get("p90").doubleValue()),
          () -> assertEquals(expected.p99(), figures.get("p99").doubleValue()),
          () -> assertEquals(expected.medianLow(), figures.get("medianLow").doubleValue()));
    }
  }

  @Test
  void a_metric_that_was_not_measured_is_null_and_its_name_is_there() throws IOException {
    JsonNode variant = written(Gallery.results().get("only-failures")).at("/variants/0");
    for (Metric metric : Metric.values()) {
      boolean isNull = variant.has(metric.key()) && variant.get(metric.key()).isNull();
      assertEquals(!metric.isOfPods(), isNull, metric.key());
    }
    assertEquals(3, variant.at("/failureKinds/0/count").intValue());
  }

  @Test
  void the_file_is_replaced_in_one_step_and_nothing_else_is_left() throws IOException {
    written(Results.petstore(3, Results.GOOD_HOST, 10));
    written(Results.petstore(4, Results.GOOD_HOST, 10));
    try (Stream<Path> files = Files.list(folder.resolve("new"))) {
      assertEquals(List.of(folder.resolve("new/summary.json")), files.toList());
    }
  }

  @Test
  void a_failure_to_write_names_the_file() throws IOException {
    Path blocked = Files.createDirectories(folder.resolve("summary.json").resolve("x"));
    UncheckedIOException failure =
        assertThrows(
            UncheckedIOException.class,
            () ->
                SummaryJson.write(
                    Results.petstore(3, Results.GOOD_HOST, 1), blocked.resolveSibling("")));
    assertTrue(failure.getMessage().contains("summary.json"), failure.getMessage());
  }

  private JsonNode written(ExperimentResult result) throws IOException {
    Path file = folder.resolve("new/summary.json");
    SummaryJson.write(result, file);
    return new ObjectMapper().readTree(file.toFile());
  }
}
