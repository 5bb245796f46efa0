package thaw.junit.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the program's file of events while it is written, and goes on in the next one when the
 * program has begun one. Of one thread at a time.
 */
public final class EventFileTail implements AutoCloseable {
  private final Path file;
  private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private @Nullable FileChannel channel;
  private @Nullable Object identity;

  public EventFileTail(Path file) {
    this.file = file;
  }

  /** Gives all whole lines that have been written since the last call. */
  public void read(Consumer<String> lines) throws IOException {
    boolean more = true;
    while (more) {
      FileChannel open = channel == null ? opened() : channel;
      buffer.clear();
      int count = open.read(buffer);
      if (count > 0) {
        buffer.flip();
        split(lines);
      } else {
        more = hasSuccessor();
        if (more) {
          close();
        }
      }
    }
  }

  private FileChannel opened() throws IOException {
    identity = identity();
    channel = FileChannel.open(file);
    return channel;
  }

  private void split(Consumer<String> lines) {
    while (buffer.hasRemaining()) {
      byte next = buffer.get();
      if (next == '\n') {
        lines.accept(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else {
        line.write(next);
      }
    }
  }

  private boolean hasSuccessor() throws IOException {
    return Files.exists(file) && !Objects.equals(identity(), identity);
  }

  private @Nullable Object identity() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }
}
