package thaw.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.problem.UserMistake;

/** The folder of a store on disk, and what a user may have done wrong with it. */
final class DataFolder {
  static final String DATABASE = "thaw.db";
  private static final String LOCK = "lock";
  private static final Set<PosixFilePermission> FOR_OWNER =
      PosixFilePermissions.fromString("rw-------");

  private DataFolder() {}

  /**
   * @param folder made when it is missing, for its owner only: events may hold secrets; one that is
   *     there stays open to whom it is, but not the files in it
   */
  static FolderLock lock(Path folder) {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      for (String name : List.of(DATABASE, DATABASE + "-wal", DATABASE + "-shm", LOCK)) {
        keepOut(folder.resolve(name));
      }
      return FolderLock.take(folder.resolve(LOCK))
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

  /**
   * Returns a description of damage that SQLite passes over in silence. A copy of the log is kept
   * for whoever can read it.
   */
  static Optional<String> damage(Path folder) {
    Path log = folder.resolve(DATABASE + "-wal");
    try {
      long lost = LogCheck.lostCommits(log);
      if (lost == 0) {
        return Optional.empty();
      }
      Path copy = folder.resolve(DATABASE + "-wal.damaged");
      Files.copy(
          log, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      return Optional.of(
          "%s is damaged, and what it said last is lost: %d %s; a copy is kept as %s"
              .formatted(
                  log,
                  lost,
                  lost == 1
                      ? "change (after a power failure perhaps one that nobody was told of)"
                      : "changes, such as events that were accepted",
                  copy.getFileName()));
    } catch (IOException e) {
      return Optional.of("could not see whether " + log + " is whole: " + e);
    }
  }

  /** Files beside the database get its permissions: https://sqlite.org/wal.html. */
  private static void keepOut(Path file) throws IOException {
    if (Files.exists(file)) {
      if (Files.getOwner(file).equals(Files.getOwner(Path.of("/proc/self")))) {
        Files.setPosixFilePermissions(file, FOR_OWNER);
      }
    } else if (file.endsWith(DATABASE)) {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(FOR_OWNER));
    }
  }
}
