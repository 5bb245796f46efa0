package thaw.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is either the old one or the whole new one, never a part. */
final class AtomicFile {
  private AtomicFile() {}

  /** Creates the folder too. */
  static void write(Path file, String content) {
    Path target = file.toAbsolutePath();
    Path folder = target.resolveSibling("");
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    try {
      Files.createDirectories(folder);
      Files.writeString(partial, content, StandardCharsets.UTF_8);
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      deleteAfter(e, partial);
      throw new UncheckedIOException("could not write " + target, e);
    }
  }

  private static void deleteAfter(IOException failure, Path partial) {
    try {
      Files.deleteIfExists(partial);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
