package thaw.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import thaw.sandbox.kernel.Native;

/**
 * Reads what the program of a sandbox has written from a file: no thread has to pump, and a program
 * that writes much does not block on a slow reader. Who watches {@link #keptBytes} keeps it from
 * filling the disk.
 */
final class FileOutput extends SandboxOutput {
  private static final int MIB = 1024 * 1024;
  private static final int PIECE = MIB / 8;
  private static final int LARGEST_READ = 64 * MIB;
  private static final int FREED_AT_ONCE = 8 * MIB;

  private final Path file;
  private final BiPredicate<Path, Long> freeing;
  private final ReentrantLock reading = new ReentrantLock();
  private long position; // guarded by reading
  private volatile long freed; // written under reading
  private volatile long asked = System.nanoTime();

  FileOutput(Path file) {
    this(file, Native::punchHole);
  }

  /**
   * @param freeing frees the space of so many bytes at the file's beginning; false where that is
   *     not possible
   */
  FileOutput(Path file, BiPredicate<Path, Long> freeing) {
    this.file = file;
    this.freeing = freeing;
  }

  @Override
  public byte[] drain() {
    reading.lock();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      byte[] bytes = read(channel, Math.min(channel.size() - position, LARGEST_READ));
      freeRead(FREED_AT_ONCE);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the output " + file + ": " + e, e);
    } finally {
      asked = System.nanoTime();
      reading.unlock();
    }
  }

  @Override
  public boolean drainTo(Consumer<byte[]> reader, long most) {
    reading.lock();
    try {
      asked = System.nanoTime();
      if (file.toFile().length() == position) {
        return false; // most requests print nothing; to ask costs a third of opening the file
      }
      return readTo(reader, most);
    } finally {
      asked = System.nanoTime();
      reading.unlock();
    }
  }

  private boolean readTo(Consumer<byte[]> reader, long most) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long begin = position;
      long end = channel.size();
      while (position < end && position - begin < most) {
        byte[] piece = read(channel, Math.min(end - position, PIECE));
        if (piece.length == 0) {
          return false;
        }
        reader.accept(piece);
        freeRead(FREED_AT_ONCE);
      }
      return position < end;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the output " + file + ": " + e, e);
    }
  }

  private byte[] read(FileChannel channel, long most) throws IOException {
    if (most <= 0) {
      return new byte[0];
    }
    ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(most));
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, position);
      if (read < 0) {
        break;
      }
      position += read;
    }
    byte[] bytes = new byte[buffer.position()];
    buffer.flip().get(bytes);
    return bytes;
  }

  private void freeRead(long atLeast) {
    if (position - freed >= atLeast && freeing.test(file, position)) {
      freed = position;
    }
  }

  /** Returns the bytes on the disk: those that nobody has read, and some that have been. */
  long keptBytes() {
    return file.toFile().length() - freed;
  }

  /** Returns whether nobody reads, nor has for so long. */
  boolean isLeftFor(Duration time) {
    return !reading.isLocked() && System.nanoTime() - asked > time.toNanos();
  }

  /**
   * Frees all that has been read, also where no part of a file can be freed; nobody may write
   * meanwhile. Does nothing while somebody reads.
   */
  void freeAllRead() throws IOException {
    if (!reading.tryLock()) {
      return;
    }
    try {
      freeRead(1);
      if (freed < position && position == file.toFile().length()) {
        restart();
      }
    } finally {
      reading.unlock();
    }
  }

  /**
   * Gives up what nobody has read.
   *
   * @return the number of bytes, 0 when somebody reads
   */
  long drop() throws IOException {
    if (!reading.tryLock()) {
      return 0;
    }
    try {
      long dropped = file.toFile().length() - position;
      position += dropped;
      freeRead(1);
      if (freed < position) {
        restart();
      }
      return dropped;
    } finally {
      reading.unlock();
    }
  }

  /** Programs append, so that they go on at the new end. */
  private void restart() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(0);
      position = 0;
      freed = 0;
    }
  }
}
