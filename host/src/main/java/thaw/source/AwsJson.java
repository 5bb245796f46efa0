package thaw.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import thaw.service.LocalSignature;

/**
 * A service that speaks AWS's JSON protocol 1.0: an operation's name in a header, JSON in and out.
 *
 * @param target the operation's prefix, for example {@code AmazonSQS}
 * @see <a href="https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html">The protocol</a>
 */
record AwsJson(HttpClient http, URI endpoint, String service, String region, String target) {
  static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** Beyond what the service itself may take for an answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  JsonNode call(String operation, ObjectNode request)
      throws IOException, ServiceFault, InterruptedException {
    return call(operation, request, Duration.ZERO);
  }

  /**
   * @param waiting how long the service was asked to wait before it answers
   * @throws IOException when it does not answer as it should
   */
  JsonNode call(String operation, ObjectNode request, Duration waiting)
      throws IOException, ServiceFault, InterruptedException {
    HttpRequest post =
        HttpRequest.newBuilder(endpoint)
            .timeout(PATIENCE.plus(waiting))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", target + "." + operation)
            .header("Authorization", LocalSignature.of(service, region))
            .header("X-Amz-Date", "20260101T000000Z")
            .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(request)))
            .build();
    HttpResponse<byte[]> response = http.send(post, HttpResponse.BodyHandlers.ofByteArray());
    JsonNode body = json(operation, response.body());
    if (response.statusCode() == 200) {
      return body;
    }
    String type = body.path("__type").asText();
    String message = body.path("message").asText(body.path("Message").asText());
    if (type.isEmpty() || response.statusCode() / 100 == 5) {
      throw new IOException(operation + " is answered " + response.statusCode() + " " + message);
    }
    throw new ServiceFault(type.substring(type.indexOf('#') + 1), message);
  }

  private static JsonNode json(String operation, byte[] body) throws IOException {
    try {
      return body.length == 0 ? object() : JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IOException(operation + " is not answered with JSON", e);
    }
  }
}
