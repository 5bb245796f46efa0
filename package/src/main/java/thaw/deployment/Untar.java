package thaw.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarFile;

/** The files of a tar that this program has written itself. */
final class Untar {
  private Untar() {}

  static void into(Path tar, Path folder) throws IOException {
    try (TarFile file = new TarFile(tar)) {
      for (TarArchiveEntry entry : file.getEntries()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
          throw new IOException("leads out of the folder: " + entry.getName());
        }
        if (entry.isFile()) {
          Files.createDirectories(target.getParent());
          Files.copy(file.getInputStream(entry), target);
        }
      }
    }
  }
}
