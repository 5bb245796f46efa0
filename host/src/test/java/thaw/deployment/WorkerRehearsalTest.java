package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Tool;

/** In an image with a shell in place of a JVM. */
@Tag("linux")
@SideBySide
class WorkerRehearsalTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;
  private Path root;
  private Path kept;

  @BeforeEach
  void makeImage() throws IOException {
    assumeTrue(
        Tool.run(
                List.of(
                    "unshare", "--user", "--map-user=65532", "--mount", "--pid", "--fork", "true"))
            .succeeded(),
        "this host permits no user namespaces");
    root = Files.createDirectory(folder.resolve("root"));
    kept = Files.createDirectory(folder.resolve("kept"));
    SystemFiles.copyPrograms(List.of("mkdir", "setpriv", "sh", "sleep"), root);
  }

  private Optional<String> problem(Duration patience, String script) throws IOException {
    return new WorkerRehearsal(root, patience)
        .run(Map.of(), List.of("/usr/bin/sh", "-c", script), kept);
  }

  @Test
  void the_archives_of_its_cache_are_kept() throws IOException {
    String script = "mkdir -p /var/cache/thaw/archives/KEY; : > /var/cache/thaw/archives/KEY/file";
    assertEquals(Optional.empty(), problem(PATIENCE, script));
    assertTrue(Files.exists(kept.resolve("archives/KEY/file")));
    assertFalse(Files.exists(root.resolve("var/cache/thaw")), "it was in a mount of its own");
  }

  @Test
  void what_the_program_says_of_its_failure_is_the_cause_whatever_else_is_written()
      throws IOException {
    String script =
        "echo before; echo '%snobody answered'; echo '[warning][aot] at its end'; exit 1"
            .formatted(WorkerImage.FAILED);
    assertEquals(Optional.of("the rehearsal failed: nobody answered"), problem(PATIENCE, script));
    assertEquals(Optional.of("last"), problem(PATIENCE, "echo first; echo last; exit 1"));
    assertEquals(
        Optional.of("the rehearsal was ended by signal 9"),
        problem(PATIENCE, "echo a line of the log; sh -c 'kill -9 $$'; exit $?"));
  }

  @Test
  void a_program_that_does_not_end_is_told_as_such() throws IOException {
    assertEquals(
        Optional.of("the rehearsal did not end within 1 s"),
        problem(Duration.ofSeconds(1), "echo a line of the log; sleep 600"));
  }

  @Test
  void a_rehearsal_that_fails_leaves_nothing_in_the_image() throws IOException {
    Files.createDirectories(root.resolve("thaw/lib"));
    Path java = Files.createDirectories(root.resolve("thaw/jre/bin")).resolve("java");
    Files.writeString(
        java,
        """
        #!/usr/bin/sh
        : > /thaw/thaw.aot.config
        : > /hs_err_pid2.log
        exit 1
        """);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    WorkerImage image = new WorkerImage(root);
    Set<String> before = image.files().keySet();
    assertEquals(Optional.of("it said nothing"), image.rehearse("thaw.cli.Rehearsal", kept));
    assertEquals(before, image.files().keySet());
    assertTrue(before.contains("/thaw/jre/bin/java"));
  }
}
