package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageFactsTest {
  @TempDir Path folder;

  @Test
  void the_expected_figure_is_that_of_the_way_and_says_where_it_is_from() throws Exception {
    Files.writeString(
        folder.resolve("fix.json"),
        """
        {"confirmed": true, "memoryMiB": 1024, "jdk": "Temurin 25.0.3+9", "warnings": ["the machine was busy"],
         "base": {"totalMillis": {"p50": 6817.4}, "samples": 10},
         "result": {"totalMillis": {"p50": 1854.6}, "samples": 12},
         "deployed": {"totalMillis": {"p50": 2914.3}, "samples": 9}}
        """);
    String provided = PackageFacts.expected(Optional.of(folder), "provided");
    assertEquals(
        "On the machine of `thaw fix` its cold start took 1,855 ms, and that of the function as it"
            + " was 6,817 ms: medians of 12 starts and 10 starts, from start to response, 1,024 MB,"
            + " Temurin 25.0.3+9; the machine was busy. It was not measured on AWS: `thaw bench --on"
            + " lambda NAME` does that, once it is deployed.",
        provided.replaceAll("\\s+", " ").strip());
    String managed = PackageFacts.expected(Optional.of(folder), "managed");
    assertTrue(managed.contains("took 2,914 ms"), managed);
  }

  @Test
  void what_no_last_run_has_measured_is_not_said_to_be_a_median_of_starts() throws Exception {
    String figures =
        """
         "base": {"totalMillis": {"p50": 6817.4}, "samples": 4},
         "result": {"totalMillis": {"p50": 1854.6}, "samples": 4}}
        """;
    Files.writeString(
        folder.resolve("fix.json"), "{\"confirmed\": false, \"cut\": false," + figures);
    String trials = PackageFacts.expected(Optional.of(folder), "provided");
    assertFalse(trials.matches("(?s).*\\d.*"), trials);
    assertTrue(trials.contains("not confirmed"), trials);
    Files.writeString(
        folder.resolve("fix.json"), "{\"confirmed\": false, \"cut\": true," + figures);
    String cut = PackageFacts.expected(Optional.of(folder), "provided");
    assertTrue(cut.contains("took 1,855 ms"), cut);
  }

  @Test
  void what_was_not_measured_has_no_figure() throws Exception {
    for (Optional<Path> without : List.of(Optional.<Path>empty(), Optional.of(folder))) {
      String text = PackageFacts.expected(without, "provided");
      assertFalse(text.matches("(?s).*\\d.*"), text);
      assertTrue(text.contains("was not measured on AWS"), text);
    }
  }

  @Test
  void what_nobody_else_patches_is_named() {
    String provided = PackageFacts.maintained("provided", "Temurin 25.0.3+9, AWS's client 2.9.0");
    assertTrue(provided.contains("Temurin 25.0.3+9, AWS's client 2.9.0, and"), provided);
    assertTrue(provided.contains("AWS patches what is below"), provided);
    String image = PackageFacts.maintained("image", "");
    assertFalse(image.contains("AWS patches"), image);
    String managed = PackageFacts.maintained("managed", "");
    assertTrue(managed.contains("AWS patches the JVM and the runtime client"), managed);
  }
}
