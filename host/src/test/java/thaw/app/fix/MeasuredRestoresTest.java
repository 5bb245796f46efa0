package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredRestoresTest {
  @TempDir Path folder;

  private void write(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("snapstart.json"), text);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-11-30T04:38:10Z")));
  }

  @Test
  void the_fastest_restore_that_can_be_deployed_is_told_with_its_time() throws Exception {
    write(
        """
        {"functions": [
          {"function": "G", "memoryMiB": 128, "plainMillis": {"p50": 1.0}, "gains": []},
          {"function": "F", "memoryMiB": 128, "plainMillis": {"p50": 2741.5}, "gains": [
            {"invokedBefore": false, "primed": false, "restoredMillis": {"p50": 1353.5}},
            {"invokedBefore": false, "primed": true, "restoredMillis": {"p50": 308.4}},
            {"invokedBefore": true, "primed": true, "restoredMillis": {"p50": 120.3}}]},
          {"function": "H", "memoryMiB": 128, "plainMillis": null, "gains": [
            {"invokedBefore": false, "primed": false, "restoredMillis": {"p50": 300.4}}]}]}
        """);
    assertEquals(
        "308 ms with the generated priming in place of 2,742 ms, measured by thaw snapstart on 2026-11-30 04:38 UTC, of the code as it was then (%s)"
            .formatted(folder.resolve("report.html")),
        MeasuredRestores.of(folder, "F", 128).orElse(""));
    assertEquals(Optional.empty(), MeasuredRestores.of(folder, "F", 256), "of another size");
    assertEquals(Optional.empty(), MeasuredRestores.of(folder, "G", 128), "no restore");
    assertEquals(
        "300 ms, measured by thaw snapstart on 2026-11-30 04:38 UTC, of the code as it was then (%s)"
            .formatted(folder.resolve("report.html")),
        MeasuredRestores.of(folder, "H", 128).orElse(""),
        "no start without a snapshot has succeeded");
  }

  @Test
  void what_is_no_result_tells_nothing() throws Exception {
    assertEquals(Optional.empty(), MeasuredRestores.of(folder, "F", 128));
    write("{\"functions\": [");
    assertEquals(Optional.empty(), MeasuredRestores.of(folder, "F", 128));
  }
}
