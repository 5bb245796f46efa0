package thaw.service.busy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import thaw.http.Exchange;
import thaw.http.Response;

/**
 * The protocols of AWS's services, in which each has its errors.
 *
 * @see <a href="https://smithy.io/2.0/aws/protocols/index.html">AWS protocols</a>
 */
enum Protocol {
  JSON_1_0("application/x-amz-json-1.0"),
  JSON_1_1("application/x-amz-json-1.1"),
  CBOR_1_1("application/x-amz-cbor-1.1"),
  QUERY("text/xml"),
  REST_JSON("application/json"),
  REST_XML("application/xml");

  static final JsonMapper JSON = new JsonMapper();
  private static final CBORMapper CBOR = new CBORMapper();

  private final String type;

  Protocol(String type) {
    this.type = type;
  }

  /** Returns the protocol of a request to a service that has operations' names. */
  static Protocol of(Exchange exchange) {
    String type = exchange.header("content-type").orElse("");
    for (Protocol each : new Protocol[] {JSON_1_0, JSON_1_1, CBOR_1_1}) {
      if (type.startsWith(each.type)) {
        return each;
      }
    }
    return QUERY;
  }

  /** Reads a body; what cannot be read is nothing, and its service says why. */
  JsonNode read(byte[] body) {
    try {
      return mapper().readTree(body);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  private ObjectMapper mapper() {
    return this == CBOR_1_1 ? CBOR : JSON;
  }

  /**
   * @param code by which clients tell errors apart
   * @param namespace before the code where a service has one in its JSON, with its number sign
   */
  Response error(
      int status, String code, String namespace, String message, Map<String, String> more) {
    Map<String, String> headers = new HashMap<>(Map.of("Content-Type", type));
    byte[] body =
        switch (this) {
          case JSON_1_0, JSON_1_1, CBOR_1_1 -> {
            headers.put("x-amzn-query-error", code + ";" + (status < 500 ? "Sender" : "Receiver"));
            yield bytes(JSON.createObjectNode().put("__type", namespace + code), message, more);
          }
          case REST_JSON -> {
            headers.put("x-amzn-ErrorType", code);
            yield bytes(JSON.createObjectNode(), message, more);
          }
          case QUERY ->
              "<ErrorResponse><Error><Type>%s</Type><Code>%s</Code><Message>%s</Message></Error></ErrorResponse>"
                  .formatted(status < 500 ? "Sender" : "Receiver", code, escaped(message))
                  .getBytes(StandardCharsets.UTF_8);
          case REST_XML ->
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>%s</Code><Message>%s</Message></Error>"
                  .formatted(code, escaped(message))
                  .getBytes(StandardCharsets.UTF_8);
        };
    return new Response(status, headers, body);
  }

  private byte[] bytes(ObjectNode error, String message, Map<String, String> more) {
    more.forEach(error::put);
    try {
      return mapper().writeValueAsBytes(error.put("message", message));
    } catch (IOException e) {
      throw new UncheckedIOException("a tree that cannot be written", e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
