package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A change of an item, as the function gets it.
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
  /**
   * @param given by the service
   * @param streamArn as functions are told it
   */
  static StreamRecord of(JsonNode given, String streamArn, long index, Instant now) {
    ObjectNode record = AwsJson.object();
    for (String name : new String[] {"eventID", "eventName", "eventVersion", "eventSource"}) {
      record.set(name, given.path(name));
    }
    record.put("awsRegion", Queue.region(streamArn));
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

  /** Records of one item have the same, and stay in order. */
  int lane(int lanes) {
    return Math.floorMod(record.path("dynamodb").path("Keys").hashCode(), lanes);
  }
}
