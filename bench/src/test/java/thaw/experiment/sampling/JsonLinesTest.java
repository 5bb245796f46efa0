package thaw.experiment.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of samples, and what a crash may have left of it. */
class JsonLinesTest {
  @TempDir private Path folder;
  private Path file;
  private JsonLines lines;

  @BeforeEach
  void two_objects() throws IOException {
    file = folder.resolve("results.jsonl");
    lines = new JsonLines(file);
    lines.append(object(1));
    lines.append(object(2));
  }

  private static ObjectNode object(int number) {
    return new ObjectMapper().createObjectNode().put("number", number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"num", "{\"number\":3", "3\n", "{\"n\u00FC", "\u0000\u0000"})
  void what_a_crash_has_left_is_dropped_and_the_file_goes_on(String rest) throws IOException {
    Files.write(file, rest.getBytes(StandardCharsets.ISO_8859_1), StandardOpenOption.APPEND);
    assertEquals(List.of(object(1), object(2)), lines.read());
    lines.replace(lines.read());
    lines.append(object(4));
    assertEquals(List.of(object(1), object(2), object(4)), lines.read());
  }

  @Test
  void what_was_made_of_them_goes_aside_under_the_same_stamp() throws IOException {
    Files.writeString(folder.resolve("report.html"), "old");
    Path aside = lines.moveAside("summary.json", "report.html");
    assertFalse(Files.exists(file));
    assertEquals(List.of(object(1), object(2)), new JsonLines(aside).read());
    String report = aside.getFileName().toString().replace("results", "report");
    assertEquals("old", Files.readString(folder.resolve(report.replace(".jsonl", ".html"))));
    assertTrue(report.matches("report-\\d{8}-\\d{6}\\.jsonl"), report);
  }
}
