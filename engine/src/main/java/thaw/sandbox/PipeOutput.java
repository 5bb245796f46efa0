package thaw.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import thaw.sandbox.kernel.Syscalls;
import thaw.sandbox.kernel.Watch;

/**
 * Reads what a program has written from a pipe, which CRIU can give to a restored program in place
 * of the pipe that it had.
 *
 * <p>For the maintainer. The {@link Watch} empties the pipe, so that the program does not block; a
 * drain reads the pipe as well, so that nothing written before is missed. Both hold the monitor.
 */
final class PipeOutput extends SandboxOutput implements AutoCloseable {
  private static final int PIECE = 64 * 1024;

  /** A program that writes more before anybody drains it is made to wait. */
  private static final int LARGEST_HELD_BYTES = 16 * 1024 * 1024;

  private final Watch watch;
  private final int readEnd;
  private final int writeEnd;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(); // guarded by this
  private boolean watched; // guarded by this
  private boolean closed; // guarded by this

  PipeOutput() throws IOException {
    watch = Watch.shared();
    int[] ends = Syscalls.pipe();
    readEnd = ends[0];
    writeEnd = ends[1];
    synchronized (this) {
      watched = true;
    }
    watch.add(readEnd, this::pump);
  }

  /** Returns a file for a process to open, which then writes to this pipe. */
  File file() {
    return new File("/proc/self/fd/" + writeEnd);
  }

  int descriptor() {
    return writeEnd;
  }

  /** Returns CRIU's name of the pipe: {@code pipe:[4711]}. */
  String name() throws IOException {
    return Files.readSymbolicLink(Path.of("/proc/self/fd/" + writeEnd)).toString();
  }

  /** Says something in the program's place. */
  synchronized void add(String text) {
    held.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private synchronized void pump() {
    if (closed) {
      return;
    }
    if (held.size() >= LARGEST_HELD_BYTES) {
      watch.remove(readEnd);
      watched = false;
      return;
    }
    fill();
  }

  /** Takes what is in the pipe now; a pipe holds 64 KiB, or 1 MiB if its writer asked for that. */
  private void fill() {
    try {
      for (int i = 0; i < LARGEST_HELD_BYTES / PIECE; i++) {
        byte[] piece = Syscalls.read(readEnd, PIECE);
        held.writeBytes(piece);
        if (piece.length < PIECE) {
          return;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read a sandbox's output: " + e, e);
    }
  }

  @Override
  public synchronized byte[] drain() {
    if (!closed) {
      fill();
      if (!watched) {
        watched = true;
        watch.add(readEnd, this::pump);
      }
    }
    byte[] all = held.toByteArray();
    held.reset();
    return all;
  }

  @Override
  public boolean drainTo(Consumer<byte[]> reader, long most) {
    byte[] all = drain();
    if (all.length > 0) {
      reader.accept(all);
    }
    return false;
  }

  /** Closes the pipe. What was written can still be drained. */
  @Override
  public synchronized void close() {
    if (!closed) {
      fill();
      closed = true;
      watch.close(readEnd);
      Syscalls.close(writeEnd);
    }
  }
}
