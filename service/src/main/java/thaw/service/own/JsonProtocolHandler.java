package thaw.service.own;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * A small service that speaks the AWS JSON protocol 1.1: an operation's name in a header, JSON in
 * and out, or the same as CBOR, which SDKs for Java speak with Kinesis. It names what it does not
 * provide.
 *
 * @see <a href="https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html">The protocol</a>
 */
final class JsonProtocolHandler implements HttpHandler {
  static final JsonMapper JSON = new JsonMapper();

  private static final CBORMapper CBOR = new CBORMapper();
  private static final String TYPE = "application/x-amz-json-1.1";
  private static final String CBOR_TYPE = "application/x-amz-cbor-1.1";

  /** The most bytes of a request's body: far more than a request that only reads can need. */
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
  private final int largestBodyBytes;

  /**
   * @param service for people
   * @param prefix before an operation's name, with its dot
   * @param operations by name
   * @param remedy what to do in place of the operations that are not provided
   */
  JsonProtocolHandler(
      String service, String prefix, Map<String, Operation> operations, String remedy) {
    this(service, prefix, operations, remedy, LARGEST_BODY_BYTES);
  }

  /** One that takes larger requests. */
  JsonProtocolHandler(
      String service,
      String prefix,
      Map<String, Operation> operations,
      String remedy,
      int largestBodyBytes) {
    this.largestBodyBytes = largestBodyBytes;
    this.service = service;
    this.prefix = prefix;
    this.operations = Map.copyOf(operations);
    this.remedy = remedy;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    String target = exchange.header("x-amz-target").orElse("");
    String name =
        target.startsWith(prefix) ? target.substring(prefix.length()) : "'" + target + "'";
    boolean cbor = exchange.header("content-type").orElse("").startsWith(CBOR_TYPE);
    Operation operation = operations.get(name);
    try {
      if (operation == null) {
        throw new AwsError(
            "UnknownOperationException",
            "Thaw's %s does not provide %s: %s".formatted(service, name, remedy));
      }
      ObjectNode result = operation.answer(request(exchange, cbor));
      onResponse.accept(answer(200, Map.of(), result, cbor));
    } catch (AwsError e) {
      onResponse.accept(error(400, e.code(), e.message(), cbor));
    }
  }

  private JsonNode request(Exchange exchange, boolean cbor) throws AwsError {
    byte[] body = exchange.body(largestBodyBytes);
    if (body.length > largestBodyBytes) {
      throw new AwsError(
          "SerializationException", "the request must have at most " + largestBodyBytes + " bytes");
    }
    try {
      JsonNode request = (cbor ? CBOR : JSON).readTree(body);
      if (request.isObject()) {
        return request;
      }
    } catch (JsonProcessingException e) {
      throw new AwsError(
          "SerializationException", "the request cannot be read: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new AwsError("SerializationException", "the request cannot be read: " + e);
    }
    throw new AwsError("SerializationException", "the request is not an object");
  }

  private static Response answer(
      int status, Map<String, String> headers, ObjectNode body, boolean cbor) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Content-Type", cbor ? CBOR_TYPE : TYPE);
    try {
      byte[] bytes =
          cbor
              ? CBOR.writeValueAsBytes(inMillis(body))
              : body.toString().getBytes(StandardCharsets.UTF_8);
      return new Response(status, all, bytes);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
  }

  /** Times are seconds with a fraction in JSON, and whole milliseconds in CBOR. */
  private static JsonNode inMillis(JsonNode node) {
    switch (node) {
      case ObjectNode object ->
          object
              .properties()
              .forEach(each ->
                  each.setValue(
                      each.getValue().isDouble()
                          ? JSON.getNodeFactory()
                              .numberNode(Math.round(each.getValue().asDouble() * 1000))
                          : inMillis(each.getValue())));
      default -> node.forEach(JsonProtocolHandler::inMillis);
    }
    return node;
  }

  private static Response error(int status, String code, String message, boolean cbor) {
    ObjectNode body = JSON.createObjectNode().put("__type", code).put("message", message);
    return answer(status, Map.of("x-amzn-ErrorType", code), body, cbor);
  }

  @Override
  public Response failed(Exception reason) {
    return error(500, "InternalServiceError", "Thaw could not do it: " + reason, false);
  }
}
