package thaw.presentation.text;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is either the old one or the whole new one, never a part. */
public final class AtomicFile {
  private AtomicFile() {}

  /** Writes the content of a file. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Creates the folder too. */
  public static void write(Path file, String content) {
    write(file, out -> out.write(content.getBytes(StandardCharsets.UTF_8)));
  }

  /** Creates the folder too. The content need not fit into memory. */
  public static void write(Path file, Content content) {
    Path target = file.toAbsolutePath();
    Path folder = target.resolveSibling("");
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    try {
      Files.createDirectories(folder);
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(partial), 1 << 16)) {
        content.writeTo(out);
      }
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
