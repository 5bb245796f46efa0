package thaw.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import thaw.problem.UserMistake;

/** The folder of a store on disk, and what a user may have done wrong with it. */
final class DataFolder {
  private DataFolder() {}

  /**
   * @param folder made when it is missing, for its owner only: events may hold secrets
   */
  static FolderLock lock(Path folder) {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      return FolderLock.take(folder.resolve("lock"))
          .orElseThrow(() ->
              new UserMistake(
                  "another Thaw uses the data folder " + folder,
                  "end that one first, or name another folder with --data"));
    } catch (IOException e) {
      throw new UserMistake(
          "the data folder cannot be written: " + folder + ": " + e.getClass().getSimpleName(),
          "name a folder with --data that can be written");
    }
  }
}
