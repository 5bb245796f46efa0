package thaw.app.fix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.JvmChoice;
import thaw.environment.launch.ClientKind;
import thaw.function.MemorySize;
import thaw.json.Json;
import thaw.problem.UserMistake;
import thaw.remedy.Draft;
import thaw.remedy.RemedyJson;

/**
 * Keeps what a result of {@code thaw fix} consists of in a file of its folder, for those who make
 * it again.
 *
 * @param function its logical id
 * @param memory that it was measured with
 * @param jvm that it was measured on
 * @param events that train and check; the first one is measured
 * @param data that were there before
 */
public record FixKept(
    String function,
    MemorySize memory,
    JvmChoice jvm,
    List<byte[]> events,
    DataChoice data,
    Draft kept) {
  static final String NAME = "kept.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  public FixKept {
    events = List.copyOf(events);
  }

  public FixKept with(Draft other) {
    return new FixKept(function, memory, jvm, events, data, other);
  }

  FixKept trainedBy(List<byte[]> others) {
    return new FixKept(function, memory, jvm, others, data, kept);
  }

  /** Returns the logical id of the function that a folder has a result for, if it has any. */
  static Optional<String> function(Path result) {
    try {
      return Json.read(Files.readAllBytes(result.resolve(NAME)))
          .map(node -> node.path("function").textValue());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  void write(Path result) {
    ObjectNode node = JSON.createObjectNode();
    node.put("function", function);
    node.put("memoryMiB", memory.mebibytes());
    node.put("jdk", jvm.jdk().orElse(null));
    node.put("runtime", jvm.client().option());
    ArrayNode texts = node.putArray("events");
    events.forEach(event -> texts.add(new String(event, StandardCharsets.UTF_8)));
    DataChoice absolute = data.kept();
    absolute.given().forEach(node.putArray("seed")::add);
    absolute.before().forEach(node.putArray("before")::add);
    node.set("remedies", RemedyJson.tree(kept.remedies()));
    try {
      Files.writeString(result.resolve(NAME), node.toPrettyString() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to " + result + ": " + e, e);
    }
  }

  /**
   * @throws UserMistake when the folder is no result, or nothing in it gains
   */
  public static FixKept read(Path result) {
    Path file = result.resolve(NAME);
    if (Files.notExists(file)) {
      throw none(result);
    }
    try {
      JsonNode node = JSON.readTree(Files.readAllBytes(file));
      List<byte[]> events =
          texts(node.path("events")).stream()
              .map(event -> event.getBytes(StandardCharsets.UTF_8))
              .toList();
      Draft kept = new Draft(RemedyJson.read(node.path("remedies")));
      if (events.isEmpty() || node.path("function").asText().isEmpty()) {
        throw none(result);
      }
      if (kept.remedies().isEmpty()) {
        throw new UserMistake(
            "nothing in " + result + " gains: there is nothing to compare",
            "measure the function alone: leave --with out");
      }
      return new FixKept(
          node.path("function").asText(),
          new MemorySize(node.path("memoryMiB").asInt()),
          JvmChoice.on(
              Optional.ofNullable(node.path("jdk").textValue()),
              ClientKind.of(node.path("runtime").asText())),
          events,
          new DataChoice(texts(node.path("seed")), texts(node.path("before"))),
          kept);
    } catch (IOException | IllegalArgumentException e) {
      throw none(result);
    }
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }

  private static UserMistake none(Path result) {
    return new UserMistake(
        result + " is not a result of thaw fix",
        "name the folder that thaw fix has written: what its --out named, else thaw-fix");
  }
}
