package thaw.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** README.md is short, and its picture, its text and its example are of one measured result. */
class FirstPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PICTURES = ROOT.resolve("docs/pictures");
  private static final int MOST_WORDS = 900;
  private static final int LINES_OF_A_SCREEN = 40;

  private static String readme() throws Exception {
    return Files.readString(ROOT.resolve("README.md"));
  }

  @Test
  void it_has_at_most_900_words() throws Exception {
    int words = readme().strip().split("\\s+").length;
    assertTrue(words <= MOST_WORDS, "words: " + words);
  }

  @Test
  void the_first_screen_says_on_what_it_runs() throws Exception {
    List<String> lines = readme().lines().limit(LINES_OF_A_SCREEN).toList();
    String screen = String.join(" ", lines);
    for (String limit : List.of("Linux with cgroups", "need root", "arm64", "macOS", "JDK 25")) {
      assertTrue(screen.contains(limit), limit);
    }
  }

  @Test
  void its_two_commands_are_the_promised_ones() throws Exception {
    assertTrue(
        readme()
            .contains("| `./thaw bench functions/petstore --runs 5 --out result` | the main job"));
    assertTrue(readme().contains("| `./verify` | the tests; it says first how long they take, "));
  }

  @Test
  void picture_and_example_are_of_the_same_result() throws Exception {
    JsonNode result = new ObjectMapper().readTree(PICTURES.resolve("before-after.json").toFile());
    String function = result.get("function").asText();
    String before = millis(result.get("beforeMillis"));
    String after = millis(result.get("afterMillis"));
    String words =
        "%s before thaw fix, %s as deployed, %s in a package"
            .formatted(before, millis(result.get("deployedMillis")), after);
    String picture = Files.readString(PICTURES.resolve("before-after.svg"));
    assertTrue(
        picture.contains(
            "%s at %d MB: %s".formatted(function, result.get("memoryMiB").asInt(), words)),
        picture);
    for (JsonNode side : List.of(result.get("before"), result.get("after"))) {
      assertEquals(4, side.size());
      for (JsonNode phase : side) {
        assertTrue(picture.contains(">" + phase.get("phase").asText() + "<"), phase::toString);
      }
    }
    assertTrue(picture.contains("prefers-color-scheme:dark"), picture);
    assertTrue(readme().contains(": " + words + "]("));
    assertTrue(readme().contains(function + ": cold start of " + before + " ("));
    assertTrue(readme().contains("in a package with its own JVM: " + after + ", "));
  }

  private static String millis(JsonNode value) {
    return String.format(Locale.ROOT, "%,d ms", value.asInt());
  }
}
