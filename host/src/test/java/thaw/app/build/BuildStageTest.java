package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildStageTest {
  @TempDir Path folder;

  private String after(BuildStage stage, String text) throws IOException {
    Path log = folder.resolve("build.log");
    Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return stage.now();
  }

  @Test
  void mavens_module_and_goal_are_told_as_they_are_reached() throws IOException {
    BuildStage stage = new BuildStage(folder.resolve("build.log"));
    assertEquals("", stage.now());
    assertEquals("", after(stage, "[INFO] Scanning for projects...\n"));
    assertEquals(
        "orders-api (2 of 3)",
        after(
            stage,
            "[INFO] Building orders-api 1.0-SNAPSHOT                           [2/3]\n"
                + "[INFO] --------------------------------[ jar ]---------------------------\n"));
    assertEquals(
        "orders-api (2 of 3), downloading guava-33.4.jar",
        after(stage, "[INFO] Downloading from central: https://repo.example/m2/guava-33.4.jar\n"));
    assertEquals(
        "orders-api (2 of 3), compiler:compile",
        after(
            stage,
            "[INFO] --- maven-compiler-plugin:3.1:compile (default-compile) @ orders-api ---\n"
                + "[INFO] --- jar:3.4.1:jar (default-jar)"));
    assertEquals(
        "orders-api (2 of 3), jar:jar",
        after(stage, " @ orders-api ---\n[INFO] Building jar: x\n"));
    assertEquals("hello", after(stage, "[INFO] Building hello 1.0\n"));
  }

  @Test
  void gradles_task_is_told() throws IOException {
    BuildStage stage = new BuildStage(folder.resolve("build.log"));
    assertEquals(":orders:compileJava", after(stage, "> Task :orders:compileJava UP-TO-DATE\n"));
  }
}
