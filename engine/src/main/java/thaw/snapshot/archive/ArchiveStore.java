package thaw.snapshot.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.function.packaging.CacheSection;
import thaw.function.packaging.OwnFiles;
import thaw.snapshot.MountedSnapshots;

/**
 * Class archives on disk, one folder a key. A folder is complete or absent: archives are copied
 * beside it first and renamed into place.
 */
public final class ArchiveStore {
  private static final String PROBLEM = "problem";

  private final Path root;
  private final Optional<MountedSnapshots> mounted;
  private final Path shipped;
  private final Consumer<String> notes;

  /**
   * @param root created when absent, for its owner only
   */
  public ArchiveStore(Path root) {
    this(root, _ -> {});
  }

  /**
   * @param notes for people: what is made anew, and why
   */
  ArchiveStore(Path root, Consumer<String> notes) {
    this(root, Optional.empty(), root, notes);
  }

  /**
   * @param mounted what others have made, which is only read: what it has of a key is copied, as
   *     the snapshots beside it have mapped that one
   * @param shipped folder with what came with the program, used where it is; may not exist
   */
  public ArchiveStore(
      Path root, Optional<MountedSnapshots> mounted, Path shipped, Consumer<String> notes) {
    this.root = root;
    this.mounted = mounted;
    this.shipped = shipped;
    this.notes = notes;
  }

  /** The folder that holds the archive, when there is one for exactly this key. */
  public Optional<Path> find(ArchiveKey key) {
    Path folder = root.resolve(key.digest());
    if (!Files.exists(folder.resolve(key.format().fileName()))) {
      takeOver(key);
    }
    if (!Files.exists(folder.resolve(key.format().fileName())) || isDoubtful(folder)) {
      return Optional.of(shipped.resolve(key.digest()))
          .filter(other -> Files.exists(other.resolve(key.format().fileName())));
    }
    section().use(folder);
    return Optional.of(folder);
  }

  /** Copies a mounted archive. If that fails, it says so, and the archive is made here. */
  private void takeOver(ArchiveKey key) {
    Optional<Path> archive =
        mounted
            .flatMap(all -> all.archive(key.digest()))
            .map(folder -> folder.resolve(key.format().fileName()))
            .filter(Files::isRegularFile);
    try {
      if (archive.isPresent()) {
        publish(key, archive.get());
      }
    } catch (IOException e) {
      notes.accept("a class archive is made anew: " + archive.get() + " cannot be read: " + e);
    }
  }

  /**
   * Tells whether somebody else could have changed the folder. It is set aside then, not removed:
   * another program may have mapped the archive.
   */
  private boolean isDoubtful(Path folder) {
    try {
      Optional<String> doubt = OwnFiles.doubt(folder);
      if (doubt.isPresent()) {
        notes.accept("a cached class archive is made anew: it " + doubt.get());
        Path aside = Files.createTempDirectory(root, CacheSection.SET_ASIDE);
        Files.move(folder, aside.resolve("archive"), StandardCopyOption.ATOMIC_MOVE);
      }
      return doubt.isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException("could not look at " + folder + ": " + e, e);
    }
  }

  /** Returns the section of the cache in which it keeps what can be made again. */
  public CacheSection section() {
    return new CacheSection(root);
  }

  /** Returns why there will be no archive for this key, when that is known. */
  public Optional<String> findProblem(ArchiveKey key) throws IOException {
    Path problem = root.resolve(key.digest()).resolve(PROBLEM);
    return Files.exists(problem) ? Optional.of(Files.readString(problem)) : Optional.empty();
  }

  /** Remembers that this JVM makes no archive, so that it is not asked again and again. */
  public void publishProblem(ArchiveKey key, String problem) throws IOException {
    OwnFiles.makeClosed(root);
    Path temporary = Files.createTempDirectory(root, "new-");
    Files.writeString(temporary.resolve(PROBLEM), problem);
    moveInto(key, temporary, PROBLEM);
  }

  /**
   * Keeps a copy of the archive; the first of several writers wins.
   *
   * @return the folder that holds it
   */
  public Path publish(ArchiveKey key, Path archive) throws IOException {
    OwnFiles.makeClosed(root);
    Path temporary = Files.createTempDirectory(root, "new-");
    Path copy = temporary.resolve(key.format().fileName());
    Files.copy(archive, copy);
    // A box sees the folder, which is mounted there for another user; here nobody gets to it.
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
    return moveInto(key, temporary, key.format().fileName());
  }

  private Path moveInto(ArchiveKey key, Path temporary, String file) throws IOException {
    Path folder = root.resolve(key.digest());
    try {
      Files.move(temporary, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
      Files.delete(temporary.resolve(file));
      Files.delete(temporary);
    }
    return folder;
  }
}
