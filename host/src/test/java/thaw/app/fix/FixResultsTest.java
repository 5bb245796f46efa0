package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.DataChoice;
import thaw.app.choice.JvmChoice;
import thaw.environment.launch.ClientKind;
import thaw.function.MemorySize;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;

class FixResultsTest {
  private static final Draft ARCHIVED =
      new Draft(
          List.of(
              new Remedy(
                  "class-archive",
                  RemedyKind.SAFE,
                  Optional.empty(),
                  "",
                  new Prediction(1, 2),
                  new Change.Archive())));

  @TempDir Path folder;

  private Path result(String name, String function, Draft kept, int seconds) throws IOException {
    Path result = Files.createDirectories(folder.resolve(name));
    new FixKept(
            function,
            new MemorySize(512),
            JvmChoice.on(Optional.empty(), ClientKind.OFFICIAL),
            List.of("{}".getBytes(StandardCharsets.UTF_8)),
            DataChoice.NONE,
            kept)
        .write(result);
    Files.setLastModifiedTime(
        result.resolve(FixKept.NAME), FileTime.fromMillis(1_000_000L + 1000L * seconds));
    return result;
  }

  @Test
  void the_newest_result_for_the_function_is_found() throws Exception {
    result("old", "Create", ARCHIVED, 1);
    Path newest = result("new", "Create", ARCHIVED, 2);
    result("newer", "Other", ARCHIVED, 3);
    result("nothing", "Create", Draft.UNCHANGED, 4);
    Files.createDirectories(folder.resolve("src"));
    assertEquals(Optional.of(newest), FixResults.newest(folder, "Create"));
    assertEquals(Optional.empty(), FixResults.newest(folder, "Read"));
  }

  @Test
  void what_was_applied_is_in_the_sources_already() throws Exception {
    Path applied = result("thaw-fix", "Create", ARCHIVED, 1);
    Files.createDirectories(applied.resolve("thaw-undo"));
    Files.writeString(applied.resolve("thaw-undo/applied.json"), "{}");
    assertEquals(Optional.empty(), FixResults.newest(folder, "Create"));
  }
}
