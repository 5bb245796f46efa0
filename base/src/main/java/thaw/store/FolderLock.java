package thaw.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Keeps a second program out of a folder; ends with the process at the latest. */
public final class FolderLock implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * @param file made when it is missing, in a folder that exists
   * @return empty when another program, or this one, has it
   */
  public static Optional<FolderLock> take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    boolean taken = false;
    try {
      taken = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Held by this very process.
    } finally {
      if (!taken) {
        channel.close();
      }
    }
    return taken ? Optional.of(new FolderLock(file, channel)) : Optional.empty();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("could not release " + file + ": " + e, e);
    }
  }
}
