package thaw.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/** Keeps a second program out of a data folder; ends with the process at the latest. */
final class FolderLock implements AutoCloseable {
  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * @param folder made when it is missing, for its owner only: events may hold secrets
   */
  static FolderLock take(Path folder) {
    FileChannel channel = opened(folder);
    try {
      if (tryLock(channel) != null) {
        return new FolderLock(channel);
      }
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not lock " + folder + ": " + e.getMessage(), e);
    }
    throw new UserMistake(
        "another Thaw uses the data folder " + folder,
        "end that one first, or name another folder with --data");
  }

  private static FileChannel opened(Path folder) {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      return FileChannel.open(
          folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UserMistake(
          "the data folder cannot be written: " + folder + ": " + e.getClass().getSimpleName(),
          "name a folder with --data that can be written");
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // held by this very process
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not release the lock of the data folder: " + e, e);
    }
  }
}
