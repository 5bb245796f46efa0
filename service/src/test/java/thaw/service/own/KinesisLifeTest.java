package thaw.service.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.ResourceInUseException;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;
import software.amazon.awssdk.services.kinesis.model.StreamMode;
import software.amazon.awssdk.services.kinesis.model.StreamStatus;
import thaw.function.resource.DataStream;
import thaw.http.HttpServer;
import thaw.http.OwnPages;

/** The states of streams and the capacity of shards, by a clock of the test's own. */
class KinesisLifeTest {
  private static final Duration CREATING = Duration.ofSeconds(14);
  private static final Duration DELETING = Duration.ofSeconds(5);

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochSecond(100));
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final Kinesis streams =
      new Kinesis(
          List.of(new DataStream("D", "door", 1)),
          "us-east-1",
          "123456789012",
          now::get,
          new Kinesis.Times(CREATING, DELETING));
  private HttpServer server;
  private KinesisClient kinesis;

  @BeforeEach
  void open() {
    server =
        HttpServer.open(
            "127.0.0.1",
            0,
            streams.limited((operation, stream, shard) -> refused.add(operation + " " + stream)),
            OwnPages.of("127.0.0.1"),
            () -> "request",
            HttpServer.TRANSFER_LIMIT,
            problem -> {
              throw new AssertionError(problem);
            });
    kinesis =
        KinesisClient.builder()
            .endpointOverride(URI.create("http://127.0.0.1:" + server.port()))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIA", "s")))
            .overrideConfiguration(each -> each.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .region(Region.US_EAST_1)
            .build();
  }

  @AfterEach
  void close() {
    kinesis.close();
    server.close();
  }

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  private void put(String stream, String text) {
    kinesis.putRecord(request ->
        request.streamName(stream).partitionKey("k").data(SdkBytes.fromUtf8String(text)));
  }

  private StreamStatus status(String stream) {
    return kinesis
        .describeStreamSummary(request -> request.streamName(stream))
        .streamDescriptionSummary()
        .streamStatus();
  }

  @Test
  void the_templates_streams_are_active_from_the_start() {
    assertEquals(StreamStatus.ACTIVE, status("door"));
    put("door", "hello");
  }

  @Test
  void a_new_stream_is_not_found_by_who_writes_without_waiting() {
    kinesis.createStream(request -> request.streamName("new").shardCount(2));
    assertEquals(StreamStatus.CREATING, status("new"));
    assertEquals(
        "Stream new under account 123456789012 not found.",
        assertThrows(ResourceNotFoundException.class, () -> put("new", "early"))
            .awsErrorDetails()
            .errorMessage());
    assertEquals(
        "Stream new under account 123456789012 not ACTIVE or UPDATING, instead in state CREATING",
        assertThrows(
                ResourceInUseException.class,
                () -> kinesis.listShards(request -> request.streamName("new")))
            .awsErrorDetails()
            .errorMessage());
    assertThrows(
        ResourceInUseException.class,
        () -> kinesis.deleteStream(request -> request.streamName("new")));
    assertThrows(
        ResourceInUseException.class,
        () -> kinesis.createStream(request -> request.streamName("new").shardCount(2)));
    pass(CREATING);
    assertEquals(StreamStatus.ACTIVE, status("new"));
    put("new", "in time");
    assertEquals(2, kinesis.listShards(request -> request.streamName("new")).shards().size());
  }

  @Test
  void a_stream_that_is_deleted_is_written_until_it_is_gone() {
    kinesis.createStream(request ->
        request.streamName("old").streamModeDetails(mode -> mode.streamMode(StreamMode.ON_DEMAND)));
    pass(CREATING);
    kinesis.deleteStream(request -> request.streamName("old"));
    assertEquals(StreamStatus.DELETING, status("old"));
    put("old", "late");
    pass(DELETING);
    assertThrows(ResourceNotFoundException.class, () -> status("old"));
    assertFalse(kinesis.listStreams().streamNames().contains("old"));
    kinesis.createStream(request -> request.streamName("old").shardCount(1));
    assertEquals(StreamStatus.CREATING, status("old"));
  }

  @Test
  void a_shard_takes_a_thousand_records_a_second() {
    List<PutRecordsRequestEntry> records =
        Collections.nCopies(
            500,
            PutRecordsRequestEntry.builder()
                .partitionKey("k")
                .data(SdkBytes.fromUtf8String("x"))
                .build());
    kinesis.putRecords(request -> request.streamName("door").records(records));
    kinesis.putRecords(request -> request.streamName("door").records(records));
    PutRecordsResponse third =
        kinesis.putRecords(request -> request.streamName("door").records(records));
    assertEquals(500, third.failedRecordCount());
    assertEquals("ProvisionedThroughputExceededException", third.records().getFirst().errorCode());
    assertEquals(
        "Rate exceeded for shard shardId-000000000000 in stream door under account 123456789012.",
        third.records().getFirst().errorMessage());
    pass(Duration.ofMillis(100));
    PutRecordsResponse fourth =
        kinesis.putRecords(request -> request.streamName("door").records(records));
    assertEquals(400, fourth.failedRecordCount());
    assertEquals(900, refused.size());
  }

  @Test
  void a_shard_takes_a_mebibyte_a_second() {
    String half = "x".repeat(512 * 1024 - 1); // and a key of one character
    put("door", half);
    put("door", half);
    ProvisionedThroughputExceededException exceeded =
        assertThrows(ProvisionedThroughputExceededException.class, () -> put("door", half));
    assertTrue(exceeded.isThrottlingException());
    assertEquals(List.of("PutRecord door"), refused);
    pass(Duration.ofSeconds(1));
    put("door", half);
  }

  private String fromTheStart() {
    return kinesis
        .getShardIterator(request ->
            request
                .streamName("door")
                .shardId("shardId-000000000000")
                .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
        .shardIterator();
  }

  private int read() {
    String start = fromTheStart();
    return kinesis.getRecords(request -> request.shardIterator(start)).records().size();
  }

  @Test
  void a_shard_is_read_five_times_a_second() {
    put("door", "hello");
    for (int i = 0; i < 5; i++) {
      assertEquals(1, read());
    }
    assertThrows(ProvisionedThroughputExceededException.class, this::read);
    pass(Duration.ofMillis(200));
    assertEquals(1, read());
  }

  @Test
  void a_shard_rests_after_a_large_read() {
    for (int i = 0; i < 4; i++) {
      put("door", "x".repeat(1024 * 1024 - 1));
      pass(Duration.ofSeconds(1));
    }
    assertEquals(4, read());
    assertThrows(ProvisionedThroughputExceededException.class, this::read);
    pass(Duration.ofSeconds(1));
    assertEquals(4, read());
  }
}
