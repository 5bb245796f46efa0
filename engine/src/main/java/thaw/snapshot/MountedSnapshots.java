package thaw.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Snapshots that others have made, in a folder that is only read, such as an image volume of a pod:
 * a folder for each {@link MachineKind}, with the snapshots of its machines and the class archive
 * that their processes have mapped.
 *
 * <pre>
 *   5b1f0c6e2d9a7c34/machine.txt             Linux 6.18.0 on AMD EPYC 9R14
 *   5b1f0c6e2d9a7c34/snapshots/KEY.tar       a folder of SnapshotStore, packed
 *   5b1f0c6e2d9a7c34/archives/KEY/           a folder of ArchiveStore
 * </pre>
 *
 * <p>A snapshot is memory that will run: whoever can write to the folder decides what runs. It is
 * looked at for what may differ or be damaged, and not for what somebody means ill.
 *
 * @param folder of all
 * @param machine that snapshots are wanted for
 */
public record MountedSnapshots(Path folder, MachineKind machine) {
  /** The variable that names the folder. */
  public static final String VARIABLE = "THAW_SNAPSHOTS";

  private static final String MACHINE = "machine.txt";
  private static final String SNAPSHOTS = "snapshots";
  private static final String ARCHIVES = "archives";
  private static final String PACKED = ".tar";

  /** Returns the folder where there is one, for this machine. */
  public static Optional<MountedSnapshots> named(Optional<String> folder) throws IOException {
    return folder.isEmpty() || folder.get().isBlank()
        ? Optional.empty()
        : Optional.of(new MountedSnapshots(Path.of(folder.get()), MachineKind.own()));
  }

  /**
   * Returns why nothing of the folder can be used here, in one line; empty when there is something.
   */
  public Optional<String> obstacle() {
    if (Files.isDirectory(own())) {
      return Optional.empty();
    }
    List<String> others = new ArrayList<>();
    try (Stream<Path> children = Files.list(folder)) {
      for (Path child : children.sorted().toList()) {
        if (Files.isRegularFile(child.resolve(MACHINE))) {
          others.add(Files.readString(child.resolve(MACHINE)).strip());
        }
      }
    } catch (IOException e) {
      return Optional.of("no snapshots are used: " + folder + " cannot be read: " + e.getMessage());
    }
    return Optional.of(
        others.isEmpty()
            ? "no snapshots are used: " + folder + " has none that Thaw made"
            : "no snapshots are used: those in %s are for %s, and this is %s"
                .formatted(folder, String.join("; ", others), machine.words()));
  }

  /** Returns the folder for this kind of machine, which need not exist. */
  private Path own() {
    return folder.resolve(machine.name());
  }

  /** A packed one. */
  Optional<Path> snapshot(String key) {
    return Optional.of(own().resolve(SNAPSHOTS).resolve(key + PACKED)).filter(Files::isRegularFile);
  }

  /** Folder with the archive. */
  public Optional<Path> archive(String digest) {
    return Optional.of(own().resolve(ARCHIVES).resolve(digest)).filter(Files::isDirectory);
  }

  /**
   * Packs a snapshot into it, while it is being made.
   *
   * @param kept a folder of {@link SnapshotStore}, whose name is the key
   */
  public void add(Path kept) throws IOException {
    Path snapshots = Files.createDirectories(own().resolve(SNAPSHOTS));
    Files.writeString(own().resolve(MACHINE), machine.words() + "\n");
    PackedFolder.pack(kept, snapshots.resolve(kept.getFileName() + PACKED));
  }

  /**
   * Copies an archive into it, while it is being made.
   *
   * @param kept a folder of an {@code ArchiveStore}, whose name is the key
   */
  public void addArchive(Path kept) throws IOException {
    Path copy = own().resolve(ARCHIVES).resolve(kept.getFileName().toString());
    Files.createDirectories(copy);
    try (Stream<Path> files = Files.list(kept)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        Files.copy(file, copy.resolve(file.getFileName().toString()));
      }
    }
  }
}
