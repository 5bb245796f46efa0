package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.TerminalProgress;
import thaw.fixture.SideBySide;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

/** Process tests: make is run. */
@SideBySide
class MakeBuildTest {
  @TempDir Path folder;
  @TempDir Path cache;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @BeforeEach
  void a_makefile() throws IOException {
    assumeTrue(Tool.run(List.of("make", "--version")).succeeded(), "there is no make");
    Files.writeString(
        folder.resolve("Makefile"),
        """
        build-Pets:
        \techo x >> target/calls
        \tcp source.txt "$(ARTIFACTS_DIR)/bootstrap"
        \tchmod +x "$(ARTIFACTS_DIR)/bootstrap"
        build-Broken:
        \techo 'no rule for the moon' >&2; exit 3
        """);
    Files.createDirectories(folder.resolve("target"));
    Files.writeString(folder.resolve("source.txt"), "one");
  }

  private CodeSource built(String resource) throws InterruptedException {
    Map<String, String> environment = new HashMap<>(System.getenv());
    return new ProjectBuild(
            new TerminalProgress(new PrintStream(said, true), false),
            environment,
            Duration.ofMinutes(1),
            cache)
        .built(
            new CodeSource.Project(
                folder,
                CodeSource.BuildTool.MAKE,
                Optional.of(new CodeSource.MakeRule(resource, folder.resolve("Makefile"), folder))),
            0);
  }

  private long calls() throws IOException {
    return Files.readAllLines(folder.resolve("target/calls")).size();
  }

  @Test
  void the_rule_of_a_function_fills_its_folder_again_when_a_source_has_changed() throws Exception {
    CodeSource made = built("Pets");
    assertTrue(Files.isExecutable(made.path().resolve("bootstrap")));
    assertTrue(said.toString().contains("with make build-Pets on JDK"), said::toString);
    built("Pets");
    assertEquals(1, calls());
    Files.writeString(folder.resolve("source.txt"), "two");
    Files.writeString(made.path().resolve("old"), "of the last build");
    assertEquals("two", Files.readString(built("Pets").path().resolve("bootstrap")));
    assertEquals(2, calls());
    assertTrue(Files.notExists(made.path().resolve("old")));
  }

  @Test
  void what_the_rule_says_is_the_reason_of_its_failure() {
    UserMistake mistake = assertThrows(UserMistake.class, () -> built("Broken"));
    assertTrue(mistake.getMessage().contains("no rule for the moon"), mistake.getMessage());
  }
}
