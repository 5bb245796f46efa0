package thaw.lab.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.json.Json;
import thaw.lab.result.Case;
import thaw.lab.result.Measurement;

/** Lines of raw data, to the letter. */
class SampleFileTest {
  private static final Path DATA = Path.of("../docs/course/data");

  @Test
  void what_was_published_is_written_as_it_was() throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.list(DATA)) {
      files = all.toList();
    }
    assertTrue(files.size() >= 7, files.toString());
    for (Path file : files) {
      List<String> lines = Files.readAllLines(file);
      assertEquals(lines.getFirst(), again(lines.getFirst(), SampleFile.HeadLine.class));
      for (String line : lines.subList(1, lines.size() - 1)) {
        assertEquals(line, again(line, SampleFile.SampleLine.class));
      }
    }
  }

  private static String again(String line, Class<?> type) throws Exception {
    return Json.text(SampleFile.MAPPER, SampleFile.MAPPER.readValue(line, type));
  }

  @Test
  void a_sample_has_six_digits_and_its_figures_by_name() {
    Case subject = Case.of("what", "b");
    LabFormat format = new LabFormat(head(), List.of(Case.of("what", "a"), subject));
    assertEquals(
        "{\"case\":1,\"round\":3,\"values\":{\"a_ms\":12345.7,\"b_ms\":2.0}}",
        format
            .line(
                new Measurement(
                    subject, 3, Map.of("b_ms", 2.0, "a_ms", 12345.678), Optional.empty()))
            .toString());
    assertEquals(
        "{\"case\":1,\"round\":3,\"failure\":\"ended\"}",
        format.line(new Measurement(subject, 3, Map.of(), Optional.of("ended"))).toString());
  }

  private static SampleFile.HeadLine head() {
    return new SampleFile.HeadLine(
        "lesson",
        1,
        "9f",
        Optional.empty(),
        "2026-01-02T03:04:05Z",
        false,
        3,
        1,
        new thaw.experiment.Host("6.1", "EPYC", 2, 8192, "v2", List.of()),
        Optional.empty(),
        List.of());
  }
}
