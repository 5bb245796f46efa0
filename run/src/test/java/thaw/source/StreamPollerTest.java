package thaw.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.source.ScriptedFunction.failure;
import static thaw.source.ScriptedFunction.success;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.function.resource.TableDefinition;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Deadline;
import thaw.service.AwsJson;
import thaw.service.LocalServices;
import thaw.service.ServiceSpecBuilder;
import thaw.service.process.LocalService;

/** Against DynamoDB Local; the first run downloads it. */
@SideBySide
class StreamPollerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicInteger TABLES = new AtomicInteger();

  @TempDir static Path base;
  private static HttpClient http;
  private static Instance instance;
  private static LocalServices services;
  private static AwsJson dynamoDb;

  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final ScriptedFunction function = new ScriptedFunction();
  private final Map<String, ShardProgress> progress = new ConcurrentHashMap<>();
  private final List<String> results = new ArrayList<>();
  private final AtomicInteger resultFaults = new AtomicInteger();
  private final List<Running> pollers = new ArrayList<>();
  private final String table = "table" + TABLES.incrementAndGet();

  private record Running(Poller poller, Thread thread) {}

  @BeforeAll
  static void start() {
    http = HttpClient.newHttpClient(); // a test that is run again needs another
    instance = Instance.open(SandboxHost.probe(), base.resolve("instances"));
    TableDefinition first =
        new TableDefinition(
            "First",
            "first",
            Map.of(
                "BillingMode",
                "PAY_PER_REQUEST",
                "AttributeDefinitions",
                List.of(Map.of("AttributeName", "id", "AttributeType", "S")),
                "KeySchema",
                List.of(Map.of("AttributeName", "id", "KeyType", "HASH"))));
    services =
        LocalServices.start(
            instance,
            ServiceSpecBuilder.builder()
                .tables(List.of(first))
                .region("us-east-1")
                .account("123456789012")
                .jdk(Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow())
                .cache(Path.of("target", "services"))
                .build(),
            _ -> {});
    dynamoDb =
        new AwsJson(
            http,
            services.endpoints().get(LocalService.DYNAMODB),
            AwsJson.Protocol.DYNAMODB,
            "us-east-1");
  }

  @AfterAll
  static void end() {
    services.close();
    instance.close();
    http.shutdownNow();
  }

  @AfterEach
  void close() throws Exception {
    for (Running each : pollers) {
      each.poller().stop();
      assertTrue(each.thread().join(PATIENCE), "the poller ends");
    }
    workers.shutdownNow();
    assertEquals(List.of(), function.problems);
  }

  // ---- what tests do ----

  private void createTable() throws Exception {
    ObjectNode request = AwsJson.object().put("TableName", table);
    request
        .putArray("AttributeDefinitions")
        .addObject()
        .put("AttributeName", "id")
        .put("AttributeType", "S");
    request.putArray("KeySchema").addObject().put("AttributeName", "id").put("KeyType", "HASH");
    request.put("BillingMode", "PAY_PER_REQUEST");
    request
        .putObject("StreamSpecification")
        .put("StreamEnabled", true)
        .put("StreamViewType", "NEW_AND_OLD_IMAGES");
    dynamoDb.call("CreateTable", request);
  }

  private void put(String... ids) throws Exception {
    for (String id : ids) {
      ObjectNode request = AwsJson.object().put("TableName", table);
      request.putObject("Item").putObject("id").put("S", id);
      ((ObjectNode) request.path("Item")).putObject("n").put("N", "1");
      dynamoDb.call("PutItem", request);
    }
  }

  private String arn() {
    return "arn:aws:dynamodb:us-east-1:123456789012:table/"
        + table
        + "/stream/2026-01-01T00:00:00.000";
  }

  private Running poll(Map<String, Object> settings) throws Exception {
    return poll(services.endpoints().get(LocalService.DYNAMODB), settings);
  }

  private Running poll(URI endpoint, Map<String, Object> settings) throws Exception {
    Map<String, JsonNode> nodes = new HashMap<>();
    settings.forEach((key, value) -> nodes.put(key, AwsJson.JSON.valueToTree(value)));
    BatchInvocation invocation =
        new BatchInvocation(
            function.surroundings(Map.of()),
            "Changes",
            "",
            InstantSource.system(),
            new CountDownLatch(1));
    StreamPoller poller =
        new StreamPoller(
            http,
            endpoint,
            "mapping-1",
            arn(),
            StreamTerms.of(nodes),
            invocation,
            progress,
            result -> {
              if (resultFaults.getAndDecrement() > 0) {
                throw new IllegalStateException("no result can be kept");
              }
              results.add(result);
            },
            workers);
    CountDownLatch ready = new CountDownLatch(1);
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              try {
                poller.run(ready::countDown);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Running running = new Running(poller, thread);
    pollers.add(running);
    if (function.missing.isEmpty() && settings.containsKey("StartingPosition")) {
      ready.await();
    }
    return running;
  }

  private List<String> ids() {
    return function.all("dynamodb", "Keys", "id", "S");
  }

  private void await(String goal, BooleanSupplier condition) {
    Deadline.await(PATIENCE, goal, condition);
  }

  // ---- tests ----

  @Test
  void records_are_given_as_on_aws_in_their_order() throws Exception {
    createTable();
    put("a", "b");
    poll(Map.of());
    await("both are processed", () -> ids().equals(List.of("a", "b")));
    put("c");
    await("the third is processed", () -> ids().equals(List.of("a", "b", "c")));
    JsonNode record = function.events.getFirst().path("Records").path(0);
    assertEquals(
        "{\"eventID\":%s,\"eventName\":\"INSERT\",\"eventVersion\":\"1.1\",\"eventSource\":\"aws:dynamodb\",\"awsRegion\":\"us-east-1\",\"dynamodb\":{\"ApproximateCreationDateTime\":%s,\"Keys\":{\"id\":{\"S\":\"a\"}},\"NewImage\":{\"id\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"}},\"SequenceNumber\":%s,\"SizeBytes\":9,\"StreamViewType\":\"NEW_AND_OLD_IMAGES\"},\"eventSourceARN\":\"%s\"}"
            .formatted(
                record.path("eventID"),
                record.path("dynamodb").path("ApproximateCreationDateTime"),
                record.path("dynamodb").path("SequenceNumber"),
                arn()),
        record.toString());
  }

  @Test
  void a_fault_of_ours_costs_no_record_and_does_not_end_the_reading_of_a_shard() throws Exception {
    resultFaults.set(1);
    createTable();
    put("a");
    poll(Map.of());
    await("it is given again", () -> ids().equals(List.of("a", "a")));
    put("b");
    await("and the next one follows", () -> ids().equals(List.of("a", "a", "b")));
    assertEquals(1, function.problems.size());
    function.problems.clear();
  }

  @Test
  void latest_leaves_out_what_was_before_and_filters_what_does_not_pass() throws Exception {
    createTable();
    put("before");
    poll(
        Map.of(
            "StartingPosition",
            "LATEST",
            "FilterCriteria",
            Map.of(
                "Filters",
                List.of(
                    Map.of(
                        "Pattern",
                        "{\"dynamodb\": {\"Keys\": {\"id\": {\"S\": [{\"prefix\": \"x\"}]}}}}")))));
    put("a", "x1", "b", "x2");
    await("two are processed", () -> ids().equals(List.of("x1", "x2")));
  }

  @Test
  void a_failed_batch_is_tried_again_before_what_comes_after_it() throws Exception {
    createTable();
    put("a", "b", "c");
    AtomicInteger failures = new AtomicInteger(3);
    List<String> attempts = new ArrayList<>();
    function.answer =
        event -> {
          attempts.add(
              String.join("", ScriptedFunction.values(event, "dynamodb", "Keys", "id", "S")));
          return failures.getAndDecrement() > 0 ? failure() : success("");
        };
    poll(Map.of("BatchSize", 2));
    await("all are processed", () -> attempts.size() == 5);
    assertEquals(List.of("ab", "ab", "ab", "ab", "c"), attempts);
    await("the last result", () -> results.size() == 5);
    assertEquals("PROBLEM: Function call failed", results.getFirst());
    assertEquals("OK", results.getLast());
  }

  @Test
  void a_poisonous_record_is_found_by_halving_and_told_to_the_destination() throws Exception {
    createTable();
    put("a", "b", "poison", "c", "d");
    function.answer =
        event ->
            ScriptedFunction.values(event, "dynamodb", "Keys", "id", "S").contains("poison")
                ? failure()
                : success("");
    poll(
        Map.of(
            "BisectBatchOnFunctionError",
            true,
            "MaximumRetryAttempts",
            1,
            "DestinationConfig",
            Map.of("OnFailure", Map.of("Destination", "arn:aws:sqs:us-east-1:1:dead"))));
    await("it is told", () -> !function.told.isEmpty());
    await(
        "the others are processed",
        () ->
            function.batches("dynamodb", "Keys", "id", "S").stream()
                .anyMatch(batch -> batch.contains("d") && !batch.contains("poison")));
    JsonNode told = function.told.getFirst();
    assertEquals("arn:aws:sqs:us-east-1:1:dead", function.notices.getFirst().target());
    assertEquals("RetryAttemptsExhausted", told.path("requestContext").path("condition").asText());
    assertEquals(2, told.path("requestContext").path("approximateInvokeCount").asInt());
    assertEquals("Unhandled", told.path("responseContext").path("functionError").asText());
    assertEquals(1, told.path("DDBStreamBatchInfo").path("batchSize").asInt());
    assertEquals(
        List.of("requestContext", "responseContext", "version", "timestamp", "DDBStreamBatchInfo"),
        told.properties().stream().map(Map.Entry::getKey).toList());
  }

  @Test
  void a_bucket_is_told_of_records_with_the_records_themselves() throws Exception {
    createTable();
    put("poison");
    function.answer = _ -> failure();
    poll(
        Map.of(
            "MaximumRetryAttempts",
            1,
            "DestinationConfig",
            Map.of("OnFailure", Map.of("Destination", "arn:aws:s3:::dead"))));
    await("it is told", () -> !function.told.isEmpty());
    JsonNode told = function.told.getFirst();
    assertEquals(function.events.getFirst().path("Records"), told.path("payload").path("Records"));
    String shard = told.path("DDBStreamBatchInfo").path("shardId").asText();
    String time = told.path("timestamp").asText().substring(0, 19).replace(':', '.');
    String key = function.notices.getFirst().objectKey().orElseThrow();
    assertTrue(
        key.startsWith(
            "aws/lambda/mapping-1/%s/%s/%s-"
                .formatted(shard, time.substring(0, 10).replace('-', '/'), time)),
        key);
  }

  @Test
  void a_stream_that_a_client_has_made_is_told_as_on_aws() {
    assertEquals(
        "arn:aws:dynamodb:us-east-1:123456789012:table/Things/stream/2026",
        RecordStream.told("arn:aws:dynamodb:ddblocal:000000000000:table/Things/stream/2026"));
    assertEquals(arn(), RecordStream.told(arn()));
  }

  @Test
  void a_reported_failure_is_where_the_function_goes_on() throws Exception {
    createTable();
    put("0", "1", "2", "3", "4", "5");
    function.answer =
        event -> {
          ObjectNode response = AwsJson.object();
          var failures = response.putArray("batchItemFailures");
          for (JsonNode record : event.path("Records")) {
            if (record.path("dynamodb").path("Keys").path("id").path("S").asText().equals("5")) {
              failures
                  .addObject()
                  .set("itemIdentifier", record.path("dynamodb").path("SequenceNumber"));
            }
          }
          return success(response.toString());
        };
    poll(
        Map.of(
            "BatchSize",
            3,
            "MaximumRetryAttempts",
            3,
            "FunctionResponseTypes",
            List.of("ReportBatchItemFailures"),
            "DestinationConfig",
            Map.of("OnFailure", Map.of("Destination", "arn:aws:sqs:us-east-1:1:dead"))));
    await("it is told", () -> !function.told.isEmpty());
    // As recorded on AWS for these settings: four attempts at the record alone, after one with
    // others.
    assertEquals(
        List.of(
            List.of("0", "1", "2"),
            List.of("3", "4", "5"),
            List.of("5"),
            List.of("5"),
            List.of("5"),
            List.of("5")),
        function.batches("dynamodb", "Keys", "id", "S"));
    JsonNode told = function.told.getFirst();
    assertEquals(4, told.path("requestContext").path("approximateInvokeCount").asInt());
    assertEquals(1, told.path("DDBStreamBatchInfo").path("batchSize").asInt());
    assertTrue(told.path("responseContext").path("functionError").isNull());
  }

  @Test
  void lanes_run_at_once_and_keep_the_order_of_each_item() throws Exception {
    createTable();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    function.answer =
        _ -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          LockSupport.parkNanos(5_000_000);
          running.decrementAndGet();
          return success("");
        };
    List<String> all = IntStream.range(0, 60).mapToObj(i -> "i" + i % 6).toList();
    for (String id : all) {
      ObjectNode request = AwsJson.object().put("TableName", table);
      ObjectNode item = request.putObject("Item");
      item.putObject("id").put("S", id);
      item.putObject("n").put("N", "" + TABLES.incrementAndGet());
      dynamoDb.call("PutItem", request);
    }
    poll(Map.of("BatchSize", 2, "ParallelizationFactor", 4));
    await("all are processed", () -> ids().size() == 60);
    Map<String, List<Integer>> byItem = new HashMap<>();
    for (JsonNode event : function.events) {
      for (JsonNode record : event.path("Records")) {
        JsonNode image = record.path("dynamodb").path("NewImage");
        byItem
            .computeIfAbsent(image.path("id").path("S").asText(), _ -> new ArrayList<>())
            .add(image.path("n").path("N").asInt());
      }
    }
    byItem.values().forEach(numbers -> assertEquals(numbers.stream().sorted().toList(), numbers));
    assertTrue(most.get() > 1, "batches run at once");
  }

  @Test
  void a_tumbling_window_passes_state_on_and_ends_with_an_event_of_its_own() throws Exception {
    createTable();
    function.answer =
        event -> {
          ObjectNode response = AwsJson.object();
          response
              .putObject("state")
              .put("n", event.path("state").path("n").asInt() + event.path("Records").size());
          return success(response.toString());
        };
    poll(Map.of("BatchSize", 1, "TumblingWindowInSeconds", 2, "StartingPosition", "TRIM_HORIZON"));
    put("a", "b", "c");
    await(
        "three are processed and the window has ended",
        () ->
            ids().size() == 3
                && function.events.getLast().path("isFinalInvokeForWindow").asBoolean());
    int counted = 0;
    for (JsonNode event : function.events) {
      if (event.path("isFinalInvokeForWindow").asBoolean()) {
        counted += event.path("state").path("n").asInt();
        assertEquals(0, event.path("Records").size());
      }
      Duration length =
          Duration.between(
              Instant.parse(event.path("window").path("start").asText()),
              Instant.parse(event.path("window").path("end").asText()));
      assertEquals(Duration.ofSeconds(2), length);
    }
    assertEquals(3, counted);
  }

  @Test
  void a_poller_goes_on_where_the_one_before_was_stopped() throws Exception {
    createTable();
    put("a");
    Running first = poll(Map.of());
    await("the first is processed", () -> ids().equals(List.of("a")) && results.contains("OK"));
    first.poller().stop();
    assertTrue(first.thread().join(PATIENCE));
    put("b", "c");
    function.answer = _ -> failure();
    Running second = poll(Map.of("BatchSize", 2));
    await("it fails", () -> function.events.size() > 1);
    second.poller().stop();
    assertTrue(second.thread().join(PATIENCE));
    function.events.clear();
    function.answer = _ -> success("");
    poll(Map.of());
    await("the others are processed", () -> ids().equals(List.of("b", "c")));
  }

  @Test
  void a_table_that_is_not_there_or_goes_away_is_waited_for() throws Exception {
    poll(Map.of());
    await("it is said", () -> !function.log.isEmpty());
    createTable();
    put("a");
    await("it is processed", () -> ids().equals(List.of("a")));
    dynamoDb.call("DeleteTable", AwsJson.object().put("TableName", table));
    createTable();
    put("b");
    await("the new table's is processed", () -> ids().equals(List.of("a", "b")));
    assertEquals(
        "stream of " + table + " does not exist, it is read when it does", function.log.getFirst());
  }

  @Test
  void a_shard_that_cannot_be_read_on_is_begun_again() throws Exception {
    createTable();
    put("a");
    AtomicInteger reads = new AtomicInteger();
    HttpServer trimming = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    trimming.createContext("/", exchange -> trimFirst(reads, exchange));
    trimming.start();
    try {
      poll(URI.create("http://127.0.0.1:" + trimming.getAddress().getPort()), Map.of());
      await("it is processed", () -> ids().equals(List.of("a")));
    } finally {
      trimming.stop(0);
    }
  }

  /** As DynamoDB Local answers now and then where nothing was trimmed. */
  private static void trimFirst(AtomicInteger reads, HttpExchange exchange) throws IOException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    int status = 400;
    byte[] response =
        "{\"__type\": \"com.amazonaws.dynamodb.v20120810#TrimmedDataAccessException\"}"
            .getBytes(UTF_8);
    if (!target.endsWith(".GetRecords") || reads.incrementAndGet() > 1) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(services.endpoints().get(LocalService.DYNAMODB))
              .POST(BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
      for (String name : List.of("X-Amz-Target", "X-Amz-Date", "Authorization", "Content-Type")) {
        request.header(name, exchange.getRequestHeaders().getFirst(name));
      }
      try {
        HttpResponse<byte[]> relayed = http.send(request.build(), BodyHandlers.ofByteArray());
        status = relayed.statusCode();
        response = relayed.body();
      } catch (InterruptedException e) {
        throw new InterruptedIOException(e.toString());
      }
    }
    exchange.sendResponseHeaders(status, response.length);
    exchange.getResponseBody().write(response);
    exchange.close();
  }

  @Test
  void a_service_that_does_not_answer_is_said_once() throws Exception {
    poll(URI.create("http://127.0.0.1:1"), Map.of());
    await("it is said", () -> !function.log.isEmpty());
    assertTrue(
        function.log.getFirst().contains("http://127.0.0.1:1 does not answer"),
        function.log::toString);
  }
}
