package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Tool;

@Tag("linux")
@SideBySide
class CleanUpTest {
  @TempDir private Path temporary;

  private Path instance;
  private Path folder;

  private String prepared() throws IOException {
    instance = Files.createDirectories(temporary.resolve("thaw-1-clean"));
    folder = Files.createDirectories(temporary.resolve("a place").resolve("thaw-1-clean-1"));
    Files.createDirectories(folder.resolve("sub"));
    Files.writeString(folder.resolve("file"), "x");
    Files.writeString(instance.resolve("more"), "x");
    Files.createDirectories(instance.resolve(CleanUp.ELSEWHERE));
    Files.createSymbolicLink(record(), folder);
    return CleanUp.script(instance, List.of());
  }

  private Path record() {
    return instance.resolve(CleanUp.ELSEWHERE).resolve("thaw-1-clean-1");
  }

  @Test
  void a_folder_on_record_is_removed_with_the_instance() throws IOException {
    Tool run = Tool.run(List.of("sh", "-c", prepared()));
    assertEquals(0, run.exitCode(), run.output());
    assertFalse(Files.exists(folder));
    assertTrue(Files.exists(folder.getParent()));
    assertFalse(Files.exists(instance));
  }

  @Test
  void a_folder_with_a_mount_is_left_and_stays_on_record() throws IOException {
    String script = prepared();
    MountNamespaces namespaces = SandboxHost.probe().isolation().namespaces();
    assumeTrue(namespaces.available(), "no mount namespaces");
    String mounted =
        namespaces.prefix()
            + "sh -c 'mount -t tmpfs none \"$1/sub\" && touch \"$1/sub/kept\" && { sh -c \"$0\"; r=$?; }"
            + "; [ -e \"$1/sub/kept\" ] || exit 99; exit $r' \"$0\" \"$1\"";
    Tool run = Tool.run(List.of("sh", "-c", mounted, script, folder.toString()));
    assertEquals(1, run.exitCode(), run.output());
    assertTrue(run.output().contains("something is mounted in " + folder), run.output());
    assertTrue(Files.exists(folder.resolve("file")));
    assertTrue(Files.exists(record(), LinkOption.NOFOLLOW_LINKS));
    assertFalse(Files.exists(instance.resolve("more")));
  }
}
