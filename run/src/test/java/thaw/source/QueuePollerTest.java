package thaw.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.source.ScriptedFunction.failure;
import static thaw.source.ScriptedFunction.success;
import static thaw.source.ScriptedFunction.throttled;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.LambdaLimits;
import thaw.sandbox.kernel.Deadline;
import thaw.service.AwsJson;

/** Against ElasticMQ, a real broker, in this JVM. */
@SideBySide
class QueuePollerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ARN = "arn:aws:sqs:us-east-1:123456789012:";

  private static SQSRestServer broker;
  private static int port;

  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final ScriptedFunction function = new ScriptedFunction();
  private final List<Running> pollers = new ArrayList<>();
  private AwsJson api = api(port);

  private AwsJson api(int ofBroker) {
    URI uri = URI.create("http://127.0.0.1:" + ofBroker);
    return new AwsJson(http, uri, AwsJson.Protocol.SQS, "us-east-1");
  }

  private record Running(Poller poller, Thread thread) {}

  private static SQSRestServer start(int port) {
    return SQSRestServerBuilder.withInterface("127.0.0.1").withPort(port).start();
  }

  @BeforeAll
  static void start() {
    broker = start(0);
    port = port(broker);
  }

  private static int port(SQSRestServer started) {
    return started.waitUntilStarted().localAddress().getPort();
  }

  /** It ends when polls of queues that are gone have ended: nobody waits for that. */
  @AfterAll
  static void stop() {
    Thread.ofPlatform().daemon().start(broker::stopAndWait);
  }

  @AfterEach
  void close() throws Exception {
    stopPollers();
    workers.shutdownNow();
    for (JsonNode url : api.call("ListQueues", AwsJson.object()).path("QueueUrls")) {
      api.call("DeleteQueue", AwsJson.object().put("QueueUrl", url.asText()));
    }
    http.shutdownNow();
    assertEquals(List.of(), function.problems);
  }

  private void stopPollers() throws Exception {
    for (Running each : pollers) {
      each.poller().stop();
      each.thread().interrupt(); // it waits for messages, for a second
      assertTrue(each.thread().join(PATIENCE), "the poller ends");
    }
    pollers.clear();
  }

  // ---- what tests do ----

  private String queue(String name, Map<String, String> attributes) throws Exception {
    ObjectNode request = AwsJson.object().put("QueueName", name);
    request.set("Attributes", AwsJson.JSON.valueToTree(attributes));
    return api.call("CreateQueue", request).path("QueueUrl").asText();
  }

  private void send(String url, String... bodies) throws Exception {
    for (String body : bodies) {
      api.call("SendMessage", AwsJson.object().put("QueueUrl", url).put("MessageBody", body));
    }
  }

  private int left(String url) throws Exception {
    ObjectNode request = AwsJson.object().put("QueueUrl", url);
    request.putArray("AttributeNames").add("All");
    JsonNode attributes = api.call("GetQueueAttributes", request).path("Attributes");
    return attributes.path("ApproximateNumberOfMessages").asInt()
        + attributes.path("ApproximateNumberOfMessagesNotVisible").asInt();
  }

  private Poller poll(String name, Map<String, Object> settings) throws Exception {
    Map<String, JsonNode> nodes = new HashMap<>();
    settings.forEach((key, value) -> nodes.put(key, AwsJson.JSON.valueToTree(value)));
    BatchInvocation invocation =
        new BatchInvocation(
            function.surroundings(Map.of()),
            "Orders",
            "",
            InstantSource.system(),
            new CountDownLatch(1));
    QueuePoller poller =
        new QueuePoller(
            http, api.endpoint(), ARN + name, QueueTerms.of(nodes), invocation, workers);
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              try {
                poller.run(() -> {});
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    pollers.add(new Running(poller, thread));
    return poller;
  }

  private static void await(String goal, Condition condition) {
    Deadline.await(
        PATIENCE,
        goal,
        () -> {
          try {
            return condition.holds();
          } catch (Exception e) {
            return false;
          }
        });
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  // ---- tests ----

  @Test
  void a_message_is_given_as_on_aws_and_deleted_when_it_is_processed() throws Exception {
    String url = queue("q", Map.of());
    ObjectNode send =
        AwsJson.object().put("QueueUrl", url).put("MessageBody", "{\"foo\": \"bar\"}");
    send.putObject("MessageAttributes")
        .putObject("kind")
        .put("DataType", "String")
        .put("StringValue", "x");
    api.call("SendMessage", send);
    poll("q", Map.of());
    await("it is processed", () -> !function.events.isEmpty());
    JsonNode record = function.events.getFirst().path("Records").path(0);
    JsonNode attributes = record.path("attributes");
    assertEquals("1", attributes.path("ApproximateReceiveCount").asText());
    assertEquals(
        "{\"messageId\":%s,\"receiptHandle\":%s,\"body\":\"{\\\"foo\\\": \\\"bar\\\"}\",\"attributes\":{\"ApproximateReceiveCount\":\"1\",\"SentTimestamp\":%s,\"SenderId\":\"127.0.0.1\",\"ApproximateFirstReceiveTimestamp\":%s},\"messageAttributes\":{\"kind\":{\"stringValue\":\"x\",\"stringListValues\":[],\"binaryListValues\":[],\"dataType\":\"String\"}},\"md5OfMessageAttributes\":%s,\"md5OfBody\":\"94232c5b8fc9272f6f73a1e36eb68fcf\",\"eventSource\":\"aws:sqs\",\"eventSourceARN\":\"arn:aws:sqs:us-east-1:123456789012:q\",\"awsRegion\":\"us-east-1\"}"
            .formatted(
                record.path("messageId"),
                record.path("receiptHandle"),
                attributes.path("SentTimestamp"),
                attributes.path("ApproximateFirstReceiveTimestamp"),
                record.path("md5OfMessageAttributes")),
        record.toString());
    await("it is deleted", () -> left(url) == 0);
  }

  @Test
  void a_window_gathers_a_batch_and_a_filter_deletes_what_does_not_pass() throws Exception {
    String url = queue("q", Map.of());
    poll(
        "q",
        Map.of(
            "BatchSize",
            25,
            "MaximumBatchingWindowInSeconds",
            3,
            "FilterCriteria",
            Map.of(
                "Filters",
                List.of(Map.of("Pattern", "{\"body\": {\"n\": [{\"exists\": true}]}}")))));
    for (int i = 0; i < 25; i++) {
      send(url, "{\"n\": " + i + "}", "text " + i);
    }
    await("all are processed", () -> function.all("body").size() == 25);
    await("all are deleted", () -> left(url) == 0);
    assertTrue(function.events.size() <= 2, () -> function.batches("body").toString());
  }

  @Test
  void a_failed_message_comes_back_until_the_queue_puts_it_away() throws Exception {
    String dead = queue("dead", Map.of());
    String url =
        queue(
            "q",
            Map.of(
                "VisibilityTimeout",
                "1",
                "RedrivePolicy",
                "{\"deadLetterTargetArn\":\"arn:aws:sqs:elasticmq:000000000000:dead\",\"maxReceiveCount\":2}"));
    function.answer =
        event -> ScriptedFunction.values(event, "body").contains("bad") ? failure() : success("");
    send(url, "bad");
    poll("q", Map.of("BatchSize", 1));
    await("it is put away", () -> left(dead) == 1);
    assertEquals(List.of("1", "2"), function.all("attributes", "ApproximateReceiveCount"));
    assertEquals(0, left(url));
  }

  @Test
  void only_what_the_function_reports_comes_back() throws Exception {
    String url = queue("q", Map.of("VisibilityTimeout", "1"));
    AtomicInteger failures = new AtomicInteger();
    function.answer =
        event -> {
          ObjectNode response = AwsJson.object();
          var reported = response.putArray("batchItemFailures");
          for (JsonNode record : event.path("Records")) {
            if (record.path("body").asText().equals("bad") && failures.getAndIncrement() == 0) {
              reported.addObject().set("itemIdentifier", record.path("messageId"));
            }
          }
          return success(response.toString());
        };
    send(url, "a", "bad", "b");
    poll("q", Map.of("FunctionResponseTypes", List.of("ReportBatchItemFailures")));
    await("all are processed", () -> left(url) == 0);
    assertEquals(4, function.all("body").size());
    assertEquals(2, function.all("body").stream().filter("bad"::equals).count());
  }

  @Test
  void groups_of_a_fifo_queue_stay_in_order_and_no_two_batches_of_one_run_at_once()
      throws Exception {
    String url = queue("f.fifo", Map.of("FifoQueue", "true", "ContentBasedDeduplication", "true"));
    Set<String> running = ConcurrentHashMap.newKeySet();
    List<String> overlaps = new ArrayList<>();
    function.answer =
        event -> {
          Set<String> groups =
              new TreeSet<>(ScriptedFunction.values(event, "attributes", "MessageGroupId"));
          for (String group : groups) {
            if (!running.add(group)) {
              overlaps.add(group);
            }
          }
          Thread.yield();
          running.removeAll(groups);
          return success("");
        };
    for (int i = 0; i < 30; i++) {
      api.call(
          "SendMessage",
          AwsJson.object()
              .put("QueueUrl", url)
              .put("MessageBody", (i % 3) + ":" + i)
              .put("MessageGroupId", "g" + i % 3));
    }
    poll("f.fifo", Map.of("BatchSize", 4));
    await("all are processed", () -> left(url) == 0 && function.all("body").size() == 30);
    assertEquals(List.of(), overlaps);
    for (int group = 0; group < 3; group++) {
      String prefix = group + ":";
      List<Integer> numbers =
          function.all("body").stream()
              .filter(body -> body.startsWith(prefix))
              .map(body -> Integer.valueOf(body.substring(2)))
              .toList();
      assertEquals(numbers.stream().sorted().toList(), numbers);
    }
  }

  @Test
  void a_batch_stays_below_the_size_of_a_request() throws Exception {
    String url = queue("q", Map.of());
    String large = "x".repeat(250_000);
    for (int i = 0; i < 30; i++) {
      send(url, large);
    }
    poll("q", Map.of("BatchSize", 100, "MaximumBatchingWindowInSeconds", 2));
    await("all are processed", () -> function.all("body").size() == 30 && left(url) == 0);
    assertTrue(
        function.events.stream()
            .allMatch(event -> event.toString().length() <= LambdaLimits.LARGEST_REQUEST_BYTES));
  }

  @Test
  void at_most_as_many_batches_run_at_once_as_the_mapping_allows() throws Exception {
    String url = queue("q", Map.of());
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch two = new CountDownLatch(2);
    function.answer =
        _ -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          two.countDown();
          try {
            two.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          running.decrementAndGet();
          return success("");
        };
    send(url, "1", "2", "3", "4", "5", "6", "7", "8");
    poll("q", Map.of("BatchSize", 1, "ScalingConfig", Map.of("MaximumConcurrency", 2)));
    await("all are processed", () -> left(url) == 0);
    assertEquals(2, most.get());
  }

  @Test
  void a_throttled_function_gets_its_messages_when_it_can() throws Exception {
    String url = queue("q", Map.of());
    AtomicInteger refusals = new AtomicInteger(8);
    function.answer = _ -> refusals.getAndDecrement() > 0 ? throttled() : success("");
    send(url, "1");
    poll("q", Map.of());
    await("it is processed", () -> left(url) == 0);
    assertEquals(List.of("1"), function.all("attributes", "ApproximateReceiveCount"));
    assertEquals(List.of("is throttled: its events wait", "takes its events again"), function.log);
  }

  @Test
  void nothing_is_received_for_a_function_that_cannot_be_run() throws Exception {
    String url = queue("q", Map.of());
    send(url, "1");
    function.missing = Optional.of("it does not compile");
    poll("q", Map.of());
    await("it is said", () -> !function.log.isEmpty());
    assertEquals(
        List.of("queue q is not polled until the function can be run: it does not compile"),
        function.log);
    function.missing = Optional.empty();
    await("it is processed", () -> left(url) == 0);
    assertEquals(List.of("1"), function.all("attributes", "ApproximateReceiveCount"));
  }

  @Test
  void a_broker_that_ends_is_said_once_and_polled_when_it_is_back() throws Exception {
    SQSRestServer own = start(0);
    int ownPort = port(own);
    api = api(ownPort);
    queue("q", Map.of());
    poll("q", Map.of());
    own.stopAndWait();
    await("it is said", () -> !function.log.isEmpty());
    own = start(ownPort);
    own.waitUntilStarted();
    await("the missing queue is said", () -> function.log.size() == 2);
    String url = queue("q", Map.of());
    send(url, "1");
    await("it is processed", () -> function.all("body").equals(List.of("1")));
    assertTrue(function.log.get(0).contains(" does not answer"), function.log::toString);
    assertEquals("queue q does not exist, it is polled when it does", function.log.get(1));
    assertEquals("queue q is polled again", function.log.get(2));
    assertEquals(3, function.log.size());
    stopPollers();
    own.stopAndWait();
    api = api(port);
  }

  @Thorough(
      "It waits for the pause after an error; a_broker_that_ends_is_said_once waits for the same")
  @Test
  void a_queue_that_is_deleted_is_waited_for() throws Exception {
    String url = queue("q", Map.of());
    poll("q", Map.of("MaximumBatchingWindowInSeconds", 1));
    send(url, "1");
    await("it is processed", () -> left(url) == 0 && !function.events.isEmpty());
    api.call("DeleteQueue", AwsJson.object().put("QueueUrl", url));
    await("it is said", () -> !function.log.isEmpty());
    send(queue("q", Map.of()), "2");
    await("it is processed", () -> function.all("body").equals(List.of("1", "2")));
    assertEquals(
        List.of("queue q does not exist, it is polled when it does", "queue q is polled again"),
        function.log);
  }

  @Test
  void a_batch_that_the_program_s_end_interrupts_comes_back() throws Exception {
    String url = queue("q", Map.of("VisibilityTimeout", "1"));
    CountDownLatch begun = new CountDownLatch(1);
    function.answer =
        _ -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return failure();
        };
    send(url, "1");
    poll("q", Map.of());
    begun.await();
    pollers.getFirst().poller().stop();
    workers.shutdownNow();
    pollers.getFirst().thread().interrupt();
    assertTrue(pollers.getFirst().thread().join(PATIENCE));
    ObjectNode receive = AwsJson.object().put("QueueUrl", url).put("WaitTimeSeconds", 1);
    await(
        "it comes back",
        () ->
            api.call("ReceiveMessage", receive, Duration.ofSeconds(1)).path("Messages").size()
                == 1);
    assertEquals(List.of(), function.events);
  }

  @Test
  void a_poller_that_is_stopped_finishes_its_batch_and_takes_no_more() throws Exception {
    String url = queue("q", Map.of());
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    function.answer =
        _ -> {
          begun.countDown();
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return success("");
        };
    send(url, "1");
    Poller poller = poll("q", Map.of("BatchSize", 1));
    begun.await();
    poller.stop();
    send(url, "2");
    assertFalse(pollers.getFirst().thread().join(Duration.ofMillis(50)), "it awaits its batch");
    end.countDown();
    assertTrue(pollers.getFirst().thread().join(PATIENCE));
    assertEquals(List.of("1"), function.all("body"));
    assertEquals(1, left(url));
  }
}
