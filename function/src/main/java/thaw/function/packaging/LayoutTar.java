package thaw.function.packaging;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** The tar of an OCI image layout, the same bytes each time. */
final class LayoutTar {
  private LayoutTar() {}

  static void write(Path layout, OutputStream out) throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(layout)) {
      files =
          tree.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
              .map(layout::relativize)
              .sorted()
              .toList();
    }
    TarArchiveOutputStream tar = new TarArchiveOutputStream(out);
    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    for (Path file : files) {
      TarArchiveEntry entry = new TarArchiveEntry(file.toString());
      entry.setSize(Files.size(layout.resolve(file)));
      entry.setModTime(0L);
      tar.putArchiveEntry(entry);
      Files.copy(layout.resolve(file), tar);
      tar.closeArchiveEntry();
    }
    tar.finish();
  }
}
