package thaw.app.running;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import thaw.function.packaging.OwnFiles;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.life.EventLine;
import thaw.problem.UserMistake;

/**
 * The events of a {@code thaw run} as lines of JSON in a file ({@code events.jsonl}). When it has
 * grown large it becomes {@code events.jsonl.1}, in place of the one before, and a new one begins.
 */
public final class EventFile implements AutoCloseable {
  private static final String NAME = "events.jsonl";
  private static final long LARGEST_BYTES = 64L * 1024 * 1024;

  /**
   * The time that the end waits for a slow disk; one that does nothing at all must not keep the
   * program.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Functions' logs may hold secrets. */
  private static final Set<PosixFilePermission> FOR_OWNER =
      PosixFilePermissions.fromString("rw-------");

  private final Path file;
  private final Consumer<IOException> problems;
  private final LogWriter<EnvironmentObservation> writer;
  private FileChannel channel;
  private boolean failed; // told once, not at each line

  private EventFile(Path file, FileChannel channel, Consumer<IOException> problems) {
    this.file = file;
    this.channel = channel;
    this.problems = problems;
    this.writer = new LogWriter<>(EventLine::of, LogLine::size, this::append, PATIENCE);
  }

  public static Path in(Path folder) {
    return folder.resolve(NAME);
  }

  /**
   * @param problems told when events cannot be written; functions go on without
   */
  public static EventFile open(Path given, Consumer<IOException> problems) {
    // Programs that began in other folders are told where it is.
    Path folder = given.toAbsolutePath().normalize();
    try {
      Files.createDirectories(folder);
      OwnFiles.closeFile(folder.resolve(NAME + ".1"));
      return new EventFile(in(folder), channel(in(folder)), problems);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write events to " + in(folder) + ": " + e, e);
    }
  }

  private static FileChannel channel(Path file) throws IOException {
    OwnFiles.closeFile(file); // one of an earlier run
    return FileChannel.open(
        file,
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.APPEND,
            LinkOption.NOFOLLOW_LINKS), // others may have made one where they can write
        PosixFilePermissions.asFileAttribute(FOR_OWNER));
  }

  public Path path() {
    return file;
  }

  public void add(EnvironmentObservation observation) {
    writer.add(observation);
  }

  private void append(String lines) {
    Optional<IOException> problem = begun();
    try {
      ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      problem = Optional.of(e);
    }
    if (problem.isPresent() && !failed) {
      problems.accept(problem.get());
    }
    failed = problem.isPresent();
  }

  /** A new file where the old one is large; where that fails, the old one grows on. */
  private Optional<IOException> begun() {
    try {
      if (!channel.isOpen()) {
        channel = channel(file);
      } else if (channel.size() > LARGEST_BYTES) {
        if (Files.exists(file)) { // else the last attempt came as far as here
          Files.move(
              file,
              file.resolveSibling(NAME + ".1"),
              StandardCopyOption.REPLACE_EXISTING,
              StandardCopyOption.ATOMIC_MOVE);
        }
        FileChannel next = channel(file);
        channel.close();
        channel = next;
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    }
  }

  @Override
  public void close() {
    writer.close();
    try {
      channel.close();
    } catch (IOException e) {
      problems.accept(e);
    }
  }

  /**
   * @throws UserMistake when there is none
   */
  public static Reader read(Path file) throws IOException {
    try {
      return new Reader(file);
    } catch (NoSuchFileException e) {
      throw new UserMistake(
          "the file of events is not there: " + file,
          "start thaw run again, which makes a new one, if somebody has removed it");
    }
  }

  /** Reads whole lines, also while they are written, and goes on where a new file begins. */
  public static final class Reader implements AutoCloseable {
    private final Path file;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024).limit(0);
    private FileChannel channel;
    private Object identity; // of the file that is open

    private Reader(Path file) throws IOException {
      this.file = file;
      Path before = file.resolveSibling(NAME + ".1");
      Path first = Files.exists(before) ? before : file;
      this.identity = identity(first);
      this.channel = FileChannel.open(first);
    }

    /** The next line, or nothing when there is none yet. */
    public Optional<String> next() throws IOException {
      while (true) {
        while (buffer.hasRemaining()) {
          byte next = buffer.get();
          if (next == '\n') {
            String text = line.toString(StandardCharsets.UTF_8);
            line.reset();
            return Optional.of(text);
          }
          line.write(next);
        }
        if (!fill()) {
          return Optional.empty();
        }
      }
    }

    private boolean fill() throws IOException {
      buffer.clear();
      int read = channel.read(buffer);
      if (read <= 0 && hasSuccessor()) {
        channel.close();
        identity = identity(file);
        channel = FileChannel.open(file);
        line.reset(); // what a kill has cut off
        read = channel.read(buffer);
      }
      buffer.flip();
      return read > 0;
    }

    /** Returns whether what we read is not the file that is written now. */
    private boolean hasSuccessor() throws IOException {
      return Files.exists(file) && !identity(file).equals(identity);
    }

    private static Object identity(Path file) throws IOException {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return key == null ? file : key;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
