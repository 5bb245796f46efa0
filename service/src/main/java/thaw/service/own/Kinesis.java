package thaw.service.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.function.resource.DataStream;
import thaw.http.HttpHandler;

/**
 * Streams of Kinesis, in memory, for who puts records and who reads shards. The template's streams
 * are there from the start; those that clients create pass through the states of AWS, which take no
 * time unless the user wants it.
 *
 * @see <a href="https://docs.aws.amazon.com/kinesis/latest/APIReference/API_Operations.html">
 *     Actions</a>
 */
public final class Kinesis {
  private static final int LARGEST_RECORD_BYTES = 1024 * 1024;
  private static final int MOST_RECORDS = 500;
  private static final int MOST_READ = 10_000;
  private static final long MOST_READ_BYTES = 10L * 1024 * 1024;

  /** 500 records, 10 MiB in all, with what base64 and names add. */
  private static final int LARGEST_BODY_BYTES = 15 * 1024 * 1024;

  private static final BigInteger HASH_KEYS = BigInteger.TWO.pow(128);

  /** As AWS names and counts them. */
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]{1,128}");

  private static final int MOST_SHARDS = 500;

  private final Map<String, KinesisStream> streams = new ConcurrentSkipListMap<>();
  private final String account;
  private final String arnPrefix;
  private final InstantSource clock;
  private final Times times;

  /**
   * How long streams that clients create and delete are in these states.
   *
   * @param creating nothing but a description is to be had of it
   * @param deleting it is written and read as before
   */
  public record Times(Duration creating, Duration deleting) {
    public static final Times NONE = new Times(Duration.ZERO, Duration.ZERO);
  }

  /** Learns of records that are refused because a shard has had too many. */
  @FunctionalInterface
  public interface Refusals {
    void refused(String operation, String stream, String shard);
  }

  public Kinesis(List<DataStream> streams, String region, String account, InstantSource clock) {
    this(streams, region, account, clock, Times.NONE);
  }

  public Kinesis(
      List<DataStream> streams, String region, String account, InstantSource clock, Times times) {
    this.account = account;
    this.arnPrefix = "arn:aws:kinesis:%s:%s:stream/".formatted(region, account);
    this.clock = clock;
    this.times = times;
    for (DataStream stream : streams) {
      add(stream.name(), stream.shards(), Duration.ZERO);
    }
  }

  private boolean add(String name, int number, Duration creating) {
    List<KinesisShard> shards = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      BigInteger first = hashKey(i, number);
      BigInteger behind = hashKey(i + 1, number);
      shards.add(new KinesisShard(i, first, behind.subtract(BigInteger.ONE)));
    }
    Instant now = clock.instant();
    return streams.putIfAbsent(name, new KinesisStream(name, shards, now, now.plus(creating)))
        == null;
  }

  private static BigInteger hashKey(int index, int number) {
    return HASH_KEYS.multiply(BigInteger.valueOf(index)).divide(BigInteger.valueOf(number));
  }

  /** Answers whatever a shard is to take or to give. */
  public HttpHandler handler() {
    return handler(new KinesisCapacity.Boundless());
  }

  /** Answers within the capacity that AWS's shards have. */
  public HttpHandler limited(Refusals refusals) {
    return handler(new KinesisCapacity.OfShards(clock, refusals));
  }

  private HttpHandler handler(KinesisCapacity capacity) {
    return new JsonProtocolHandler(
        "Kinesis",
        "Kinesis_20131202.",
        Map.of(
            "CreateStream", this::createStream,
            "DeleteStream", this::deleteStream,
            "PutRecord", request -> putRecord(request, capacity),
            "PutRecords", request -> putRecords(request, capacity),
            "ListStreams", this::listStreams,
            "DescribeStream", this::describeStream,
            "DescribeStreamSummary", this::describeStreamSummary,
            "ListShards", this::listShards,
            "GetShardIterator", this::shardIterator,
            "GetRecords", request -> getRecords(request, capacity)),
        "streams are not changed here",
        LARGEST_BODY_BYTES);
  }

  // ---- who creates ----

  private ObjectNode createStream(JsonNode request) throws AwsError {
    String name = request.path("StreamName").asText("");
    if (!NAME.matcher(name).matches()) {
      throw new AwsError(
          "ValidationException",
          "1 validation error detected: Value '%s' at 'streamName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"
              .formatted(name));
    }
    boolean scales =
        request.at("/StreamModeDetails/StreamMode").asText("").equals("ON_DEMAND")
            || !request.has("ShardCount");
    int shards = scales ? DataStream.ON_DEMAND : request.path("ShardCount").asInt();
    if (shards < 1 || shards > MOST_SHARDS) {
      throw invalid("ShardCount must be 1.." + MOST_SHARDS + ": " + shards);
    }
    existing(name); // forgets one that is deleted
    if (!add(name, shards, times.creating())) {
      throw new AwsError(
          "ResourceInUseException",
          "Stream %s under account %s already exists.".formatted(name, account));
    }
    return JsonProtocolHandler.JSON.createObjectNode();
  }

  private ObjectNode deleteStream(JsonNode request) throws AwsError {
    KinesisStream stream = stream(name(request));
    requireUsable(stream);
    stream.delete(clock.instant().plus(times.deleting()));
    return JsonProtocolHandler.JSON.createObjectNode();
  }

  // ---- who puts ----

  private ObjectNode putRecord(JsonNode request, KinesisCapacity capacity) throws AwsError {
    KinesisStream stream = active(name(request));
    NewRecord record = NewRecord.of(stream, request);
    if (!capacity.takes(stream, record.shard(), record.bytes(), "PutRecord")) {
      throw new AwsError(
          "ProvisionedThroughputExceededException", exceeded(stream, record.shard()));
    }
    return put(record).put("EncryptionType", "NONE");
  }

  private ObjectNode putRecords(JsonNode request, KinesisCapacity capacity) throws AwsError {
    KinesisStream stream = active(name(request));
    JsonNode records = request.path("Records");
    if (records.isEmpty() || records.size() > MOST_RECORDS) {
      throw invalid(
          "1 validation error detected: Value '[%d records]' at 'records' failed to satisfy constraint: Member must have length between 1 and %d"
              .formatted(records.size(), MOST_RECORDS));
    }
    List<NewRecord> all = new ArrayList<>();
    for (JsonNode record : records) {
      all.add(NewRecord.of(stream, record));
    }
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    ArrayNode results = answer.putArray("Records");
    int failed = 0;
    for (NewRecord record : all) {
      if (capacity.takes(stream, record.shard(), record.bytes(), "PutRecords")) {
        results.add(put(record));
      } else {
        failed++;
        results
            .addObject()
            .put("ErrorCode", "ProvisionedThroughputExceededException")
            .put("ErrorMessage", exceeded(stream, record.shard()));
      }
    }
    return answer.put("FailedRecordCount", failed).put("EncryptionType", "NONE");
  }

  /** A record that is well-formed, and the shard that it belongs to. */
  private record NewRecord(KinesisShard shard, String key, byte[] data) {
    static NewRecord of(KinesisStream stream, JsonNode record) throws AwsError {
      String key = record.path("PartitionKey").asText("");
      if (key.isEmpty() || key.length() > 256) {
        throw invalid("PartitionKey must have 1..256 characters");
      }
      byte[] data = Kinesis.data(record.path("Data"));
      if (data.length > LARGEST_RECORD_BYTES) {
        throw invalid("Data must have at most " + LARGEST_RECORD_BYTES + " bytes: " + data.length);
      }
      BigInteger hash = hash(record.path("ExplicitHashKey").asText(""), key);
      KinesisShard shard =
          stream.shards().stream()
              .filter(each -> each.has(hash))
              .findFirst()
              .orElseThrow(() ->
                  invalid(
                      "Invalid ExplicitHashKey. ExplicitHashKey must be in the"
                          + " range: [0, 2^128-1]. Specified value was "
                          + hash));
      return new NewRecord(shard, key, data);
    }

    /** AWS counts the key, too. */
    long bytes() {
      return data.length + key.getBytes(StandardCharsets.UTF_8).length;
    }
  }

  private ObjectNode put(NewRecord record) {
    KinesisShard.Record added = record.shard().add(record.key(), record.data(), clock.instant());
    return JsonProtocolHandler.JSON
        .createObjectNode()
        .put("SequenceNumber", added.sequenceNumber())
        .put("ShardId", record.shard().id());
  }

  private String exceeded(KinesisStream stream, KinesisShard shard) {
    return "Rate exceeded for shard %s in stream %s under account %s."
        .formatted(shard.id(), stream.name(), account);
  }

  private static byte[] data(JsonNode data) throws AwsError {
    try {
      byte[] bytes = data.binaryValue(); // of base64, too
      if (bytes != null) {
        return bytes;
      }
    } catch (IOException e) {
      // told below
    }
    throw new AwsError("SerializationException", "Data is not base64");
  }

  private static BigInteger hash(String explicit, String key) throws AwsError {
    if (!explicit.isEmpty()) {
      if (!explicit.matches("\\d{1,39}")) {
        throw invalid("Invalid ExplicitHashKey: " + explicit);
      }
      return new BigInteger(explicit);
    }
    return new BigInteger(1, DigestUtils.md5(key));
  }

  // ---- what there is ----

  private ObjectNode listStreams(JsonNode request) {
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode().put("HasMoreStreams", false);
    ArrayNode names = answer.putArray("StreamNames");
    List.copyOf(streams.keySet()).stream()
        .filter(name -> existing(name).isPresent())
        .forEach(names::add);
    return answer;
  }

  private ObjectNode describeStream(JsonNode request) throws AwsError {
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    KinesisStream stream = stream(name(request));
    ObjectNode description = described(stream, answer.putObject("StreamDescription"));
    description.put("HasMoreShards", false).set("Shards", described(shown(stream)));
    return answer;
  }

  private ObjectNode describeStreamSummary(JsonNode request) throws AwsError {
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    KinesisStream stream = stream(name(request));
    described(stream, answer.putObject("StreamDescriptionSummary"))
        .put("OpenShardCount", shown(stream).size())
        .put("ConsumerCount", 0);
    return answer;
  }

  private ObjectNode described(KinesisStream stream, ObjectNode description) {
    description.put("StreamName", stream.name()).put("StreamARN", arnPrefix + stream.name());
    description.put("StreamStatus", status(stream).name()).put("RetentionPeriodHours", 24);
    description.put("StreamCreationTimestamp", stream.created().toEpochMilli() / 1000.0);
    description.put("EncryptionType", "NONE");
    description.putArray("EnhancedMonitoring").addObject().putArray("ShardLevelMetrics");
    return description;
  }

  private ObjectNode listShards(JsonNode request) throws AwsError {
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    KinesisStream stream = stream(name(request));
    requireUsable(stream);
    answer.set("Shards", described(stream.shards()));
    return answer;
  }

  /** A stream that is being created has no shards yet. */
  private List<KinesisShard> shown(KinesisStream stream) {
    return status(stream) == KinesisStream.Status.CREATING ? List.of() : stream.shards();
  }

  private static ArrayNode described(List<KinesisShard> shards) {
    ArrayNode described = JsonProtocolHandler.JSON.createArrayNode();
    for (KinesisShard shard : shards) {
      ObjectNode each = described.addObject().put("ShardId", shard.id());
      each.putObject("HashKeyRange")
          .put("StartingHashKey", shard.first().toString())
          .put("EndingHashKey", shard.last().toString());
      each.putObject("SequenceNumberRange").put("StartingSequenceNumber", shard.sequenceNumber(0));
    }
    return described;
  }

  // ---- who reads ----

  /** An iterator is the stream, the shard and a position: it does not expire. */
  private ObjectNode shardIterator(JsonNode request) throws AwsError {
    String name = name(request);
    KinesisShard shard = shard(active(name), request.path("ShardId").asText());
    String sequenceNumber = request.path("StartingSequenceNumber").asText("");
    long position =
        switch (request.path("ShardIteratorType").asText()) {
          case "TRIM_HORIZON" -> 0;
          case "LATEST" -> shard.end();
          case "AT_SEQUENCE_NUMBER" -> KinesisShard.position(sequenceNumber);
          case "AFTER_SEQUENCE_NUMBER" -> KinesisShard.position(sequenceNumber) + 1;
          default ->
              throw invalid(
                  "Thaw's Kinesis reads from TRIM_HORIZON, LATEST, AT_SEQUENCE_NUMBER and"
                      + " AFTER_SEQUENCE_NUMBER, not from "
                      + request.path("ShardIteratorType").asText());
        };
    return JsonProtocolHandler.JSON
        .createObjectNode()
        .put("ShardIterator", name + "/" + shard.id() + "/" + position);
  }

  private ObjectNode getRecords(JsonNode request, KinesisCapacity capacity) throws AwsError {
    String[] iterator = request.path("ShardIterator").asText().split("/", -1);
    if (iterator.length != 3
        || !streams.containsKey(iterator[0])
        || !iterator[2].matches("\\d{1,18}")) {
      throw invalid("Invalid ShardIterator.");
    }
    KinesisStream stream = active(iterator[0]);
    KinesisShard shard = shard(stream, iterator[1]);
    if (!capacity.gives(stream, shard)) {
      throw new AwsError("ProvisionedThroughputExceededException", exceeded(stream, shard));
    }
    long position = Long.parseLong(iterator[2]);
    int most = Math.clamp(request.path("Limit").asInt(MOST_READ), 1, MOST_READ);
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    ArrayNode records = answer.putArray("Records");
    long bytes = 0;
    for (KinesisShard.Record each : shard.from(position, most, MOST_READ_BYTES)) {
      bytes += each.data().length;
      records
          .addObject()
          .put("SequenceNumber", each.sequenceNumber())
          .put("ApproximateArrivalTimestamp", each.arrived().toEpochMilli() / 1000.0)
          .put("Data", each.data())
          .put("PartitionKey", each.key())
          .put("EncryptionType", "NONE");
      position = each.position() + 1;
    }
    capacity.given(stream, shard, bytes);
    answer.put("NextShardIterator", iterator[0] + "/" + iterator[1] + "/" + position);
    return answer.put("MillisBehindLatest", 0);
  }

  // ---- which ----

  private static String name(JsonNode request) {
    String arn = request.path("StreamARN").asText("");
    return request.path("StreamName").asText(arn.substring(arn.lastIndexOf('/') + 1));
  }

  private KinesisStream.Status status(KinesisStream stream) {
    return stream.status(clock.instant());
  }

  private Optional<KinesisStream> existing(String name) {
    KinesisStream stream = streams.get(name);
    if (stream != null && status(stream) == KinesisStream.Status.DELETED) {
      streams.remove(name, stream);
      return Optional.empty();
    }
    return Optional.ofNullable(stream);
  }

  private KinesisStream stream(String name) throws AwsError {
    return existing(name).orElseThrow(() -> notFound(name));
  }

  private AwsError notFound(String name) {
    return new AwsError(
        "ResourceNotFoundException",
        "Stream %s under account %s not found.".formatted(name, account));
  }

  /** Returns a stream for who writes and reads: AWS does not know a new one for that yet. */
  private KinesisStream active(String name) throws AwsError {
    KinesisStream stream = stream(name);
    if (status(stream) == KinesisStream.Status.CREATING) {
      throw notFound(name);
    }
    return stream;
  }

  private void requireUsable(KinesisStream stream) throws AwsError {
    if (status(stream) != KinesisStream.Status.ACTIVE) {
      throw new AwsError(
          "ResourceInUseException",
          "Stream %s under account %s not ACTIVE or UPDATING, instead in state %s"
              .formatted(stream.name(), account, status(stream)));
    }
  }

  private static KinesisShard shard(KinesisStream stream, String id) throws AwsError {
    for (KinesisShard shard : stream.shards()) {
      if (shard.id().equals(id)) {
        return shard;
      }
    }
    throw new AwsError("ResourceNotFoundException", "Could not find shard " + id);
  }

  private static AwsError invalid(String message) {
    return new AwsError("InvalidArgumentException", message);
  }
}
