package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapshot.archive.ArchiveKey;
import thaw.snapshot.archive.ArchiveStore;

class MountedSnapshotsTest {
  private static final MachineKind HERE = new MachineKind("6.18.0", "model name\t: One\nflags: a");
  private static final MachineKind THERE = new MachineKind("6.18.0", "model name\t: Two\nflags: b");

  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  private MountedSnapshots mounted(MachineKind machine) throws IOException {
    return new MountedSnapshots(Files.createDirectories(folder.resolve("volume")), machine);
  }

  private SnapshotStore own() throws IOException {
    return new SnapshotStore(folder.resolve("own"), Optional.of(mounted(HERE)), notes::add);
  }

  /** As another worker has made it. */
  private Path kept(String key) throws IOException {
    SnapshotStore store = new SnapshotStore(folder.resolve("of another"));
    Path staged = store.stage();
    Files.createDirectories(staged.resolve("images"));
    Files.write(staged.resolve("images/core.img"), new byte[1000]);
    Path tmp = Files.createDirectory(staged.resolve("tmp"));
    Files.setPosixFilePermissions(tmp, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(tmp.resolve("left"), "by the function");
    Files.setPosixFilePermissions(
        tmp.resolve("left"), PosixFilePermissions.fromString("r--r-----"));
    Files.createSymbolicLink(tmp.resolve("link"), Path.of("/proc/kcore"));
    return store.publish(key, staged);
  }

  private Path packed() {
    return folder.resolve("volume").resolve(HERE.name()).resolve("snapshots/a.tar");
  }

  @Test
  void what_others_have_made_is_taken_over_with_modes_and_links_and_the_volume_stays_as_it_is()
      throws IOException {
    Path there = kept("a");
    mounted(HERE).add(there);
    byte[] before = Files.readAllBytes(packed());
    assertEquals(Optional.empty(), own().find("a"), "it is not kept before it is tried");
    Path staged = own().takeOver("a").orElseThrow();
    assertEquals("r--r-----", permissions(staged.resolve("tmp/left")));
    assertEquals("rwxr-xr-x", permissions(staged.resolve("tmp")));
    assertEquals(Path.of("/proc/kcore"), Files.readSymbolicLink(staged.resolve("tmp/link")));
    assertEquals(
        -1, Files.mismatch(there.resolve("images/core.img"), staged.resolve("images/core.img")));
    Path published = own().publish("a", staged);
    assertEquals(Optional.of(published), own().find("a"));
    own().discard("a");
    assertEquals(List.of(), notes);
    assertEquals(before.length, Files.readAllBytes(packed()).length);
    assertEquals(Optional.empty(), own().takeOver("b"), "of another code, JDK or setting");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void the_same_snapshot_is_packed_into_the_same_file() throws IOException {
    Path there = kept("a");
    mounted(HERE).add(there);
    byte[] first = Files.readAllBytes(packed());
    mounted(HERE).add(there);
    assertEquals(
        new String(first, StandardCharsets.ISO_8859_1),
        Files.readString(packed(), StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @CsvSource({"true, is damaged", "false, differs from the list of its files"})
  void what_is_damaged_is_a_miss_with_its_reason(boolean cut, String reason) throws IOException {
    Path there = kept("a");
    mounted(HERE).add(there);
    byte[] content = Files.readAllBytes(packed());
    int last = new String(content, StandardCharsets.ISO_8859_1).indexOf("by the function");
    content[last] = 'B';
    Files.write(packed(), cut ? Arrays.copyOf(content, last + 1) : content);
    assertEquals(Optional.empty(), own().takeOver("a"));
    assertEquals(1, notes.size(), notes.toString());
    assertTrue(notes.getFirst().startsWith("a snapshot is not used: "), notes.toString());
    assertTrue(notes.getFirst().contains(reason), notes.toString());
    try (Stream<Path> left = Files.list(folder.resolve("own"))) {
      assertEquals(List.of(), left.toList());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "../../escaped, leads out of the folder",
    "/escaped, leads out of the folder",
    "link/escaped, is in no folder",
    "., leads out of the folder"
  })
  void what_leads_out_of_its_folder_is_a_miss(String name, String reason) throws IOException {
    Files.createDirectories(packed().getParent());
    try (OutputStream file = Files.newOutputStream(packed());
        TarArchiveOutputStream tar = new TarArchiveOutputStream(file)) {
      TarArchiveEntry link = new TarArchiveEntry("link", TarConstants.LF_SYMLINK);
      link.setLinkName(folder.toString());
      tar.putArchiveEntry(link);
      tar.closeArchiveEntry();
      TarArchiveEntry entry = new TarArchiveEntry(name, true);
      entry.setSize(1);
      tar.putArchiveEntry(entry);
      tar.write(1);
      tar.closeArchiveEntry();
    }
    assertEquals(Optional.empty(), own().takeOver("a"));
    assertTrue(notes.getFirst().contains(reason), notes.toString());
    assertFalse(Files.exists(folder.resolve("escaped")));
  }

  @Test
  void those_of_other_machines_and_what_is_no_snapshot_are_told() throws IOException {
    MountedSnapshots here = mounted(HERE);
    assertEquals(
        Optional.of("no snapshots are used: " + here.folder() + " has none that Thaw made"),
        here.obstacle());
    mounted(THERE).add(kept("a"));
    assertEquals(
        Optional.of(
            "no snapshots are used: those in "
                + here.folder()
                + " are for Linux 6.18.0 on Two, and this is Linux 6.18.0 on One"),
        here.obstacle());
    assertEquals(Optional.empty(), own().takeOver("a"));
    here.add(kept("a"));
    assertEquals(Optional.empty(), here.obstacle());
    assertTrue(own().takeOver("a").isPresent());
    MountedSnapshots nowhere = new MountedSnapshots(folder.resolve("nowhere"), HERE);
    assertTrue(nowhere.obstacle().orElseThrow().contains("cannot be read"));
  }

  @Test
  void another_kernel_or_cpu_is_another_machine_and_this_one_is_always_the_same()
      throws IOException {
    assertEquals(MachineKind.own(), MachineKind.own());
    assertEquals(MachineKind.own().name(), MachineKind.own().name());
    assertTrue(MachineKind.own().words().startsWith("Linux " + System.getProperty("os.version")));
    List<String> names =
        Stream.of(HERE, THERE, new MachineKind("6.18.1", HERE.cpu()))
            .map(MachineKind::name)
            .distinct()
            .toList();
    assertEquals(3, names.size());
  }

  @Test
  void the_class_archive_beside_them_is_copied_in_place_of_being_made() throws IOException {
    ArchiveFormat format = ArchiveFormat.values()[0];
    ArchiveKey key = new ArchiveKey(format, "0123");
    Path archive = Files.writeString(folder.resolve("archive"), "classes");
    Path there = new ArchiveStore(folder.resolve("archives of another")).publish(key, archive);
    mounted(HERE).addArchive(there);
    ArchiveStore store =
        new ArchiveStore(
            folder.resolve("archives"), Optional.of(mounted(HERE)), folder, notes::add);
    Path found = store.find(key).orElseThrow();
    assertEquals("classes", Files.readString(found.resolve(format.fileName())));
    assertTrue(found.startsWith(folder.resolve("archives")));
    assertEquals(Optional.empty(), store.find(new ArchiveKey(format, "4567")));
  }

  @Test
  void a_class_archive_that_came_with_the_program_is_used_where_it_is() throws IOException {
    ArchiveFormat format = ArchiveFormat.values()[0];
    ArchiveKey key = new ArchiveKey(format, "0123");
    Path archive = Files.writeString(folder.resolve("archive"), "classes");
    Path shipped = folder.resolve("shipped");
    new ArchiveStore(shipped).publish(key, archive);
    ArchiveStore store =
        new ArchiveStore(folder.resolve("archives"), Optional.empty(), shipped, notes::add);
    assertEquals(shipped.resolve("0123"), store.find(key).orElseThrow());
    Path own = store.publish(key, archive);
    assertEquals(own, store.find(key).orElseThrow(), "what was made here is preferred");
    assertEquals(Optional.empty(), store.find(new ArchiveKey(format, "4567")));
  }
}
