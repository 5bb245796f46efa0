package thaw.experiment.sampling;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import thaw.problem.UserMistake;
import thaw.store.FolderLock;

/**
 * A file of samples: JSON objects, one a line, each on disk before the next one is taken. Refuses
 * to know what they mean.
 *
 * <p>A crash may cut the last line short. Such a line is not read, and {@link #replace} with what
 * was read makes the file one that can be appended to.
 */
public final class JsonLines {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private final Path file;

  public JsonLines(Path file) {
    this.file = file;
  }

  public Path path() {
    return file;
  }

  /**
   * Makes the file's folder, and keeps other measurements out of it until the lock is closed.
   *
   * @throws UserMistake when another one has it
   */
  public FolderLock lock() throws IOException {
    Path folder = file.resolveSibling("");
    Files.createDirectories(folder);
    return FolderLock.take(folder.resolve(".lock"))
        .orElseThrow(() ->
            new UserMistake(
                "another measurement writes to " + folder,
                "wait until it has ended, or name another folder with --out"));
  }

  /**
   * The objects up to the first line that is none; nothing valid follows what a crash cut short.
   */
  public List<ObjectNode> read() throws IOException {
    List<ObjectNode> objects = new ArrayList<>();
    // Not readAllLines(): a crash may have cut a character in two.
    for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n")) {
      if (line.isBlank()) {
        continue;
      }
      try {
        JsonNode document = JSON.readTree(line);
        if (!(document instanceof ObjectNode object)) {
          break;
        }
        objects.add(object);
      } catch (JsonProcessingException e) {
        break;
      }
    }
    return objects;
  }

  /** Has these objects alone from now on; whatever happens, the file is the old or the new one. */
  void replace(List<ObjectNode> objects) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (ObjectNode object : objects) {
      lines.append(JSON.writeValueAsString(object)).append('\n');
    }
    Path staged = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(staged);
    write(staged, lines.toString());
    Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Appends an object to what is there; it is on disk when the call returns. */
  public void append(ObjectNode object) throws IOException {
    write(file, JSON.writeValueAsString(object) + "\n");
  }

  private static void write(Path target, String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(false);
    }
  }

  /**
   * Makes room for another run: {@code results.jsonl} becomes {@code
   * results-20260301-093000.jsonl}, and what was made of it goes with it.
   *
   * @param made names of files beside it, which need not be there
   * @return where it is now
   */
  Path moveAside(String... made) throws IOException {
    String stamp = STAMP.format(Instant.now());
    for (String name : made) {
      Path report = file.resolveSibling(name);
      if (Files.exists(report)) {
        Files.move(report, aside(report, stamp), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return Files.move(file, aside(file, stamp), StandardCopyOption.ATOMIC_MOVE);
  }

  private static Path aside(Path file, String stamp) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return file.resolveSibling(name.substring(0, dot) + "-" + stamp + name.substring(dot));
  }
}
