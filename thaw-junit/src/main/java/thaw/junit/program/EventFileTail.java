package thaw.junit.program;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the program's file of events while it is written, and goes on in the next one when the
 * program has begun one. Of one thread at a time; an interrupt of that thread changes nothing here.
 */
public final class EventFileTail implements AutoCloseable {
  private final Path file;
  private final byte[] buffer = new byte[64 * 1024];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /** No channel: an interrupt of a thread that reads from one closes it for all. */
  private @Nullable InputStream input;

  private @Nullable Object identity;

  public EventFileTail(Path file) {
    this.file = file;
  }

  /** Gives all whole lines that have been written since the last call. */
  public void read(Consumer<String> lines) throws IOException {
    boolean more = true;
    while (more) {
      InputStream open = input == null ? opened() : input;
      int count = open.read(buffer);
      if (count > 0) {
        split(count, lines);
      } else {
        more = hasSuccessor();
        if (more) {
          close();
        }
      }
    }
  }

  private InputStream opened() throws IOException {
    identity = identity();
    InputStream opened = new FileInputStream(file.toFile());
    input = opened;
    return opened;
  }

  private void split(int count, Consumer<String> lines) {
    for (int i = 0; i < count; i++) {
      if (buffer[i] == '\n') {
        lines.accept(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else {
        line.write(buffer[i]);
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
    if (input != null) {
      input.close();
      input = null;
    }
  }
}
