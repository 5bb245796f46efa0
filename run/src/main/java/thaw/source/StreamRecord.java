package thaw.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import thaw.service.AwsJson;

/**
 * A change of an item of DynamoDB's, or a record of Kinesis, as the function gets it. Those of
 * Kinesis have the shape recorded on AWS (October 2024, public LocalStack repository,
 * test_lambda_integration_kinesis.snapshot.json).
 *
 * @param index its place in the shard, from this program's point of view
 * @param created seconds since the epoch, as the stream has it; DynamoDB Local knows minutes only
 * @param arrived when it was read
 * @param sizeBytes of the record
 */
record StreamRecord(
    ObjectNode record,
    String sequenceNumber,
    long index,
    Instant created,
    Instant arrived,
    int sizeBytes) {
  private static final String KINESIS = "kinesis";

  /**
   * @param given by the service
   * @param streamArn as functions are told it
   */
  static StreamRecord of(JsonNode given, String streamArn, String shard, long index, Instant now) {
    return RecordStream.isKinesis(streamArn)
        ? ofKinesis(given, streamArn, shard, index, now)
        : ofTable(given, streamArn, index, now);
  }

  private static StreamRecord ofKinesis(
      JsonNode given, String streamArn, String shard, long index, Instant now) {
    ObjectNode record = AwsJson.object();
    String sequenceNumber = given.path("SequenceNumber").asText();
    double arrived = given.path("ApproximateArrivalTimestamp").asDouble();
    record
        .putObject("kinesis")
        .put("kinesisSchemaVersion", "1.0")
        .put("partitionKey", given.path("PartitionKey").asText())
        .put("sequenceNumber", sequenceNumber)
        .put("data", given.path("Data").asText())
        .put("approximateArrivalTimestamp", arrived);
    record.put("eventSource", "aws:kinesis").put("eventVersion", "1.0");
    record.put("eventID", shard + ":" + sequenceNumber).put("eventName", "aws:kinesis:record");
    record.put("invokeIdentityArn", "arn:aws:iam::%s:role/thaw".formatted(account(streamArn)));
    record.put("awsRegion", SqsQueue.region(streamArn)).put("eventSourceARN", streamArn);
    return new StreamRecord(
        record,
        sequenceNumber,
        index,
        Instant.ofEpochMilli(Math.round(arrived * 1000)),
        now,
        record.toString().getBytes(StandardCharsets.UTF_8).length);
  }

  private static String account(String arn) {
    return arn.split(":", -1)[4];
  }

  private static StreamRecord ofTable(JsonNode given, String streamArn, long index, Instant now) {
    ObjectNode record = AwsJson.object();
    for (String name : new String[] {"eventID", "eventName", "eventVersion", "eventSource"}) {
      record.set(name, given.path(name));
    }
    record.put("awsRegion", SqsQueue.region(streamArn));
    ObjectNode change = given.path("dynamodb").deepCopy();
    long created = change.path("ApproximateCreationDateTime").asLong();
    change.put(
        "ApproximateCreationDateTime",
        BigDecimal.valueOf(created).setScale(1)); // AWS's number has a fraction
    record.set("dynamodb", change);
    if (given.has("userIdentity")) { // of what time to live has deleted
      record.set("userIdentity", given.path("userIdentity"));
    }
    record.put("eventSourceARN", streamArn);
    return new StreamRecord(
        record,
        change.path("SequenceNumber").asText(),
        index,
        Instant.ofEpochSecond(created),
        now,
        record.toString().getBytes(StandardCharsets.UTF_8).length);
  }

  /**
   * Returns the record for filters: all of a change, or a record of Kinesis with its data as JSON.
   */
  ObjectNode filtered() {
    if (!record.has(KINESIS)) {
      return record;
    }
    ObjectNode filtered = record.path(KINESIS).deepCopy();
    filtered.set("data", structured(filtered.path("data").asText()));
    return filtered;
  }

  /** The text in base64 as JSON, or as it is when it is none. */
  private static JsonNode structured(String base64) {
    String text = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    try {
      JsonNode json = AwsJson.JSON.readTree(text);
      return json.isContainerNode() ? json : TextNode.valueOf(text);
    } catch (JsonProcessingException e) {
      return TextNode.valueOf(text);
    }
  }

  /** Records of one item or one partition key have the same, and stay in order. */
  int queue(int queues) {
    JsonNode key =
        record.has(KINESIS)
            ? record.path(KINESIS).path("partitionKey")
            : record.path("dynamodb").path("Keys");
    return Math.floorMod(key.hashCode(), queues);
  }
}
