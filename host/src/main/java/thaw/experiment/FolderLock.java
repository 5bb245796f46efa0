package thaw.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/** Keeps a second experiment out of a folder of results; ends with the process at the latest. */
final class FolderLock implements AutoCloseable {
  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * @param folder exists
   */
  static FolderLock take(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new UserMistake(
          "another measurement writes to " + folder,
          "wait until it has ended, or name another folder with --out");
    }
    return new FolderLock(channel);
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
      throw new UncheckedIOException("could not release the lock of the results: " + e, e);
    }
  }
}
