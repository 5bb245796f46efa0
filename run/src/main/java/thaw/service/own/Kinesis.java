package thaw.service.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigInteger;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.function.resource.DataStream;
import thaw.http.HttpHandler;

/**
 * Streams of Kinesis, in memory, for who puts records and who reads shards. Streams and their
 * number of shards are the template's.
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

  private final Map<String, List<KinesisShard>> streams = new LinkedHashMap<>();
  private final String arnPrefix;
  private final InstantSource clock;
  private final double created;

  public Kinesis(List<DataStream> streams, String region, String account, InstantSource clock) {
    for (DataStream stream : streams) {
      List<KinesisShard> shards = new ArrayList<>();
      BigInteger number = BigInteger.valueOf(stream.shards());
      for (int i = 0; i < stream.shards(); i++) {
        BigInteger first = HASH_KEYS.multiply(BigInteger.valueOf(i)).divide(number);
        BigInteger behind = HASH_KEYS.multiply(BigInteger.valueOf(i + 1L)).divide(number);
        shards.add(new KinesisShard(i, first, behind.subtract(BigInteger.ONE)));
      }
      this.streams.put(stream.name(), List.copyOf(shards));
    }
    this.arnPrefix = "arn:aws:kinesis:%s:%s:stream/".formatted(region, account);
    this.clock = clock;
    this.created = clock.instant().toEpochMilli() / 1000.0;
  }

  public HttpHandler handler() {
    return new JsonProtocolHandler(
        "Kinesis",
        "Kinesis_20131202.",
        Map.of(
            "PutRecord", this::putRecord,
            "PutRecords", this::putRecords,
            "ListStreams", this::listStreams,
            "DescribeStream", this::describeStream,
            "DescribeStreamSummary", this::describeStreamSummary,
            "ListShards", this::listShards,
            "GetShardIterator", this::shardIterator,
            "GetRecords", this::getRecords),
        "declare streams in the template",
        LARGEST_BODY_BYTES);
  }

  // ---- who puts ----

  private ObjectNode putRecord(JsonNode request) throws AwsError {
    return put(shards(request), request).put("EncryptionType", "NONE");
  }

  private ObjectNode putRecords(JsonNode request) throws AwsError {
    List<KinesisShard> shards = shards(request);
    JsonNode records = request.path("Records");
    if (records.isEmpty() || records.size() > MOST_RECORDS) {
      throw invalid(
          "1 validation error detected: Value '[%d records]' at 'records' failed to satisfy constraint: Member must have length between 1 and %d"
              .formatted(records.size(), MOST_RECORDS));
    }
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode().put("FailedRecordCount", 0);
    ArrayNode results = answer.putArray("Records");
    for (JsonNode record : records) {
      results.add(put(shards, record));
    }
    return answer.put("EncryptionType", "NONE");
  }

  private ObjectNode put(List<KinesisShard> shards, JsonNode record) throws AwsError {
    String key = record.path("PartitionKey").asText("");
    if (key.isEmpty() || key.length() > 256) {
      throw invalid("PartitionKey must have 1..256 characters");
    }
    byte[] data = data(record.path("Data"));
    if (data.length > LARGEST_RECORD_BYTES) {
      throw invalid("Data must have at most " + LARGEST_RECORD_BYTES + " bytes: " + data.length);
    }
    BigInteger hash = hash(record.path("ExplicitHashKey").asText(""), key);
    KinesisShard shard =
        shards.stream()
            .filter(each -> each.has(hash))
            .findFirst()
            .orElseThrow(() ->
                invalid(
                    "Invalid ExplicitHashKey. ExplicitHashKey must be in the"
                        + " range: [0, 2^128-1]. Specified value was "
                        + hash));
    KinesisShard.Record added = shard.add(key, data, clock.instant());
    return JsonProtocolHandler.JSON
        .createObjectNode()
        .put("SequenceNumber", added.sequenceNumber())
        .put("ShardId", shard.id());
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
    streams.keySet().forEach(names::add);
    return answer;
  }

  private ObjectNode describeStream(JsonNode request) throws AwsError {
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    ObjectNode description = described(request, answer.putObject("StreamDescription"));
    description.put("HasMoreShards", false).set("Shards", described(shards(request)));
    return answer;
  }

  private ObjectNode describeStreamSummary(JsonNode request) throws AwsError {
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    described(request, answer.putObject("StreamDescriptionSummary"))
        .put("OpenShardCount", shards(request).size())
        .put("ConsumerCount", 0);
    return answer;
  }

  private ObjectNode described(JsonNode request, ObjectNode description) throws AwsError {
    String name = name(request);
    description.put("StreamName", name).put("StreamARN", arnPrefix + name);
    description.put("StreamStatus", "ACTIVE").put("RetentionPeriodHours", 24);
    description.put("StreamCreationTimestamp", created).put("EncryptionType", "NONE");
    description.putArray("EnhancedMonitoring").addObject().putArray("ShardLevelMetrics");
    return description;
  }

  private ObjectNode listShards(JsonNode request) throws AwsError {
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    answer.set("Shards", described(shards(request)));
    return answer;
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
    KinesisShard shard = shard(shards(request), request.path("ShardId").asText());
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
        .put("ShardIterator", name(request) + "/" + shard.id() + "/" + position);
  }

  private ObjectNode getRecords(JsonNode request) throws AwsError {
    String[] iterator = request.path("ShardIterator").asText().split("/", -1);
    if (iterator.length != 3
        || !streams.containsKey(iterator[0])
        || !iterator[2].matches("\\d{1,18}")) {
      throw invalid("Invalid ShardIterator.");
    }
    KinesisShard shard = shard(shards(iterator[0]), iterator[1]);
    long position = Long.parseLong(iterator[2]);
    int most = Math.clamp(request.path("Limit").asInt(MOST_READ), 1, MOST_READ);
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    ArrayNode records = answer.putArray("Records");
    for (KinesisShard.Record each : shard.from(position, most, MOST_READ_BYTES)) {
      records
          .addObject()
          .put("SequenceNumber", each.sequenceNumber())
          .put("ApproximateArrivalTimestamp", each.arrived().toEpochMilli() / 1000.0)
          .put("Data", each.data())
          .put("PartitionKey", each.key())
          .put("EncryptionType", "NONE");
      position = each.position() + 1;
    }
    answer.put("NextShardIterator", iterator[0] + "/" + iterator[1] + "/" + position);
    return answer.put("MillisBehindLatest", 0);
  }

  // ---- which ----

  private String name(JsonNode request) throws AwsError {
    String arn = request.path("StreamARN").asText("");
    String name = request.path("StreamName").asText(arn.substring(arn.lastIndexOf('/') + 1));
    shards(name);
    return name;
  }

  private List<KinesisShard> shards(JsonNode request) throws AwsError {
    return shards(name(request));
  }

  private List<KinesisShard> shards(String name) throws AwsError {
    List<KinesisShard> shards = streams.get(name);
    if (shards == null) {
      throw new AwsError(
          "ResourceNotFoundException",
          "Stream %s under account %s not found.".formatted(name, arnPrefix.split(":", -1)[4]));
    }
    return shards;
  }

  private static KinesisShard shard(List<KinesisShard> shards, String id) throws AwsError {
    for (KinesisShard shard : shards) {
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
