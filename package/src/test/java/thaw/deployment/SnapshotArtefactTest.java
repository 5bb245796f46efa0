package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.problem.UserMistake;
import thaw.snapshot.MachineKind;
import thaw.snapshot.MountedSnapshots;
import thaw.snapshot.SnapshotStore;

class SnapshotArtefactTest {
  private static final MachineKind ONE = new MachineKind("6.18.0", "model name : One");
  private static final MachineKind TWO = new MachineKind("6.18.0", "model name : Two");

  @TempDir Path folder;
  private int scratches;

  private Path kept(String key) throws IOException {
    SnapshotStore store = new SnapshotStore(folder.resolve("store"));
    Path staged = store.stage();
    Files.writeString(staged.resolve("facts"), key);
    return store.publish(key, staged);
  }

  private Path archive(String content) throws IOException {
    Path archive = Files.createDirectories(folder.resolve("archive of " + content).resolve("key"));
    Files.writeString(archive.resolve("classes.jsa"), content);
    return archive;
  }

  private Optional<String> added(
      SnapshotArtefact artefact, MachineKind machine, List<Path> kept, Path archive)
      throws Exception {
    scratches++;
    Path scratch = Files.createDirectory(folder.resolve("scratch" + scratches));
    return artefact.add(machine, kept, Optional.of(archive), scratch);
  }

  @Test
  void workers_add_what_is_missing_and_every_kind_of_machine_has_its_own() throws Exception {
    try (TestRegistry registry = new TestRegistry(false)) {
      String repository = registry.address() + "/pets-snapshots";
      SnapshotArtefact artefact = new SnapshotArtefact(repository + ":sha256-12");
      assertEquals(Optional.empty(), artefact.find());
      Path a = kept("a");
      Optional<String> first = added(artefact, ONE, List.of(a), archive("one"));
      assertTrue(first.orElseThrow().startsWith(repository + "@sha256:"), first.toString());
      assertEquals(first, artefact.find());
      assertEquals(Optional.empty(), added(artefact, ONE, List.of(a), archive("one")));

      assertTrue(added(artefact, ONE, List.of(a, kept("b")), archive("one")).isPresent());
      assertTrue(added(artefact, TWO, List.of(kept("c")), archive("two")).isPresent());
      UserMistake another =
          assertThrows(
              UserMistake.class,
              () -> added(artefact, ONE, List.of(kept("d")), archive("another")));
      assertTrue(another.getMessage().contains("have another class archive"), another.toString());

      Path volume = Files.createDirectory(folder.resolve("volume"));
      registry.mount("sha256-12", volume);
      assertEquals(Optional.empty(), new MountedSnapshots(volume, ONE).obstacle());
      Path ofOne = volume.resolve(ONE.name());
      assertEquals("one", Files.readString(ofOne.resolve("archives/key/classes.jsa")));
      assertTrue(Files.exists(ofOne.resolve("snapshots/a.tar")));
      assertTrue(Files.exists(ofOne.resolve("snapshots/b.tar")));
      Path ofTwo = volume.resolve(TWO.name());
      assertEquals("two", Files.readString(ofTwo.resolve("archives/key/classes.jsa")));
      assertTrue(Files.exists(ofTwo.resolve("snapshots/c.tar")));
      assertEquals("Linux 6.18.0 on Two", Files.readString(ofTwo.resolve("machine.txt")).strip());
      SnapshotStore store =
          new SnapshotStore(
              folder.resolve("own"), Optional.of(new MountedSnapshots(volume, ONE)), _ -> {});
      Path taken = store.takeOver("b").orElseThrow();
      assertEquals("b", Files.readString(taken.resolve("facts")));
    }
  }

  @Test
  void the_same_snapshots_are_the_same_image() throws Exception {
    Path a = kept("a");
    try (TestRegistry one = new TestRegistry(false);
        TestRegistry two = new TestRegistry(false)) {
      added(new SnapshotArtefact(one.address() + "/s:1"), ONE, List.of(a), archive("x"));
      added(new SnapshotArtefact(two.address() + "/s:1"), ONE, List.of(a), archive("x"));
      assertArrayEquals(one.manifests().get("1"), two.manifests().get("1"));
    }
  }

  @Test
  void the_tag_is_the_digest_of_the_worker_s_image() throws Exception {
    try (TestRegistry registry = new TestRegistry(false)) {
      String image = registry.address() + "/pets:1";
      UserMistake unknown = assertThrows(UserMistake.class, () -> SnapshotArtefact.tagFor(image));
      assertEquals("the registry has no image " + image, unknown.getMessage());
      Optional<String> pushed =
          added(new SnapshotArtefact(image), ONE, List.of(kept("a")), archive("x"));
      String digest = pushed.orElseThrow().replaceFirst(".*@", "");
      assertEquals(digest.replace(':', '-'), SnapshotArtefact.tagFor(image));
      assertEquals(digest.replace(':', '-'), SnapshotArtefact.tagFor("elsewhere.test/x@" + digest));
    }
  }

  @Test
  void a_registry_that_refuses_is_told_with_a_remedy() throws Exception {
    try (TestRegistry registry = new TestRegistry(true)) {
      SnapshotArtefact artefact = new SnapshotArtefact(registry.address() + "/s:1");
      UserMistake asked = assertThrows(UserMistake.class, artefact::find);
      assertTrue(asked.getMessage().startsWith("the registry does not say whether it has "));
      assertTrue(asked.remedy().contains("docker login"), asked.remedy());
      assertThrows(UserMistake.class, () -> added(artefact, ONE, List.of(kept("a")), archive("x")));
    }
    UserMistake nobody =
        assertThrows(UserMistake.class, () -> new SnapshotArtefact("localhost:1/s:1").find());
    assertTrue(nobody.getMessage().contains("localhost:1/s:1"), nobody.getMessage());
  }
}
