package thaw.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.KinesisException;
import software.amazon.awssdk.services.kinesis.model.PutRecordResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;
import software.amazon.awssdk.services.kinesis.model.ScalingType;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;
import thaw.fixture.SideBySide;
import thaw.function.resource.DataStream;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdks;
import thaw.sandbox.kernel.Deadline;
import thaw.service.AwsJson;
import thaw.service.LocalServices;
import thaw.service.ServiceSpecBuilder;
import thaw.service.process.LocalService;

/** Kinesis: its HTTP handler, asked by AWS's own client, and functions that it feeds. */
@SideBySide
class KinesisTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ARN = "arn:aws:kinesis:us-east-1:123456789012:stream/";

  @TempDir static Path base;
  private static HttpClient http;
  private static Instance instance;
  private static LocalServices services;
  private static URI endpoint;
  private static KinesisClient kinesis;

  private final ScriptedFunction function = new ScriptedFunction();
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final List<StreamPoller> pollers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  @BeforeAll
  static void start() {
    http = HttpClient.newHttpClient(); // a test that is run again needs another
    instance = Instance.open(SandboxHost.probe(), base.resolve("instances"));
    List<DataStream> streams =
        List.of(
            new DataStream("A", "door", 4),
            new DataStream("B", "fed", 1),
            new DataStream("C", "filtered", 1),
            new DataStream("D", "failing", 1));
    services =
        LocalServices.start(
            instance,
            ServiceSpecBuilder.builder()
                .streams(streams)
                .region("us-east-1")
                .account("123456789012")
                .jdk(Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow())
                .cache(base.resolve("cache"))
                .build(),
            _ -> {});
    endpoint = services.endpoints().get(LocalService.KINESIS);
    kinesis = client();
  }

  private static KinesisClient client() {
    return KinesisClient.builder()
        .endpointOverride(endpoint)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIA", "s")))
        .region(Region.US_EAST_1)
        .build();
  }

  @AfterAll
  static void end() {
    kinesis.close();
    services.close();
    instance.close();
    http.shutdownNow();
  }

  @AfterEach
  void close() throws Exception {
    pollers.forEach(StreamPoller::stop);
    for (Thread thread : threads) {
      assertTrue(thread.join(PATIENCE), "the poller ends");
    }
    workers.shutdownNow();
    assertEquals(List.of(), function.problems);
  }

  // ---- the HTTP handler ----

  /** Clients in Java speak CBOR, all others JSON. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_was_put_is_read_from_its_shard(boolean cbor) {
    System.setProperty(SdkSystemSetting.CBOR_ENABLED.property(), "" + cbor);
    try (KinesisClient client = client()) {
      byte[] data = {0, (byte) 0xFF, 7};
      Instant before = Instant.now().minusSeconds(60);
      PutRecordResponse put =
          client.putRecord(request ->
              request.streamName("door").partitionKey("k").data(SdkBytes.fromByteArray(data)));
      String iterator =
          client
              .getShardIterator(request ->
                  request
                      .streamName("door")
                      .shardId(put.shardId())
                      .shardIteratorType(ShardIteratorType.AT_SEQUENCE_NUMBER)
                      .startingSequenceNumber(put.sequenceNumber()))
              .shardIterator();
      Record read =
          client.getRecords(request -> request.shardIterator(iterator)).records().getFirst();
      assertEquals(put.sequenceNumber(), read.sequenceNumber());
      assertArrayEquals(data, read.data().asByteArray());
      assertEquals("k", read.partitionKey());
      Instant arrived = read.approximateArrivalTimestamp();
      assertTrue(
          arrived.isAfter(before) && arrived.isBefore(before.plusSeconds(120)), arrived::toString);
    } finally {
      System.clearProperty(SdkSystemSetting.CBOR_ENABLED.property());
    }
  }

  @Test
  void keys_choose_the_shard_and_shards_cover_all_keys() {
    List<Shard> shards = kinesis.listShards(request -> request.streamName("door")).shards();
    assertEquals(4, shards.size());
    BigInteger expected = BigInteger.ZERO;
    for (Shard shard : shards) {
      assertEquals(expected, new BigInteger(shard.hashKeyRange().startingHashKey()));
      expected = new BigInteger(shard.hashKeyRange().endingHashKey()).add(BigInteger.ONE);
    }
    assertEquals(BigInteger.TWO.pow(128), expected);
    Set<String> used = new HashSet<>();
    for (int i = 0; i < 64; i++) {
      String key = "key" + i;
      List<String> both = new ArrayList<>();
      PutRecordsResponse answer =
          kinesis.putRecords(request ->
              request
                  .streamARN(ARN + "door")
                  .records(
                      one -> one.partitionKey(key).data(SdkBytes.fromUtf8String("1")),
                      two -> two.partitionKey(key).data(SdkBytes.fromUtf8String("2"))));
      answer.records().forEach(record -> both.add(record.shardId()));
      assertEquals(both.getFirst(), both.getLast());
      used.add(both.getFirst());
    }
    assertEquals(4, used.size());
    assertEquals(
        "shardId-000000000003",
        kinesis
            .putRecord(request ->
                request
                    .streamName("door")
                    .partitionKey("k")
                    .explicitHashKey(BigInteger.TWO.pow(128).subtract(BigInteger.ONE).toString())
                    .data(SdkBytes.fromUtf8String("x")))
            .shardId());
  }

  @Test
  void streams_are_those_of_the_template() {
    assertTrue(kinesis.listStreams().streamNames().containsAll(List.of("door", "fed")));
    assertEquals(
        4,
        kinesis
            .describeStreamSummary(request -> request.streamName("door"))
            .streamDescriptionSummary()
            .openShardCount());
    assertEquals(
        ARN + "door",
        kinesis
            .describeStream(request -> request.streamName("door"))
            .streamDescription()
            .streamARN());
    assertEquals(
        "Stream none under account 123456789012 not found.",
        assertThrows(
                ResourceNotFoundException.class,
                () -> kinesis.listShards(request -> request.streamName("none")))
            .awsErrorDetails()
            .errorMessage());
    KinesisException refused =
        assertThrows(
            KinesisException.class,
            () ->
                kinesis.updateShardCount(request ->
                    request
                        .streamName("door")
                        .targetShardCount(8)
                        .scalingType(ScalingType.UNIFORM_SCALING)));
    assertTrue(
        refused.awsErrorDetails().errorMessage().contains("does not provide UpdateShardCount"),
        refused.awsErrorDetails().errorMessage());
  }

  // ---- functions ----

  private void put(String stream, String... texts) {
    for (String text : texts) {
      kinesis.putRecord(request ->
          request.streamName(stream).partitionKey("p").data(SdkBytes.fromUtf8String(text)));
    }
  }

  private void poll(String stream, Map<String, Object> settings) throws Exception {
    Map<String, JsonNode> nodes = new HashMap<>();
    settings.forEach((key, value) -> nodes.put(key, AwsJson.JSON.valueToTree(value)));
    StreamPoller poller =
        new StreamPoller(
            http,
            endpoint,
            "mapping",
            ARN + stream,
            StreamTerms.of(nodes),
            new BatchInvocation(
                function.surroundings(Map.of()),
                "F",
                "",
                InstantSource.system(),
                new CountDownLatch(1)),
            new ConcurrentHashMap<>(),
            _ -> {},
            workers);
    pollers.add(poller);
    threads.add(
        Thread.ofVirtual()
            .start(() -> {
              try {
                poller.run(() -> {});
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }));
  }

  private List<String> data() {
    return function.all("kinesis", "data");
  }

  @Test
  void records_are_given_as_on_AWS_in_their_order() throws Exception {
    put("fed", "hello", "again");
    poll("fed", Map.of());
    Deadline.await(
        PATIENCE, "both are processed", () -> data().equals(List.of("aGVsbG8=", "YWdhaW4=")));
    put("fed", "hello");
    Deadline.await(PATIENCE, "the third is processed", () -> data().size() == 3);
    JsonNode record = function.events.getFirst().path("Records").path(0);
    JsonNode number = record.path("kinesis").path("sequenceNumber");
    assertEquals(56, number.asText().length());
    assertEquals(
        "{\"kinesis\":{\"kinesisSchemaVersion\":\"1.0\",\"partitionKey\":\"p\",\"sequenceNumber\":%s,\"data\":\"aGVsbG8=\",\"approximateArrivalTimestamp\":%s},\"eventSource\":\"aws:kinesis\",\"eventVersion\":\"1.0\",\"eventID\":\"shardId-000000000000:%s\",\"eventName\":\"aws:kinesis:record\",\"invokeIdentityArn\":\"arn:aws:iam::123456789012:role/thaw\",\"awsRegion\":\"us-east-1\",\"eventSourceARN\":\"%s\"}"
            .formatted(
                number,
                record.path("kinesis").path("approximateArrivalTimestamp"),
                number.asText(),
                ARN + "fed"),
        record.toString());
  }

  @Test
  void filters_see_the_data_as_JSON() throws Exception {
    put("filtered", "{\"kind\":\"test\"}", "no JSON", "{\"kind\":\"order\"}");
    poll(
        "filtered",
        Map.of(
            "FilterCriteria",
            Map.of("Filters", List.of(Map.of("Pattern", "{\"data\":{\"kind\":[\"order\"]}}")))));
    Deadline.await(PATIENCE, "one is processed", () -> !data().isEmpty());
    assertEquals(List.of("eyJraW5kIjoib3JkZXIifQ=="), data());
  }

  @Test
  void a_destination_is_told_of_records_that_were_given_up() throws Exception {
    function.answer = _ -> ScriptedFunction.failure();
    put("failing", "a", "b");
    poll(
        "failing",
        Map.of(
            "MaximumRetryAttempts",
            1,
            "DestinationConfig",
            Map.of("OnFailure", Map.of("Destination", "arn:aws:sqs:us-east-1:123456789012:dead"))));
    Deadline.await(PATIENCE, "the destination is told", () -> !function.told.isEmpty());
    JsonNode told = function.told.getFirst();
    assertEquals(2, told.at("/requestContext/approximateInvokeCount").asInt());
    JsonNode batch = told.path("KinesisBatchInfo");
    assertEquals("shardId-000000000000", batch.path("shardId").asText());
    assertEquals(ARN + "failing", batch.path("streamArn").asText());
    assertTrue(
        batch.path("approximateArrivalOfFirstRecord").asText().matches(".*T[0-9:]{8}\\.\\d{3}Z"),
        batch::toString);
  }
}
