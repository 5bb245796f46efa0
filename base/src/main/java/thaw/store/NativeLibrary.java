package thaw.store;

import java.nio.file.Files;
import java.nio.file.Path;
import org.sqlite.util.OSInfo;

/**
 * Leads SQLite's driver to its native library. The build has unpacked it, since the driver would
 * otherwise unpack it to a shared folder at every start, which takes longer than all the rest, and
 * a program that is killed leaves the file behind.
 */
final class NativeLibrary {
  private NativeLibrary() {}

  /** Leads the driver there; must come before its first connection. */
  static void locate() {
    String program = System.getProperty("thaw.program");
    if (program == null) {
      return; // the driver then looks in java.library.path
    }
    Path folder =
        Path.of(program, "sqlite/org/sqlite/native", OSInfo.getNativeLibFolderPathForCurrentOS());
    if (Files.isDirectory(folder)) {
      System.setProperty("org.sqlite.lib.path", folder.toString());
    }
  }
}
