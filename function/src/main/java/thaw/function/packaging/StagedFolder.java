package thaw.function.packaging;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A folder that is being filled, unpublished and owned by one thread. Gives every entry the
 * permissions that Lambda's {@code /var/task} shows to the function's user: readable by all,
 * folders 755, files 644 or 755, whatever the umask.
 */
final class StagedFolder {
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-r--r--");
  private static final Set<PosixFilePermission> EXECUTABLE =
      PosixFilePermissions.fromString("rwxr-xr-x");

  private final Path root;
  private final Set<String> made = new HashSet<>();

  /**
   * The times of folders, which are set at the end: every file that is written changes its folder's
   * time.
   */
  private final Map<Path, FileTime> folderTimes = new LinkedHashMap<>();

  StagedFolder(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(root);
    makeFolder("");
  }

  /**
   * @param name relative, with {@code /} between its parts and at its end
   */
  void folder(String name, FileTime modified) throws IOException {
    makeFoldersOf(name);
    folderTimes.put(root.resolve(name), modified);
  }

  OutputStream file(String name) throws IOException {
    makeFoldersOf(name);
    return Files.newOutputStream(root.resolve(name));
  }

  void finish(String name, boolean executable, FileTime modified) throws IOException {
    Path file = root.resolve(name);
    Files.setPosixFilePermissions(file, executable ? EXECUTABLE : FILE);
    Files.setLastModifiedTime(file, modified);
  }

  void complete() throws IOException {
    for (Map.Entry<Path, FileTime> folder : folderTimes.entrySet()) {
      Files.setLastModifiedTime(folder.getKey(), folder.getValue());
    }
  }

  void makeFoldersOf(String name) throws IOException {
    for (int i = name.indexOf('/'); i >= 0; i = name.indexOf('/', i + 1)) {
      makeFolder(name.substring(0, i));
    }
  }

  private void makeFolder(String name) throws IOException {
    if (made.add(name)) {
      Path folder = root.resolve(name);
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(folder, EXECUTABLE);
    }
  }
}
