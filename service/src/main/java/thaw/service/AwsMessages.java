package thaw.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import thaw.service.busy.LocalSignature;

/**
 * Sends messages to SQS, SNS, EventBridge and S3, in the wire format of each, to wherever {@code
 * AWS_ENDPOINT_URL_*} leads. Never to AWS by itself: what runs on this machine stays on it.
 *
 * @see <a href="https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html">
 *     Service-specific endpoints</a>
 */
public final class AwsMessages implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Map<String, String> VARIABLES =
      Map.of("sqs", "SQS", "sns", "SNS", "events", "EVENTBRIDGE", "s3", "S3");

  /** The part of the key that Lambda makes of the time when it puts a record into a bucket. */
  private static final DateTimeFormatter OBJECT_TIME =
      DateTimeFormatter.ofPattern("uuuu/MM/dd/uuuu-MM-dd'T'HH.mm.ss", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Map<String, String> variables;
  private final ReentrantLock lock = new ReentrantLock(); // of what follows
  private @Nullable HttpClient http;

  /**
   * @param variables the program's environment
   */
  public AwsMessages(Map<String, String> variables) {
    this.variables = Map.copyOf(variables);
  }

  /** {@code arn:partition:service:region:account:resource}. */
  private record Arn(String service, String region, String resource) {
    static Arn of(String text) throws IOException {
      String[] parts = text.split(":", 6);
      if (parts.length < 6 || !parts[0].equals("arn") || !VARIABLES.containsKey(parts[2])) {
        throw new IOException("not a queue, topic, event bus or bucket: " + text);
      }
      return new Arn(parts[2], parts[3].isEmpty() ? "us-east-1" : parts[3], parts[5]);
    }
  }

  /**
   * @throws IOException when it is not known to have been taken
   */
  public void send(AwsMessage message) throws IOException, InterruptedException {
    Arn target = Arn.of(message.target());
    String endpoint = endpoint(target.service());
    switch (target.service()) {
      case "sqs" -> sendToQueue(endpoint, target, message);
      case "sns" -> publish(endpoint, target, message);
      case "events" -> putEvent(endpoint, target, message);
      default -> putObject(endpoint, target, message);
    }
  }

  private String endpoint(String service) throws IOException {
    String variable = "AWS_ENDPOINT_URL_" + VARIABLES.get(service);
    String url =
        variables.getOrDefault(variable, variables.getOrDefault("AWS_ENDPOINT_URL", "")).strip();
    if (url.isEmpty()) {
      throw new IOException("neither " + variable + " nor AWS_ENDPOINT_URL is set");
    }
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private void sendToQueue(String endpoint, Arn queue, AwsMessage message)
      throws IOException, InterruptedException {
    ObjectNode name = AwsJson.object().put("QueueName", queue.resource());
    String url =
        call(endpoint, queue, AwsJson.Protocol.SQS, "GetQueueUrl", name).path("QueueUrl").asText();
    ObjectNode send = AwsJson.object();
    send.put("QueueUrl", url);
    send.put("MessageBody", text(message));
    if (!message.attributes().isEmpty()) {
      ObjectNode attributes = send.putObject("MessageAttributes");
      message
          .attributes()
          .forEach((key, attribute) ->
              attributes
                  .putObject(key)
                  .put("DataType", attribute.type())
                  .put("StringValue", attribute.value()));
    }
    message
        .trace()
        .ifPresent(header ->
            send.putObject("MessageSystemAttributes")
                .putObject("AWSTraceHeader")
                .put("DataType", "String")
                .put("StringValue", header));
    call(endpoint, queue, AwsJson.Protocol.SQS, "SendMessage", send);
  }

  private void publish(String endpoint, Arn topic, AwsMessage message)
      throws IOException, InterruptedException {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("Action", "Publish");
    form.put("Version", "2010-03-31");
    form.put("TopicArn", message.target());
    form.put("Message", text(message));
    int number = 0;
    for (Map.Entry<String, AwsMessage.Attribute> each : message.attributes().entrySet()) {
      String entry = "MessageAttributes.entry." + ++number + ".";
      form.put(entry + "Name", each.getKey());
      form.put(entry + "Value.DataType", each.getValue().type());
      form.put(entry + "Value.StringValue", each.getValue().value());
    }
    String body =
        String.join(
            "&",
            form.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .toList());
    answer(
        request(endpoint + "/", topic)
            .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
            .POST(BodyPublishers.ofString(body)));
  }

  private void putEvent(String endpoint, Arn bus, AwsMessage message)
      throws IOException, InterruptedException {
    ObjectNode put = AwsJson.object();
    ObjectNode entry = put.putArray("Entries").addObject();
    entry.put("Source", "lambda");
    entry.put("DetailType", message.detailType());
    entry.put("Detail", text(message));
    entry.put("EventBusName", message.target());
    entry.put("Time", message.time().getEpochSecond());
    entry.putArray("Resources").add(message.target()).add(message.functionArn());
    JsonNode answer = call(endpoint, bus, AwsJson.Protocol.EVENTBRIDGE, "PutEvents", put);
    if (answer.path("FailedEntryCount").asInt() > 0) {
      throw new IOException("not taken: " + answer.path("Entries"));
    }
  }

  /** The same object when it is sent again. */
  private void putObject(String endpoint, Arn bucket, AwsMessage message)
      throws IOException, InterruptedException {
    String key = message.objectKey().orElseGet(() -> keyOfRequest(message));
    answer(
        request(endpoint + "/" + bucket.resource() + "/" + key, bucket)
            .header("Content-Type", "application/json")
            .header("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD")
            .PUT(BodyPublishers.ofByteArray(message.body())));
  }

  private static String keyOfRequest(AwsMessage message) {
    String[] function = message.functionArn().split(":", -1);
    return "aws/lambda/async/"
        + (function.length > 6 ? function[6] : "unknown")
        + "/"
        + OBJECT_TIME.format(message.time())
        + "-"
        + message.requestId();
  }

  private static String text(AwsMessage message) {
    return new String(message.body(), StandardCharsets.UTF_8);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** One operation of the AWS JSON protocol. */
  private JsonNode call(
      String endpoint, Arn target, AwsJson.Protocol protocol, String operation, JsonNode body)
      throws IOException, InterruptedException {
    URI url = url(endpoint + "/");
    try {
      return new AwsJson(client(), url, protocol, target.region()).call(operation, body);
    } catch (ServiceFault e) {
      throw new IOException("%s answers %d: %s".formatted(url, e.status(), e), e);
    } catch (ConnectException | HttpTimeoutException e) {
      throw silent(url, e);
    }
  }

  private static HttpRequest.Builder request(String url, Arn target) throws IOException {
    return LocalSignature.sign(
        HttpRequest.newBuilder(url(url)).timeout(PATIENCE), target.service(), target.region());
  }

  private static URI url(String text) throws IOException {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IOException("not a URL: " + text, e);
    }
  }

  private static IOException silent(URI url, IOException e) {
    return new IOException(url + " does not answer: " + e.getClass().getSimpleName(), e);
  }

  private void answer(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpRequest built = request.build();
    HttpResponse<byte[]> response;
    try {
      response = client().send(built, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw silent(built.uri(), e);
    }
    if (response.statusCode() / 100 != 2) {
      String body = new String(response.body(), StandardCharsets.UTF_8).strip();
      throw new IOException(
          "%s answers %d: %s"
              .formatted(
                  built.uri(),
                  response.statusCode(),
                  body.substring(0, Math.min(body.length(), 300)).replaceAll("\\s+", " ")));
    }
  }

  /**
   * Returns the client, which is made when it is needed: it would be a third of the time that the
   * program takes to start.
   */
  private HttpClient client() {
    lock.lock();
    try {
      HttpClient current = http;
      if (current == null) {
        current =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
        http = current;
      }
      return current;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (http != null) {
        http.shutdownNow();
      }
    } finally {
      lock.unlock();
    }
  }
}
