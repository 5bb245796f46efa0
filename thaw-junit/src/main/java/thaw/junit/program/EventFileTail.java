package thaw.junit.program;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
  private @Nullable Opened current;

  /**
   * A file that is open. As long as it is, no other file has its identity.
   *
   * @param input no channel: an interrupt of a thread that reads from one closes it for all
   */
  private record Opened(InputStream input, @Nullable Object identity) {}

  /** Makes a reader of a file, which need not be there yet. */
  public EventFileTail(Path file) {
    this.file = file;
  }

  /** Gives all whole lines that have been written since the last call. */
  public void read(Consumer<String> lines) throws IOException {
    Opened open = current == null ? opened() : current;
    current = open;
    drain(open, lines);
    while (hasSuccessor(open)) {
      Opened next = opened();
      current = next;
      try {
        drain(open, lines); // what came after the end that we saw; the program writes no more to it
      } finally {
        open.input().close();
      }
      line.reset(); // what a full disk has cut off
      open = next;
      drain(open, lines);
    }
  }

  /** The name may come to mean the next file meanwhile; then it is opened again. */
  private Opened opened() throws IOException {
    while (true) {
      Object before = identity();
      InputStream input = new FileInputStream(file.toFile());
      if (Objects.equals(before, identity())) {
        return new Opened(input, before);
      }
      input.close();
    }
  }

  private void drain(Opened open, Consumer<String> lines) throws IOException {
    for (int count = open.input().read(buffer); count > 0; count = open.input().read(buffer)) {
      split(count, lines);
    }
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

  private boolean hasSuccessor(Opened open) throws IOException {
    Object now = identity();
    return now != null && !now.equals(open.identity());
  }

  /**
   * Returns the identity of the file that has the name now.
   *
   * @return null when nothing has: the program has just put the old file aside
   */
  private @Nullable Object identity() throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.input().close();
      current = null;
    }
  }
}
