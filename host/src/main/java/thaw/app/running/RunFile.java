package thaw.app.running;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.function.packaging.OwnFiles;
import thaw.sandbox.kernel.ProcessId;

/**
 * Tells where a running {@code thaw run} can be found: a file in the cache folder that lives as
 * long as it does. Other commands find it there.
 *
 * @param process the program
 * @param url of the Lambda API
 * @param source what it runs
 * @param events its file of events
 */
public record RunFile(ProcessId process, String url, String source, Path events) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public long pid() {
    return process.pid();
  }

  /** The one that it runs, or where the template or package is that it runs. */
  Path folder() {
    Path path = Path.of(source);
    Path parent = path.getParent();
    return Files.isDirectory(path) || parent == null ? path : parent;
  }

  private static Path folder(Path cache) {
    return cache.resolve("runs");
  }

  private Path file(Path cache) {
    return folder(cache).resolve(pid() + ".json");
  }

  public void write(Path cache) {
    ObjectNode node =
        JSON.createObjectNode()
            .put("pid", pid())
            .put("startTicks", process.startTicks())
            .put("url", url)
            .put("source", source)
            .put("events", events.toString());
    try {
      OwnFiles.makeClosed(folder(cache));
      Path part = folder(cache).resolve(pid() + ".part");
      Files.write(part, JSON.writeValueAsBytes(node));
      Files.move(part, file(cache), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write " + file(cache) + ": " + e, e);
    }
  }

  public void delete(Path cache) {
    try {
      Files.deleteIfExists(file(cache));
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + file(cache) + ": " + e, e);
    }
  }

  /** Those whose program lives, the oldest first; files of others are removed. */
  public static List<RunFile> all(Path cache) {
    List<RunFile> living = new ArrayList<>();
    if (!Files.isDirectory(folder(cache))) {
      return living;
    }
    try (Stream<Path> files = Files.list(folder(cache))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).toList()) {
        Optional<RunFile> read = read(file);
        if (read.isPresent() && read.get().process().isAlive()) {
          living.add(read.get());
        } else {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + folder(cache) + ": " + e, e);
    }
    living.sort(Comparator.comparingLong(RunFile::pid));
    return living;
  }

  private static Optional<RunFile> read(Path file) {
    try {
      JsonNode node = JSON.readTree(Files.readAllBytes(file));
      return Optional.of(
          new RunFile(
              new ProcessId(node.path("pid").asLong(), node.path("startTicks").asLong()),
              node.path("url").asText(),
              node.path("source").asText(),
              Path.of(node.path("events").asText())));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // cut off, or of another version
    }
  }
}
