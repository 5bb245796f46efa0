package thaw.app.fix;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import thaw.json.Json;
import thaw.presentation.text.Figures;

/** What an earlier {@code thaw snapstart} has measured, where its folder still has that. */
final class MeasuredRestores {
  private MeasuredRestores() {}

  /**
   * Returns in words the fastest restores of a function that can be deployed, and when they were
   * measured; empty where there are none.
   *
   * @param folder of the results of {@code thaw snapstart}
   * @param function its logical id
   */
  static Optional<String> of(Path folder, String function, int memoryMiB) {
    Path file = folder.resolve("snapstart.json");
    try {
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      String when = Figures.minute(Files.getLastModifiedTime(file).toInstant());
      return Json.read(Files.readAllBytes(file)).stream()
          .flatMap(read -> entries(read, "functions"))
          .filter(each -> each.path("function").asText().equals(function))
          .filter(each -> each.path("memoryMiB").asInt() == memoryMiB)
          .flatMap(each ->
              entries(each, "gains")
                  .filter(gain -> !gain.path("invokedBefore").asBoolean())
                  .filter(gain -> median(gain, "restoredMillis") > 0)
                  .min(Comparator.comparingDouble(gain -> median(gain, "restoredMillis")))
                  .map(gain -> words(gain, median(each, "plainMillis"), when, folder))
                  .stream())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // written by another version, or being written
    }
  }

  private static Stream<JsonNode> entries(JsonNode node, String name) {
    return StreamSupport.stream(node.path(name).spliterator(), false);
  }

  private static double median(JsonNode node, String name) {
    return node.path(name).path("p50").asDouble();
  }

  private static String words(JsonNode gain, double plain, String when, Path folder) {
    return "%s ms%s%s, measured by thaw snapstart on %s, of the code as it was then (%s)"
        .formatted(
            Figures.whole(median(gain, "restoredMillis")),
            gain.path("primed").asBoolean() ? " with the generated priming" : "",
            plain > 0 ? " in place of " + Figures.whole(plain) + " ms" : "",
            when,
            folder.resolve("report.html"));
  }
}
