package thaw.durable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.json.Json;

/** What a durable function's invocation has come to. */
sealed interface HandlerAnswer {
  /** It waits for operations. */
  record Pending() implements HandlerAnswer {}

  record Succeeded(@Nullable String result) implements HandlerAnswer {}

  record Failed(ErrorObject error) implements HandlerAnswer {}

  /** It has ended without an answer: it may be invoked again. */
  record Crashed(ErrorObject error) implements HandlerAnswer {}

  /** Returns what the history says that it has ended with. */
  default @Nullable ErrorObject told() {
    return switch (this) {
      case Pending _, Succeeded _ -> null;
      case Failed(ErrorObject error) -> error;
      case Crashed(ErrorObject error) -> error;
    };
  }

  static HandlerAnswer of(byte[] payload) {
    JsonNode node = Json.read(payload).orElse(JsonNodeFactory.instance.missingNode());
    Optional<JsonNode> result = present(node, "Result");
    Optional<JsonNode> error = present(node, "Error");
    return switch (node.path("Status").asText("")) {
      case "PENDING" -> new Pending();
      case "SUCCEEDED" ->
          error.isPresent()
              ? invalid("Cannot provide an Error for SUCCEEDED status.")
              : new Succeeded(result.map(JsonNode::asText).orElse(null));
      case "FAILED" ->
          result.isPresent()
              ? invalid("Cannot provide a Result for FAILED status.")
              : new Failed(error.map(ErrorObject::of).orElse(ErrorObject.EMPTY));
      default -> invalid("Invalid Status in invocation output.");
    };
  }

  /** It is no answer of a durable function: so its SDK was not used, or is broken. */
  static Failed invalid(String reason) {
    return new Failed(ErrorObject.of("InvalidParameterValueException", reason));
  }

  private static Optional<JsonNode> present(JsonNode node, String member) {
    return Optional.ofNullable(node.get(member)).filter(value -> !value.isNull());
  }
}
