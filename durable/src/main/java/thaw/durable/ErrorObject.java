package thaw.durable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.json.Json;

/** An error of an operation or an execution, as the API has it; any part of it may be missing. */
public record ErrorObject(
    @Nullable String message,
    @Nullable String type,
    @Nullable String data,
    List<String> stackTrace) {
  static final ErrorObject EMPTY = new ErrorObject(null, null, null, List.of());

  public ErrorObject {
    stackTrace = List.copyOf(stackTrace);
  }

  public static ErrorObject of(String type, @Nullable String message) {
    return new ErrorObject(message, type, null, List.of());
  }

  /** Reads the API's members. */
  public static ErrorObject of(JsonNode node) {
    return new ErrorObject(
        text(node, "ErrorMessage"),
        text(node, "ErrorType"),
        text(node, "ErrorData"),
        lines(node.path("StackTrace")));
  }

  /**
   * Reads what a function answers that has failed.
   *
   * @param type for an answer that says none
   */
  static ErrorObject ofFunction(String type, byte[] payload) {
    JsonNode node = Json.read(payload).orElse(JsonNodeFactory.instance.missingNode());
    String message = text(node, "errorMessage");
    String named = text(node, "errorType");
    return new ErrorObject(
        message == null ? new String(payload, StandardCharsets.UTF_8) : message,
        named == null ? type : named,
        null,
        lines(node.path("stackTrace")));
  }

  private static @Nullable String text(JsonNode node, String member) {
    JsonNode value = node.get(member);
    return value == null || value.isNull() ? null : value.asText();
  }

  private static List<String> lines(JsonNode node) {
    List<String> lines = new ArrayList<>();
    node.forEach(line -> lines.add(line.isTextual() ? line.asText() : line.toString()));
    return lines;
  }

  /** Writes the API's members. */
  public ObjectNode toJson() {
    return written("ErrorMessage", "ErrorType", "ErrorData", "StackTrace");
  }

  /** Writes what a caller gets of an execution that has failed. */
  public ObjectNode toFunctionError() {
    return written("errorMessage", "errorType", "errorData", "stackTrace");
  }

  private ObjectNode written(String messages, String types, String datas, String traces) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    put(node, messages, message);
    put(node, types, type);
    put(node, datas, data);
    if (!stackTrace.isEmpty()) {
      stackTrace.forEach(node.putArray(traces)::add);
    }
    return node;
  }

  private static void put(ObjectNode node, String member, @Nullable String value) {
    if (value != null) {
      node.put(member, value);
    }
  }

  /** The bytes of all fields together, which the API limits. */
  public long bytes() {
    return toJson().toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
