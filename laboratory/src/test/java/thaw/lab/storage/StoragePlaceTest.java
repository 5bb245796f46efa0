package thaw.lab.storage;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;

/** A folder in which builds run, and how it ends. */
@Tag("linux")
class StoragePlaceTest {
  @TempDir private Path folder;

  @Test
  void a_build_that_is_running_is_ended_before_its_folder_is_removed() throws Exception {
    try (Instance instance = Instance.open(SandboxHost.probe(), folder.resolve("instances"))) {
      endWhileBuilding(instance);
    }
  }

  private void endWhileBuilding(Instance instance) throws Exception {
    Path directory = Files.createDirectory(folder.resolve("tried"));
    StorageOptions gentle =
        new StorageOptions(
            List.of(), List.of(), Optional.empty(), Optional.empty(), true, false, true);
    StoragePlace place = StoragePlace.in(instance, directory, gentle);
    Path begun = place.root().resolve("begun");
    Thread closing =
        Thread.ofVirtual()
            .start(() -> {
              while (!Files.exists(begun)) {
                Thread.onSpinWait();
              }
              place.close();
            });
    assertThrows(
        SampleFailure.class,
        () ->
            place.run(
                List.of("sh", "-c", "touch begun; while :; do mkdir -p a/b; rmdir -p a/b; done"),
                place.root()));
    closing.join();

    assertFalse(Files.exists(place.root()));
    assertThrows(SampleFailure.class, () -> place.run(List.of("true"), directory), "nothing more");
  }
}
