package thaw.service;

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
import thaw.service.busy.LocalSignature;

/**
 * A client of AWS's JSON protocol: an operation's name in a header, JSON in and out. It signs for
 * services on this machine only, which verify no signature.
 *
 * @param http shared by many clients, or this one's own, which {@link #close} ends
 * @param region stands in the credentials' scope only
 * @see <a href="https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html">The protocol</a>
 */
public record AwsJson(HttpClient http, URI endpoint, Protocol protocol, String region)
    implements AutoCloseable {
  public static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** The time for a response, beyond what the service itself may take for it. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The protocol that a service's requests name in their headers. */
  public enum Protocol {
    DYNAMODB("dynamodb", "DynamoDB_20120810", "1.0"),
    DYNAMODB_STREAMS("dynamodb", "DynamoDBStreams_20120810", "1.0"),
    EVENTBRIDGE("events", "AWSEvents", "1.1"),
    KINESIS("kinesis", "Kinesis_20131202", "1.1"),
    SQS("sqs", "AmazonSQS", "1.0");

    private final String service; // in the credentials' scope
    private final String target; // before an operation's name
    private final String version;

    Protocol(String service, String target, String version) {
      this.service = service;
      this.target = target;
      this.version = version;
    }
  }

  /** A client with an HTTP client of its own. */
  static AwsJson of(String url, Protocol protocol, String region) {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return new AwsJson(http, URI.create(url), protocol, region);
  }

  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /**
   * @param request what Jackson makes a JSON object of
   * @throws ServiceFault when the service refuses
   * @throws IOException when it does not answer as it should
   */
  public JsonNode call(String operation, Object request)
      throws IOException, ServiceFault, InterruptedException {
    return call(operation, request, Duration.ZERO);
  }

  /**
   * @param waiting how long the service was asked to wait before it answers
   */
  public JsonNode call(String operation, Object request, Duration waiting)
      throws IOException, ServiceFault, InterruptedException {
    HttpRequest.Builder post =
        HttpRequest.newBuilder(endpoint)
            .timeout(PATIENCE.plus(waiting))
            .header("Content-Type", "application/x-amz-json-" + protocol.version)
            .header("X-Amz-Target", protocol.target + "." + operation)
            .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(request)));
    HttpResponse<byte[]> response =
        http.send(
            LocalSignature.sign(post, protocol.service, region).build(),
            HttpResponse.BodyHandlers.ofByteArray());
    JsonNode body = json(operation, response.body());
    if (response.statusCode() == 200) {
      return body;
    }
    String type = body.path("__type").asText();
    String message = body.path("message").asText(body.path("Message").asText(body.toString()));
    if (type.isEmpty() || response.statusCode() / 100 == 5) {
      throw new IOException(operation + " is answered " + response.statusCode() + " " + message);
    }
    throw new ServiceFault(response.statusCode(), type.substring(type.indexOf('#') + 1), message);
  }

  private static JsonNode json(String operation, byte[] body) throws IOException {
    try {
      return body.length == 0 ? object() : JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IOException(operation + " is not answered with JSON", e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
