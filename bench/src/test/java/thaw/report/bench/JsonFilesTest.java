package thaw.report.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.lambda.DeployedFunction;
import thaw.lambda.LambdaResult;
import thaw.report.Results;

/**
 * The texts of files for other programs, to the letter: names, order, numbers. A member that is new
 * belongs into the golden file; one that has changed breaks somebody's program.
 */
class JsonFilesTest {
  @TempDir Path folder;

  private static String golden(String name) throws Exception {
    try (InputStream file = JsonFilesTest.class.getResourceAsStream("/thaw/report/" + name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String summary(String name) throws Exception {
    Path file = folder.resolve("summary.json");
    SummaryJson.write(Objects.requireNonNull(Gallery.results().get(name)), file);
    return Files.readString(file);
  }

  @Test
  void a_summary_is_written_as_ever() throws Exception {
    assertEquals(golden("summary-one-variant.json"), summary("one-variant"));
    assertEquals(golden("summary-only-failures.json"), summary("only-failures"));
  }

  @Test
  void a_budget_s_verdicts_are_written_as_ever() throws Exception {
    String summary = summary("budget");
    assertEquals(
        golden("summary-budget-end.json"), summary.substring(summary.indexOf("  \"budget\" : {")));
  }

  @Test
  void figures_of_a_deployed_function_are_written_as_ever() throws Exception {
    Path file = folder.resolve("summary.json");
    LambdaJson.write(lambda(), file);
    String summary = Files.readString(file);
    assertEquals(
        golden("summary-lambda-end.json"), summary.substring(summary.indexOf("  \"lambda\" : {")));
  }

  private static LambdaResult lambda() {
    List<Sample> samples =
        List.of(
            sample("local", 1, 300.25, 40), sample("lambda", 1, 400.5, 60.125),
            sample("local", 2, 310, 41), sample("lambda", 2, 390, 50));
    return LambdaResult.of(
        new DeployedFunction(
            "arn:aws:lambda:eu-central-1:123456789012:function:f",
            "f",
            "7",
            "java25",
            "a.B::c",
            512,
            20,
            "arm64",
            "c2hh",
            "Active",
            "Successful",
            "",
            Map.of(),
            Optional.empty(),
            true,
            false,
            "JSON",
            "revision"),
        Optional.empty(),
        "plain",
        Optional.of(new LambdaResult.Local("f", "described", "digest", "JDK 25", "plain")),
        samples,
        Results.GOOD_HOST,
        List.of("measured so"),
        List.of());
  }

  private static Sample sample(String name, int number, double init, double handler) {
    return new Sample(
        name,
        number,
        Instant.parse("2026-01-02T03:04:05Z"),
        Map.of(Metric.INIT, init, Metric.HANDLER, handler, Metric.TOTAL, init + handler),
        null);
  }
}
