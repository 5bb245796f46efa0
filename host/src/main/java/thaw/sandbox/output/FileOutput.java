package thaw.sandbox.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import thaw.sandbox.kernel.Native;

/**
 * Reads what the program of a sandbox has written from a file: no thread has to pump, and a program
 * that writes much never blocks on a slow reader.
 */
public final class FileOutput extends SandboxOutput {
  private static final int PIECE = 1024 * 1024;
  private static final int LARGEST_READ = 64 * PIECE;
  private static final int FREED_AT_ONCE = 8 * PIECE;

  private final Path file;
  private long position; // guarded by this
  private long freed; // guarded by this

  public FileOutput(Path file) {
    this.file = file;
  }

  @Override
  public synchronized byte[] drain() {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return read(channel, Math.min(channel.size() - position, LARGEST_READ));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the output " + file + ": " + e, e);
    }
  }

  @Override
  public synchronized void drainTo(Consumer<byte[]> reader) {
    if (file.toFile().length() == position) {
      return; // most requests print nothing, and to ask that costs a third of opening the file
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long end = channel.size();
      while (position < end) {
        byte[] piece = read(channel, Math.min(end - position, PIECE));
        if (piece.length == 0) {
          return;
        }
        reader.accept(piece);
        freeRead();
      }
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

  /**
   * Frees what has been read, so that a function that writes without end does not fill the disk.
   */
  private void freeRead() {
    if (position - freed >= FREED_AT_ONCE) {
      Native.punchHole(file, position); // where that is not supported, the file ends with the box
      freed = position;
    }
  }
}
