package thaw.app.choice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An event of an API that somebody has kept as a file.
 *
 * @param route its route key: {@code GET /pets/{id}}, or {@code ANY /{proxy+}}
 * @param isSecond whether it has version 2.0 of the payload format
 * @param method of the request
 * @param path that the client called, without a stage
 * @param text the whole event
 */
record RecordedRequest(
    String route, boolean isSecond, String method, String path, String text, Path file) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MOST_BYTES = 256 * 1024;
  private static final int MOST = 50;

  /**
   * The events of the files in some folders.
   *
   * @param others names of files that belong to other functions
   */
  static List<RecordedRequest> in(List<Path> folders, Set<String> others) {
    List<RecordedRequest> requests = new ArrayList<>();
    for (Path folder : folders) {
      files(folder, others).stream()
          .limit(MOST)
          .forEach(file -> read(file).filter(each -> !each.isSample()).ifPresent(requests::add));
    }
    return requests;
  }

  /**
   * Returns the files of a folder that may have events, by name; none where it cannot be read.
   *
   * @param others names of files that belong to other functions
   */
  static List<Path> files(Path folder, Set<String> others) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .filter(file -> !others.contains("" + file.getFileName()))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  /** Reads a file; empty where it has no event of an API. */
  static Optional<RecordedRequest> read(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
        return Optional.empty();
      }
      return of(Files.readString(file), file);
    } catch (IOException e) {
      return Optional.empty(); // no JSON, and so no event
    }
  }

  /** Returns the request of an event in words: {@code GET /pets}; empty where it has none. */
  static Optional<String> words(byte[] event) {
    try {
      return of(new String(event, StandardCharsets.UTF_8), Path.of(""))
          .map(each -> (each.method() + " " + each.path()).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<RecordedRequest> of(String text, Path file) throws IOException {
    JsonNode event = JSON.readTree(text);
    if (event.path("rawPath").isTextual()) {
      String stage = event.at("/requestContext/stage").asText("$default");
      String path = event.path("rawPath").asText();
      String prefix = "/" + stage + "/";
      return Optional.of(
          new RecordedRequest(
              event.path("routeKey").asText(),
              true,
              event.at("/requestContext/http/method").asText(),
              path.startsWith(prefix) ? path.substring(prefix.length() - 1) : path,
              text,
              file));
    }
    return event.path("httpMethod").isTextual() && event.path("path").isTextual()
        ? Optional.of(
            new RecordedRequest(
                event.path("resource").asText(),
                false,
                event.path("httpMethod").asText(),
                event.path("path").asText(),
                text,
                file))
        : Optional.empty();
  }

  /** Returns whether a client that sends it reaches a route. */
  boolean reaches(String method, String path) {
    boolean isCalled = method.equals(KnownRequest.ANY) || method.equalsIgnoreCase(this.method);
    return isCalled
        && (!path.startsWith("/")
            || new KnownRequest(this.method, this.path, Map.of(), "").through(path).isPresent());
  }

  /**
   * Returns whether it is the sample that {@code sam init} and {@code sam local generate-event}
   * write, whose path is nobody's.
   */
  boolean isSample() {
    return path.equals("/path/to/resource");
  }

  /** Returns whether it came through a route. */
  boolean isOf(String method, String path, boolean second) {
    String key = second && path.startsWith("/") ? method + " " + path : path;
    return second == isSecond && route.equals(key);
  }
}
