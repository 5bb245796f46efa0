package thaw.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/**
 * The results of one session: a folder for each job, and its files as resources. They stay when the
 * session ends.
 */
final class SessionResults {
  private static final DateTimeFormatter BEGIN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  private final Path folder;
  private final Map<String, Integer> jobs = new HashMap<>();
  private @Nullable McpSyncServer server;

  private SessionResults(Path folder) {
    this.folder = folder;
  }

  static SessionResults in(Path cache) {
    String session = BEGIN.format(LocalDateTime.now()) + "-" + ProcessHandle.current().pid();
    return new SessionResults(cache.resolve("mcp").resolve(session));
  }

  /**
   * A file of a result.
   *
   * @param uri as a client asks for it: {@code thaw://bench/1/summary.json}
   */
  record Entry(String uri, String name, String mimeType, Path path) {}

  /** Takes the server that is to be told of new resources. */
  synchronized void announceTo(McpSyncServer to) {
    server = to;
  }

  /** A folder for the next result of this tool; {@code bench-1}. */
  synchronized Path next(String tool) {
    int number = jobs.merge(tool, 1, Integer::sum);
    return folder.resolve(tool + "-" + number);
  }

  /**
   * Makes the files that a job has written resources.
   *
   * @param out the folder of {@link #next}, or another one of the user's
   */
  synchronized List<Entry> add(String tool, Path out, List<Path> files) {
    List<Entry> entries = new ArrayList<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (Files.isRegularFile(file)) {
        String uri = "thaw://%s/%d/%s".formatted(tool, jobs.getOrDefault(tool, 0), name);
        entries.add(new Entry(uri, out.getFileName() + "/" + name, mimeType(name), file));
      }
    }
    entries.forEach(this::announce);
    return entries;
  }

  private void announce(Entry entry) {
    if (server != null) {
      McpSchema.Resource resource =
          McpSchema.Resource.builder(entry.uri(), entry.name()).mimeType(entry.mimeType()).build();
      server.addResource(new SyncResourceSpecification(resource, (_, _) -> read(entry)));
    }
  }

  private static McpSchema.ReadResourceResult read(Entry entry) {
    try {
      return new McpSchema.ReadResourceResult(
          List.of(
              new McpSchema.TextResourceContents(
                  entry.uri(), entry.mimeType(), Files.readString(entry.path()))));
    } catch (IOException e) {
      throw new UserMistake(
          "could not read " + entry.path() + ": " + e.getMessage(), "do the job again");
    }
  }

  private static String mimeType(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "json" -> "application/json";
      case "jsonl" -> "application/jsonl";
      case "html" -> "text/html";
      case "patch" -> "text/x-diff";
      default -> "text/plain";
    };
  }
}
