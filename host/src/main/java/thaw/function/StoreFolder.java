package thaw.function;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders named by the digest of their content, each published by one rename. Refuses to know what
 * is in them.
 */
record StoreFolder(Path root) {
  /** Fills an unpublished folder. */
  @FunctionalInterface
  interface Filler {
    /**
     * @param content does not exist yet; what is made there is published
     * @param scratch a folder that is removed afterwards
     * @return the digest of what was made, which becomes its name
     */
    Sha256 fill(Path content, Path scratch) throws IOException;
  }

  boolean has(Sha256 digest) {
    return Files.isDirectory(folder(digest));
  }

  Path folder(Sha256 digest) {
    return root.resolve(digest.hex());
  }

  Sha256 publish(Filler filler) throws IOException {
    Files.createDirectories(root);
    Path scratch = Files.createTempDirectory(root, ".incoming-");
    try {
      Path content = scratch.resolve("content");
      Sha256 digest = filler.fill(content, scratch);
      rename(content, folder(digest));
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
