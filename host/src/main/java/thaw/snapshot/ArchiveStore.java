package thaw.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import thaw.function.Shelf;

/**
 * Class archives on disk, one folder a key. A folder is complete or absent: archives are copied
 * beside it first and renamed into place.
 */
public final class ArchiveStore {
  private static final String PROBLEM = "problem";

  private final Path root;

  /**
   * @param root created when absent
   */
  public ArchiveStore(Path root) {
    this.root = root;
  }

  /** The folder that holds the archive, when there is one for exactly this key. */
  public Optional<Path> find(ArchiveKey key) {
    Path folder = root.resolve(key.digest());
    if (!Files.exists(folder.resolve(key.format().fileName()))) {
      return Optional.empty();
    }
    shelf().use(folder);
    return Optional.of(folder);
  }

  /** Where it keeps what can be made again. */
  public Shelf shelf() {
    return new Shelf(root);
  }

  /** Why there will be no archive for this key, when that is known. */
  public Optional<String> findProblem(ArchiveKey key) throws IOException {
    Path problem = root.resolve(key.digest()).resolve(PROBLEM);
    return Files.exists(problem) ? Optional.of(Files.readString(problem)) : Optional.empty();
  }

  /** Remembers that this JVM makes no archive, so that it is not asked again and again. */
  public void publishProblem(ArchiveKey key, String problem) throws IOException {
    Files.createDirectories(root);
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
    Files.createDirectories(root);
    Path temporary = Files.createTempDirectory(root, "new-");
    Files.copy(archive, temporary.resolve(key.format().fileName()));
    temporary.toFile().setExecutable(true, false);
    temporary.toFile().setReadable(true, false);
    temporary.resolve(key.format().fileName()).toFile().setReadable(true, false);
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
