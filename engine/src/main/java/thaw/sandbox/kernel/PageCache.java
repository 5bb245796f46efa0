package thaw.sandbox.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The kernel's cache of file contents. */
public final class PageCache {
  private PageCache() {}

  /** Bytes of a page on this machine: 4096 on x86-64, up to 65536 on arm64. */
  public static int pageBytes() {
    return Native.pageBytes();
  }

  /**
   * Drops the clean pages of every regular file below the given files and folders. Pages that a
   * living process has mapped stay: this program's own JDK among them when the function runs on it.
   */
  public static void drop(List<Path> roots) throws IOException {
    for (Path root : roots) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(Files::isRegularFile).filter(Files::isReadable).toList()) {
          Native.dropFromPageCache(file);
        }
      } catch (UncheckedIOException e) { // of the walk
        throw new IOException("could not read all of " + root + ": " + e.getMessage(), e);
      }
    }
  }
}
