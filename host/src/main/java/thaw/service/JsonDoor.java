package thaw.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import thaw.http.Answer;
import thaw.http.Door;
import thaw.http.Exchange;

/**
 * A small service that speaks the AWS JSON protocol 1.1: an operation's name in a header, JSON in
 * and out. It names what it does not provide.
 *
 * @see <a href="https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html">The protocol</a>
 */
final class JsonDoor implements Door {
  static final JsonMapper JSON = new JsonMapper();

  private static final String TYPE = "application/x-amz-json-1.1";

  /** Far more than a request that only reads can need. */
  private static final int LARGEST_BODY_BYTES = 1024 * 1024;

  /** One operation of a service. */
  @FunctionalInterface
  interface Operation {
    ObjectNode answer(JsonNode request) throws AwsError;
  }

  private final String service;
  private final String prefix;
  private final Map<String, Operation> operations;
  private final String remedy;

  /**
   * @param service for people
   * @param prefix before an operation's name, with its dot
   * @param operations by name
   * @param remedy what to do in place of the operations that are not provided
   */
  JsonDoor(String service, String prefix, Map<String, Operation> operations, String remedy) {
    this.service = service;
    this.prefix = prefix;
    this.operations = Map.copyOf(operations);
    this.remedy = remedy;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Answer> caller) {
    String target = exchange.header("x-amz-target").orElse("");
    String name =
        target.startsWith(prefix) ? target.substring(prefix.length()) : "'" + target + "'";
    Operation operation = operations.get(name);
    try {
      if (operation == null) {
        throw new AwsError(
            "UnknownOperationException",
            "Thaw's %s does not provide %s: %s".formatted(service, name, remedy));
      }
      caller.accept(answer(200, operation.answer(request(exchange))));
    } catch (AwsError e) {
      caller.accept(error(400, e.code(), e.message()));
    }
  }

  private static JsonNode request(Exchange exchange) throws AwsError {
    byte[] body = exchange.body(LARGEST_BODY_BYTES);
    if (body.length > LARGEST_BODY_BYTES) {
      throw new AwsError(
          "SerializationException",
          "the request must have at most " + LARGEST_BODY_BYTES + " bytes");
    }
    try {
      JsonNode request = JSON.readTree(body);
      if (request.isObject()) {
        return request;
      }
    } catch (JsonProcessingException e) {
      throw new AwsError(
          "SerializationException", "the request is no JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot fail", e);
    }
    throw new AwsError("SerializationException", "the request is no JSON object");
  }

  private static Answer answer(int status, ObjectNode body) {
    return new Answer(
        status, Map.of("Content-Type", TYPE), body.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static Answer error(int status, String code, String message) {
    ObjectNode body = JSON.createObjectNode().put("__type", code).put("message", message);
    return new Answer(
        status,
        Map.of("Content-Type", TYPE, "x-amzn-ErrorType", code),
        body.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Answer failed(Exception reason) {
    return error(500, "InternalServiceError", "Thaw could not do it: " + reason);
  }
}
