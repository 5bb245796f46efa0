package thaw.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A line of a client: a message, or the error with which one that is none is answered. */
sealed interface ReceivedLine {
  /** Codes of JSON-RPC 2.0. */
  int PARSE_ERROR = -32700;

  int INVALID_REQUEST = -32600;
  int INTERNAL_ERROR = -32603;

  JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** A message of the protocol. */
  record Message(McpSchema.JSONRPCMessage message) implements ReceivedLine {}

  /**
   * Something else. The error does not repeat what came.
   *
   * @param id of the request, or JSON's null where it has none
   */
  record NoMessage(JsonNode id, int code, String cause) implements ReceivedLine {
    /** Returns the answer, by hand: the SDK makes none to a request without an id. */
    byte[] answer() {
      ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
      answer.set("id", id);
      answer.putObject("error").put("code", code).put("message", cause);
      return answer.toString().getBytes(StandardCharsets.UTF_8);
    }
  }

  /** Returns what a line is. */
  static ReceivedLine of(byte[] line, McpJsonMapper mapper) {
    JsonNode node;
    try {
      node = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return refused(PARSE_ERROR, "the line is not JSON");
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot fail", e);
    }
    if (node.isMissingNode()) {
      return refused(PARSE_ERROR, "the line is empty");
    }
    if (!node.isObject()) {
      return refused(INVALID_REQUEST, "a message is one JSON object; batches are not taken");
    }
    JsonNode id = node.path("id");
    boolean named = id.isTextual() || id.isIntegralNumber();
    JsonNode answered = named ? id : JSON.nullNode();
    if (!node.path("jsonrpc").asText().equals("2.0")) {
      return new NoMessage(answered, INVALID_REQUEST, "jsonrpc must be \"2.0\"");
    }
    if (!named && !id.isMissingNode()) {
      return new NoMessage(answered, INVALID_REQUEST, "id must be a text or a whole number");
    }
    boolean response = named && (node.has("result") || node.has("error"));
    if (!node.path("method").isTextual() && !response) {
      return new NoMessage(answered, INVALID_REQUEST, "method must be a text");
    }
    JsonNode params = node.path("params");
    if (!params.isMissingNode() && !params.isObject()) {
      return new NoMessage(answered, INVALID_REQUEST, "params must be an object");
    }
    try {
      return new Message(McpSchema.deserializeJsonRpcMessage(mapper, node.toString()));
    } catch (IOException | RuntimeException e) { // of the SDK, which says no more
      return new NoMessage(answered, INVALID_REQUEST, "this is no message of the protocol");
    }
  }

  private static NoMessage refused(int code, String cause) {
    return new NoMessage(JSON.nullNode(), code, cause);
  }

  /** Returns the answer to a request that could not be handled. */
  static NoMessage failed(McpSchema.JSONRPCRequest request, Throwable failure) {
    return new NoMessage(
        JSON.valueToTree(request.id()),
        INTERNAL_ERROR,
        "the request could not be handled: " + failure.getMessage());
  }
}
