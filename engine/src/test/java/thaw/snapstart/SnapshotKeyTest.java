package thaw.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.CriuVersion;
import thaw.snapshot.MachineKind;
import thaw.snapshot.MountedSnapshots;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapshot.archive.ArchiveKey;
import thaw.snapshot.archive.ArchiveStore;

class SnapshotKeyTest {
  private static final ArchiveKey ARCHIVE = new ArchiveKey(ArchiveFormat.values()[0], "0123");

  @TempDir Path folder;

  private String key(String jdk, Path archive) throws IOException {
    EnvironmentSpec spec =
        EnvironmentSpec.latest(
            FunctionDefinitionBuilder.builder()
                .logicalId("Hello")
                .name("hello")
                .code(new CodeSource.Folder(folder))
                .handler("com.example.Handler::handle")
                .runtime("java25")
                .memory(new MemorySize(512))
                .timeout(Duration.ofSeconds(3))
                .build(),
            new DeploymentPackage(folder, "of the code", 0),
            Optional.empty(),
            new RuntimeProgram.Java(
                new Jdk(folder.resolve(jdk), 25, "25.0.3+9", "Temurin", "of the JDK"),
                List.of(),
                new RuntimeClient(ClientKind.OFFICIAL, folder.resolve("client"), List.of()),
                Optional.of(
                    new RuntimeProgram.ClassArchive(
                        archive,
                        ARCHIVE.format(),
                        RuntimeProgram.ArchiveUse.START,
                        Optional.empty()))),
            Map.of(),
            List.of(),
            "us-east-1");
    Path criu = Path.of("/usr/sbin/criu");
    return SnapshotKey.of(
        spec,
        new CriuCommand(List.of(criu.toString()), criu, new CriuVersion(4, 2, "4.2"), false),
        new byte[0]);
  }

  @Test
  void a_worker_with_the_archive_of_its_image_and_one_that_took_it_from_there_share_snapshots()
      throws IOException {
    Path written = Files.writeString(folder.resolve("written"), "classes");
    Path shipped = folder.resolve("image");
    new ArchiveStore(shipped).publish(ARCHIVE, written);
    Path first =
        new ArchiveStore(folder.resolve("first"), Optional.empty(), shipped, _ -> {})
            .find(ARCHIVE)
            .orElseThrow();
    MountedSnapshots pushed = new MountedSnapshots(folder.resolve("pushed"), MachineKind.own());
    pushed.addArchive(first);
    Path second =
        new ArchiveStore(folder.resolve("second"), Optional.of(pushed), shipped, _ -> {})
            .find(ARCHIVE)
            .orElseThrow();
    assertNotEquals(first, second);
    assertEquals(key("jdk", first), key("jdk", second));
  }

  @Test
  void another_archive_of_the_same_classes_is_another_key_and_so_is_another_place_of_the_jdk()
      throws IOException {
    Path one =
        new ArchiveStore(folder.resolve("one"))
            .publish(ARCHIVE, Files.writeString(folder.resolve("written"), "classes"));
    Path other =
        new ArchiveStore(folder.resolve("other"))
            .publish(ARCHIVE, Files.writeString(folder.resolve("again"), "CLASSES"));
    assertNotEquals(key("jdk", one), key("jdk", other));
    assertNotEquals(key("jdk", one), key("jdk elsewhere", one));
  }
}
