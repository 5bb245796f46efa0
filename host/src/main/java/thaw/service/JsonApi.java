package thaw.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/**
 * The AWS JSON protocol: an operation's name in a header, JSON in and out.
 *
 * @see <a href="https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html">AWS JSON 1.0
 *     protocol</a>
 */
final class JsonApi implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI url;
  private final String prefix;
  private final String authorization;

  /**
   * @param region stands in the credentials' scope only, as does the service
   * @param prefix before an operation's name
   */
  private JsonApi(String url, String region, String service, String prefix) {
    this.url = URI.create(url);
    this.prefix = prefix;
    this.authorization = LocalSignature.of(service, region);
  }

  static JsonApi dynamoDb(String url, String region) {
    return new JsonApi(url, region, "dynamodb", "DynamoDB_20120810.");
  }

  static JsonApi sqs(String url, String region) {
    return new JsonApi(url, region, "sqs", "AmazonSQS.");
  }

  /**
   * What the service answered.
   *
   * @param body the result, or the error
   */
  record Answer(int status, JsonNode body) {
    boolean succeeded() {
      return status == 200;
    }

    /** The service's words; its members are spelt in two ways. */
    String message() {
      String text = body.path("message").asText(body.path("Message").asText());
      return text.isEmpty() ? "status " + status + " " + body : text;
    }
  }

  /**
   * @throws IOException when it does not answer in time, or not with JSON
   */
  Answer call(String operation, Map<String, ?> request) throws IOException {
    HttpRequest post =
        HttpRequest.newBuilder(url)
            .timeout(PATIENCE)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", prefix + operation)
            .header("Authorization", authorization)
            .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(request)))
            .build();
    try {
      HttpResponse<byte[]> response = http.send(post, HttpResponse.BodyHandlers.ofByteArray());
      return new Answer(response.statusCode(), JSON.readTree(response.body()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted during " + operation, e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
