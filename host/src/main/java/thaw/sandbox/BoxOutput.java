package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What the program of a box has written, read from a file.
 *
 * <p>A file and not a pipe: a write of the program that happened before some other act of it is
 * then certainly seen by a drain after that act, no thread has to pump, and a program that writes
 * much never blocks on a slow reader.
 */
public final class BoxOutput {
  private static final Duration SET_UP_PATIENCE = Duration.ofSeconds(20);

  private static final int PIECE = 1024 * 1024;
  private static final int LARGEST_READ = 64 * PIECE;
  private static final int FREED_AT_ONCE = 8 * PIECE;

  private final Path file;
  private long position; // guarded by this
  private long freed; // guarded by this

  BoxOutput(Path file) {
    this.file = file;
  }

  /** Waits until the parked process has printed the mark, and takes it out of the output. */
  void awaitMark(Process process, String mark) throws IOException {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    Deadline.await(
        SET_UP_PATIENCE,
        "the box to be set up",
        () -> {
          boolean ended = !process.isAlive();
          seen.writeBytes(drain());
          return ended || seen.toString(UTF_8).endsWith(mark + "\n");
        });
    String text = seen.toString(UTF_8);
    if (!text.endsWith(mark + "\n")) {
      throw new IOException("the sandbox could not be set up: " + text.strip().replace('\n', ';'));
    }
  }

  /** All bytes since the last call; of very much output the rest comes with the next one. */
  public synchronized byte[] drain() {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return read(channel, Math.min(channel.size() - position, LARGEST_READ));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the output " + file + ": " + e, e);
    }
  }

  /**
   * All bytes since the last call, piece by piece. What is written meanwhile comes with the next
   * call: a program that never stops writing must not keep us.
   */
  public synchronized void drainTo(Consumer<byte[]> reader) {
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

  /** So that a function that writes without end does not fill the disk. */
  private void freeRead() {
    if (position - freed >= FREED_AT_ONCE) {
      Native.punchHole(file, position); // where that is not supported, the file ends with the box
      freed = position;
    }
  }
}
