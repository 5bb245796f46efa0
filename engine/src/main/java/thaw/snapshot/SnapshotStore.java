package thaw.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import thaw.files.Trees;
import thaw.function.packaging.OwnFiles;

/**
 * Snapshots on disk, one folder a key. A folder is complete or absent: it is made beside its place
 * and renamed. A list of its files with their sizes and checksums is in it, and a snapshot that
 * differs from its list is removed instead of used.
 */
public final class SnapshotStore {
  private static final String LIST = "files.list";
  private static final String STAGED = "new-";
  private static final int BUFFER = 1 << 20;

  /** A snapshot that nobody has used for so long is removed. */
  private static final Duration KEPT = Duration.ofDays(14);

  /**
   * The bytes beyond which what was not used for longest is removed, unless a program may still use
   * it.
   */
  private static final long MOST_BYTES = 4L << 30;

  private static final Duration IN_USE = Duration.ofDays(1);

  /**
   * The age in which a staged folder may be in use; an older one belongs to a program that was
   * killed.
   */
  private static final Duration STAGED_AT_MOST = Duration.ofHours(1);

  /**
   * Folder of a snapshot with files of the process's, owned as they were and of any modes; nobody
   * else gets into the store to change them.
   */
  public static final String FOREIGN = "tmp";

  private final Path root;
  private final Optional<MountedSnapshots> mounted;
  private final Consumer<String> notes;

  /**
   * @param root created when absent, for its owner only: it holds memory of functions
   */
  public SnapshotStore(Path root) {
    this(root, _ -> {});
  }

  /**
   * @param notes for people: what is made anew, and why
   */
  public SnapshotStore(Path root, Consumer<String> notes) {
    this(root, Optional.empty(), notes);
  }

  /**
   * @param mounted what others have made, which is only read: what it has of a key is copied
   */
  public SnapshotStore(Path root, Optional<MountedSnapshots> mounted, Consumer<String> notes) {
    this.root = root;
    this.mounted = mounted;
    this.notes = notes;
  }

  /** An empty folder, to be published or deleted. */
  public Path stage() throws IOException {
    OwnFiles.makeClosed(root);
    Path staged = Files.createTempDirectory(root, STAGED);
    Files.setPosixFilePermissions(staged, PosixFilePermissions.fromString("rwxr-xr-x"));
    return staged;
  }

  /**
   * Keeps what was staged; the first of several writers wins.
   *
   * @return the folder that holds it
   */
  public Path publish(String key, Path staged) throws IOException {
    Path list = staged.resolve(LIST);
    Files.write(list, listed(staged));
    Files.setPosixFilePermissions(list, PosixFilePermissions.fromString("rw-------"));
    Path folder = root.resolve(key);
    try {
      Files.move(staged, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
      Trees.delete(staged);
    }
    return folder;
  }

  /**
   * The snapshot, when there is one for exactly this key, all of it is as it was written, and
   * nobody else could have written it.
   */
  public Optional<Path> find(String key) throws IOException {
    Path folder = root.resolve(key);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    Optional<String> doubt = OwnFiles.doubt(folder, folder.resolve(FOREIGN));
    doubt.ifPresent(why -> notes.accept("what an earlier run has kept is made anew: it " + why));
    if (doubt.isPresent() || !isWhole(folder)) {
      discard(key);
      return Optional.empty();
    }
    Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
    return Optional.of(folder);
  }

  /**
   * Takes over what others have made for this key, in place of making it. What cannot be read or is
   * damaged is told and left: it is made here.
   *
   * @return a folder that is not kept yet: it is to be tried first, and published or deleted
   */
  public Optional<Path> takeOver(String key) throws IOException {
    Optional<Path> packed = mounted.flatMap(all -> all.snapshot(key));
    if (packed.isEmpty()) {
      return Optional.empty();
    }
    Path staged = stage();
    try {
      PackedFolder.unpack(packed.get(), staged, staged.resolve(FOREIGN));
      Optional<String> doubt = OwnFiles.doubt(staged, staged.resolve(FOREIGN));
      if (doubt.isEmpty() && isWhole(staged)) {
        return Optional.of(staged);
      }
      notes.accept(
          "a snapshot is not used: %s: it %s"
              .formatted(packed.get(), doubt.orElse("differs from the list of its files")));
    } catch (IOException e) {
      notes.accept("a snapshot is not used: " + packed.get() + " is damaged: " + e.getMessage());
    }
    Trees.delete(staged);
    return Optional.empty();
  }

  private static boolean isWhole(Path folder) {
    try {
      return Files.readAllLines(folder.resolve(LIST)).equals(listed(folder));
    } catch (IOException e) {
      return false; // the list, or a file of it, is missing or cannot be read
    }
  }

  /** Removes a snapshot; clones that live keep the files that they have mapped. */
  public void discard(String key) throws IOException {
    Path folder = root.resolve(key);
    if (Files.isDirectory(folder)) {
      Path aside = Files.createTempDirectory(root, STAGED);
      Files.move(folder, aside.resolve("discarded"), StandardCopyOption.ATOMIC_MOVE);
      Trees.delete(aside);
    }
  }

  /**
   * Removes what was not used for two weeks, what was left half made, and what was not used for
   * longest when all together has more than 4 GiB.
   */
  public void prune() throws IOException {
    if (!Files.isDirectory(root)) {
      return;
    }
    Instant now = Instant.now();
    try {
      for (Path folder : folders()) {
        boolean staged = folder.getFileName().toString().startsWith(STAGED);
        Instant limit = now.minus(staged ? STAGED_AT_MOST : KEPT);
        if (Files.getLastModifiedTime(folder).toInstant().isBefore(limit)) {
          Trees.delete(folder);
        }
      }
      pruneTo(MOST_BYTES, now.minus(IN_USE));
    } catch (NoSuchFileException | UncheckedIOException e) {
      // Another program removes the same.
    }
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> children = Files.list(root)) {
      return children.filter(Files::isDirectory).toList();
    }
  }

  /**
   * Removes what was not used for longest until the rest has at most so many bytes.
   *
   * @param used what was used later stays
   */
  void pruneTo(long bytes, Instant used) throws IOException {
    List<Kept> oldestFirst = new ArrayList<>();
    for (Path folder : folders()) {
      oldestFirst.add(new Kept(folder, Files.getLastModifiedTime(folder), bytes(folder)));
    }
    oldestFirst.sort(Comparator.comparing(Kept::used));
    long total = oldestFirst.stream().mapToLong(Kept::bytes).sum();
    for (Kept kept : oldestFirst) {
      if (total > bytes && kept.used().toInstant().isBefore(used)) {
        total -= kept.bytes();
        Trees.delete(kept.folder());
      }
    }
  }

  private record Kept(Path folder, FileTime used, long bytes) {}

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path file : tree.filter(SnapshotStore::isFile).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  /** Size, CRC-32C and name of every file but the list itself, by name. */
  private static List<String> listed(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path file : tree.filter(SnapshotStore::isFile).sorted().toList()) {
        String name = folder.relativize(file).toString();
        if (!name.equals(LIST)) {
          lines.add(Files.size(file) + " " + checksum(file) + " " + name);
        }
      }
    }
    return lines;
  }

  /**
   * Returns whether it is a file itself, and no link that a function has left in its /tmp: such a
   * link leads anywhere.
   */
  private static boolean isFile(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static String checksum(Path file) throws IOException {
    CRC32C sum = new CRC32C();
    byte[] buffer = new byte[BUFFER];
    try (InputStream content = Files.newInputStream(file)) {
      for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
        sum.update(buffer, 0, read);
      }
    }
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }
}
