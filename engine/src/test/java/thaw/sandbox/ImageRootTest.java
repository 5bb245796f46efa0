package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Deadline;

/** Boxes with the root file system of an image. */
@Tag("linux")
@SideBySide
class ImageRootTest {
  private static final SandboxHost HOST = SandboxHost.probe();

  @TempDir Path folder;

  /** As systemd-resolved has it; an image is made without the file that it leads to. */
  @Test
  void a_link_that_leads_to_nothing_is_no_place_to_mount_at() throws Exception {
    assumeTrue(HOST.hasMountNamespaces(), "this host permits no mount namespace");
    for (Path each : List.of(folder, Files.createDirectory(folder.resolve("instances")))) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Path root = root();
    Files.createSymbolicLink(root.resolve("etc/resolv.conf"), Path.of("../run/none/stub"));
    Files.createFile(root.resolve("etc/passwd"));
    Files.createFile(root.resolve("etc/group"));
    Files.createSymbolicLink(
        Files.createDirectory(root.resolve("var")).resolve("task"), Path.of("/srv/none"));
    Files.createFile(root.resolve("opt"));
    for (int i = 0; i < 300; i++) { // each becomes a mount of its own
      Files.writeString(root.resolve("etc/file-" + i), "" + i);
    }
    try (Instance instance = Instance.open(HOST, folder.resolve("instances"))) {
      SandboxSpec spec =
          SandboxSpecBuilder.builder()
              .environment(Map.of())
              .command(List.of("/thaw-box"))
              .workingDirectory(Path.of("/"))
              .binds(List.of())
              .cpu(CpuLimit.whole(1))
              .memoryBytes(64L * 1024 * 1024)
              .root(Optional.of(root))
              .build();
      try (Sandbox box = instance.prepare("image", spec)) {
        box.start();
        Deadline.await(Duration.ofSeconds(30), "it ends", () -> !box.isAlive());
        assertEquals(
            "thaw-box is started by thaw\n",
            new String(box.output().drain(), StandardCharsets.UTF_8));
      }
    }
  }

  /** With one program, which needs nothing else. */
  private Path root() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root"));
    Files.createDirectory(root.resolve("etc"));
    Path program = root.resolve("thaw-box");
    Files.copy(SandboxProgram.path(), program, StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return root;
  }
}
