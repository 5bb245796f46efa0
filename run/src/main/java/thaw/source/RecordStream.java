package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.function.Region;
import thaw.service.AwsJson;
import thaw.service.ServiceFault;

/**
 * A stream of DynamoDB's or of Kinesis: their protocols differ in a few names.
 *
 * @param arn as the service has it; a mapping's may differ in region, account and label
 */
record RecordStream(AwsJson api, String arn) {
  private static final String LOCAL = "arn:aws:dynamodb:ddblocal:";

  /** The most records of one request. */
  static final int MOST_RECORDS = 1000;

  /**
   * @param parent empty for none
   */
  record Shard(String id, String parent, boolean isClosed) {}

  /**
   * @param next absent when the shard has no more
   */
  record Read(List<JsonNode> records, Optional<String> next) {}

  /** The stream that the ARN names, or else the latest one of its table. */
  static Optional<RecordStream> find(HttpClient http, URI endpoint, String arn)
      throws IOException, ServiceFault, InterruptedException {
    if (isKinesis(arn)) {
      return ofKinesis(http, endpoint, arn);
    }
    AwsJson api = new AwsJson(http, endpoint, AwsJson.Protocol.DYNAMODB_STREAMS, "us-east-1");
    String latest = "";
    for (JsonNode stream :
        api.call("ListStreams", AwsJson.object().put("TableName", table(arn))).path("Streams")) {
      String found = stream.path("StreamArn").asText();
      if (found.equals(arn)) {
        return Optional.of(new RecordStream(api, arn));
      }
      latest = label(found).compareTo(label(latest)) >= 0 ? found : latest;
    }
    return latest.isEmpty() ? Optional.empty() : Optional.of(new RecordStream(api, latest));
  }

  private static Optional<RecordStream> ofKinesis(HttpClient http, URI endpoint, String arn)
      throws IOException, ServiceFault, InterruptedException {
    AwsJson api = new AwsJson(http, endpoint, AwsJson.Protocol.KINESIS, SqsQueue.region(arn));
    try {
      api.call("DescribeStreamSummary", AwsJson.object().put("StreamName", table(arn)));
      return Optional.of(new RecordStream(api, arn));
    } catch (ServiceFault e) {
      if (e.code().equals("ResourceNotFoundException")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  static boolean isKinesis(String arn) {
    return arn.split(":", -1)[2].equals("kinesis");
  }

  /**
   * {@code arn:aws:kinesis:region:account:stream/NAME}, {@code
   * arn:aws:dynamodb:region:account:table/NAME/stream/LABEL}.
   */
  static String table(String arn) {
    String[] parts = arn.split("/", -1);
    return parts.length > 1 ? parts[1] : arn;
  }

  /**
   * Returns a stream's ARN in the form for functions and destinations. DynamoDB Local has a region
   * and an account of its own, which are in the ARNs of streams that clients have made.
   */
  static String told(String arn) {
    return arn.startsWith(LOCAL)
        ? "arn:aws:dynamodb:"
            + Region.own()
            + ":"
            + Region.ACCOUNT
            + arn.substring(arn.indexOf(":table/"))
        : arn;
  }

  private static String label(String arn) {
    return arn.substring(arn.lastIndexOf('/') + 1);
  }

  List<Shard> shards() throws IOException, ServiceFault, InterruptedException {
    List<Shard> shards = new ArrayList<>();
    if (isKinesis(arn)) {
      addAll(api.call("ListShards", named()).path("Shards"), shards);
      return shards;
    }
    String last = "";
    do {
      ObjectNode request = AwsJson.object().put("StreamArn", arn);
      if (!last.isEmpty()) {
        request.put("ExclusiveStartShardId", last);
      }
      JsonNode description = api.call("DescribeStream", request).path("StreamDescription");
      addAll(description.path("Shards"), shards);
      last = description.path("LastEvaluatedShardId").asText("");
    } while (!last.isEmpty());
    return shards;
  }

  private static void addAll(JsonNode described, List<Shard> shards) {
    for (JsonNode shard : described) {
      shards.add(
          new Shard(
              shard.path("ShardId").asText(),
              shard.path("ParentShardId").asText(""),
              shard.path("SequenceNumberRange").has("EndingSequenceNumber")));
    }
  }

  /** Returns the member by which a request names the stream. */
  private ObjectNode named() {
    return isKinesis(arn)
        ? AwsJson.object().put("StreamName", table(arn))
        : AwsJson.object().put("StreamArn", arn);
  }

  /**
   * @param fromNow whether what is there is left out, where nothing was read before
   */
  String iterator(String shard, Optional<ShardProgress.Position> position, boolean fromNow)
      throws IOException, ServiceFault, InterruptedException {
    ObjectNode request = named().put("ShardId", shard);
    if (position.isPresent()) {
      request
          .put(
              "ShardIteratorType",
              position.get().isIncluded() ? "AT_SEQUENCE_NUMBER" : "AFTER_SEQUENCE_NUMBER")
          .put(
              isKinesis(arn) ? "StartingSequenceNumber" : "SequenceNumber",
              position.get().sequenceNumber());
    } else {
      request.put("ShardIteratorType", fromNow ? "LATEST" : "TRIM_HORIZON");
    }
    return api.call("GetShardIterator", request).path("ShardIterator").asText();
  }

  Read read(String iterator) throws IOException, ServiceFault, InterruptedException {
    JsonNode answer =
        api.call(
            "GetRecords",
            AwsJson.object().put("ShardIterator", iterator).put("Limit", MOST_RECORDS));
    List<JsonNode> records = new ArrayList<>();
    answer.path("Records").forEach(records::add);
    String next = answer.path("NextShardIterator").asText("");
    return new Read(records, next.isEmpty() ? Optional.empty() : Optional.of(next));
  }
}
