package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Deadline;

/** The sample functions/event-sources in {@code thaw run}, fed through the real services. */
@Thorough(
    "It runs a whole sample; QueuePollerTest, StreamPollerTest and TopicsTest have one source each")
@SideBySide
class EventSourcesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MAPPINGS = "/2015-03-31/event-source-mappings";

  @TempDir static Path folder;
  private static RunProcess life;
  private static HttpClient http;

  @BeforeAll
  static void start() throws Exception {
    http = HttpClient.newHttpClient(); // a test that is run again needs another
    life =
        RunProcess.start(
            List.of(),
            FreePorts.next(),
            folder.resolve("run.log"),
            Path.of("..", "functions", "event-sources").toString(),
            "--async-time-scale",
            "0.05");
    Deadline.await(PATIENCE, "it says where services are", () -> life.text().contains("Ctrl-C"));
  }

  @AfterAll
  static void end() throws Exception {
    life.close();
    http.shutdownNow();
  }

  // ---- what tests do ----

  private static String endpoint(String service) {
    Matcher matcher =
        Pattern.compile("AWS_ENDPOINT_URL_" + service + "=(\\S+)").matcher(life.text());
    assertTrue(matcher.find(), life::text);
    return matcher.group(1);
  }

  private static JsonNode call(String service, String scope, String target, String body)
      throws Exception {
    HttpResponse<String> response =
        http.send(
            request(endpoint(service) + "/", scope)
                .header("Content-Type", "application/x-amz-json-1.0")
                .header("X-Amz-Target", target)
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return JSON.readTree(response.body().isEmpty() ? "{}" : response.body());
  }

  private static HttpRequest.Builder request(String url, String scope) {
    return HttpRequest.newBuilder(URI.create(url))
        .header(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=THAW/20260101/us-east-1/%s/aws4_request, SignedHeaders=host, Signature=0"
                .formatted(scope))
        .header("X-Amz-Date", "20260101T000000Z");
  }

  private static JsonNode sqs(String operation, Map<String, ?> request) throws Exception {
    return call("SQS", "sqs", "AmazonSQS." + operation, JSON.writeValueAsString(request));
  }

  private static String url(String queue) throws Exception {
    return sqs("GetQueueUrl", Map.of("QueueName", queue)).path("QueueUrl").asText();
  }

  private static void send(String queue, String body) throws Exception {
    sqs("SendMessage", Map.of("QueueUrl", url(queue), "MessageBody", body));
  }

  private static int messages(String queue) {
    try {
      return sqs(
              "GetQueueAttributes",
              Map.of("QueueUrl", url(queue), "AttributeNames", List.of("All")))
          .path("Attributes")
          .path("ApproximateNumberOfMessages")
          .asInt();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(String id) throws Exception {
    call(
        "DYNAMODB",
        "dynamodb",
        "DynamoDB_20120810.PutItem",
        "{\"TableName\": \"Items\", \"Item\": {\"id\": {\"S\": \"" + id + "\"}}}");
  }

  private static void upload(String key) throws Exception {
    HttpResponse<String> response =
        http.send(
            request(endpoint("S3") + "/pictures/" + key, "s3")
                .header("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD")
                .PUT(BodyPublishers.ofString("pixels"))
                .build(),
            BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
  }

  private static void putEvent(int amount) throws Exception {
    call(
        "EVENTBRIDGE",
        "events",
        "AWSEvents.PutEvents",
        "{\"Entries\": [{\"Source\": \"shop\", \"DetailType\": \"OrderPaid\", \"Detail\": \"{\\\"amount\\\": %d}\"}]}"
            .formatted(amount));
  }

  private static void awaitLine(String line) {
    try {
      Deadline.await(PATIENCE, line, () -> life.text().contains(line));
    } catch (IllegalStateException e) {
      throw new IllegalStateException(life.text(), e);
    }
  }

  private static JsonNode lambda(String method, String path, String body, int status)
      throws Exception {
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + life.port() + path))
                .method(method, BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    assertEquals(status, response.statusCode(), response.body());
    return JSON.readTree(response.body());
  }

  private static void awaitState(String uuid, String state) {
    Deadline.await(
        PATIENCE,
        "the mapping is " + state,
        () -> {
          try {
            return lambda("GET", MAPPINGS + "/" + uuid, "", 200)
                .path("State")
                .asText()
                .equals(state);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  // ---- tests ----

  @Test
  void a_queue_feeds_its_function_and_what_fails_again_and_again_is_put_away() throws Exception {
    send("OrderQueue", "{\"id\": 1, \"kind\": \"real\"}");
    send("OrderQueue", "{\"id\": 2, \"kind\": \"test\"}");
    send("OrderQueue", "{\"id\": 3, \"kind\": \"broken\"}");
    awaitLine("Orders | order {\"id\": 1, \"kind\": \"real\"}");
    awaitLine("Orders | cannot process {\"id\": 3, \"kind\": \"broken\"}");
    Deadline.await(PATIENCE, "it is put away", () -> messages("BrokenOrders") == 1);
    assertFalse(life.text().contains("\"id\": 2"), "what the filter does not pass");
    assertEquals(0, messages("OrderQueue"));
  }

  @Test
  void a_stream_feeds_its_function_and_what_it_cannot_process_is_told() throws Exception {
    for (String id : List.of("first", "second", "broken")) {
      put(id);
    }
    awaitLine("Changes | change INSERT of first");
    awaitLine("Changes | change INSERT of second");
    Deadline.await(PATIENCE, "it is told", () -> messages("BrokenChanges") == 1);
    put("third");
    awaitLine("Changes | change INSERT of third");
    JsonNode told =
        JSON.readTree(
            sqs("ReceiveMessage", Map.of("QueueUrl", url("BrokenChanges")))
                .path("Messages")
                .path(0)
                .path("Body")
                .asText());
    assertEquals("RetryAttemptsExhausted", told.path("requestContext").path("condition").asText());
    assertEquals(3, told.path("requestContext").path("approximateInvokeCount").asInt());
    assertEquals(1, told.path("DDBStreamBatchInfo").path("batchSize").asInt());
  }

  @Test
  void a_bucket_and_a_bus_feed_their_functions() throws Exception {
    upload("in/a%20b.png");
    upload("in/a.txt");
    putEvent(99);
    putEvent(101);
    awaitLine("Uploads | upload ObjectCreated:Put of in/a b.png, 6 bytes");
    awaitLine("Ticks | event OrderPaid of shop {amount=101}");
    assertFalse(life.text().contains("amount=99"));
    assertFalse(life.text().contains("a.txt"));
  }

  @Test
  void mappings_are_made_changed_and_removed_by_the_api() throws Exception {
    assertEquals(
        2, lambda("GET", MAPPINGS, "", 200).path("EventSourceMappings").size(), "the template's");
    String create =
        "{\"FunctionName\": \"Orders\", \"EventSourceArn\": \"arn:aws:sqs:us-east-1:123456789012:%s\", \"BatchSize\": 1}";
    JsonNode refused = lambda("POST", MAPPINGS, create.formatted("nowhere"), 400);
    assertTrue(refused.toString().contains("The specified queue does not exist."));
    sqs("CreateQueue", Map.of("QueueName", "more"));
    JsonNode created = lambda("POST", MAPPINGS, create.formatted("more"), 202);
    assertEquals("Creating", created.path("State").asText());
    String uuid = created.path("UUID").asText();
    awaitState(uuid, "Enabled");
    send("more", "{\"id\": 10}");
    awaitLine("Orders | order {\"id\": 10}");
    assertEquals(
        "Disabling",
        lambda("PUT", MAPPINGS + "/" + uuid, "{\"Enabled\": false}", 202).path("State").asText());
    awaitState(uuid, "Disabled");
    send("more", "{\"id\": 11}");
    assertEquals(
        "Enabling",
        lambda("PUT", MAPPINGS + "/" + uuid, "{\"Enabled\": true}", 202).path("State").asText());
    awaitLine("Orders | order {\"id\": 11}");
    assertEquals(
        "Deleting", lambda("DELETE", MAPPINGS + "/" + uuid, "", 202).path("State").asText());
    Deadline.await(
        PATIENCE,
        "the mapping is gone",
        () -> {
          try {
            return lambda("GET", MAPPINGS, "", 200).path("EventSourceMappings").size() == 2;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    lambda("GET", MAPPINGS + "/" + uuid, "", 404);
    send("more", "{\"id\": 12}");
    assertEquals(1, messages("more"));
  }
}
