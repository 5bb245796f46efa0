package thaw.function.packaging;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Folders named by the digest of their content, each published by one rename. One that somebody
 * else could have changed is set aside, and so made anew. Refuses to know what is in them.
 *
 * @param notes for people: what is made anew, and why
 */
public record StoreFolder(Path root, Consumer<String> notes) {
  /** Fills an unpublished folder. */
  @FunctionalInterface
  public interface Filler {
    /**
     * @param content does not exist yet; what is made there is published
     * @param scratch a folder that is removed afterwards
     * @return the digest of what was made, which becomes its name
     */
    Sha256 fill(Path content, Path scratch) throws IOException;
  }

  public boolean has(Sha256 digest) throws IOException {
    Path folder = folder(digest);
    if (!Files.isDirectory(folder)) {
      return false;
    }
    Optional<String> doubt = OwnFiles.doubt(folder);
    if (doubt.isPresent()) {
      notes.accept("a cached package is made anew: it " + doubt.get());
      setAside(folder);
    }
    return doubt.isEmpty();
  }

  /**
   * Moves a folder aside, and does not remove it: another program may use it. It goes with all else
   * that nobody has finished.
   */
  private void setAside(Path folder) throws IOException {
    Path aside = Files.createTempDirectory(root, CacheSection.SET_ASIDE);
    Files.move(folder, aside.resolve("content"), StandardCopyOption.ATOMIC_MOVE);
  }

  public Path folder(Sha256 digest) {
    return root.resolve(digest.hex());
  }

  public Sha256 publish(Filler filler) throws IOException {
    Files.createDirectories(root);
    Path scratch = Files.createTempDirectory(root, ".incoming-");
    try {
      Path content = scratch.resolve("content");
      Sha256 digest = filler.fill(content, scratch);
      if (!has(digest)) {
        rename(content, folder(digest));
      }
      return digest;
    } finally {
      delete(scratch);
    }
  }

  /** Whoever renames first wins; the content is the same by its name. */
  private static void rename(Path content, Path published) throws IOException {
    try {
      Files.move(content, published, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!Files.isDirectory(published)) {
        throw e;
      }
    }
  }

  /** Removes a folder with all that is in it; links are removed, not followed. */
  static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> entries = Files.walk(folder)) {
      deepestFirst = entries.sorted(Comparator.reverseOrder()).toList();
    } catch (UncheckedIOException e) {
      throw new IOException("could not list " + folder, e);
    }
    for (Path entry : deepestFirst) {
      Files.deleteIfExists(entry);
    }
  }
}
