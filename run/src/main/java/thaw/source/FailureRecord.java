package thaw.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import thaw.platform.record.EventTimes;
import thaw.service.AwsJson;

/**
 * The message to a destination about a stream's records that were given up, in the shape recorded
 * on AWS (November 2025, public LocalStack repository,
 * test_lambda_integration_dynamodbstreams.snapshot.json); for Kinesis in the Lambda guide's.
 *
 * @param requestId of the last attempt, or of none
 * @param functionArn with a qualifier when the mapping has one
 * @param answered the function's last answer; absent when it never had the records
 */
record FailureRecord(
    StreamStep.Given given,
    String requestId,
    String functionArn,
    Optional<BatchInvocation.Answered> answered,
    ShardWorker.Source source,
    Instant now) {
  private static final DateTimeFormatter SECONDS = EventTimes.utc("uuuu-MM-dd'T'HH:mm:ss'Z'");

  /** The format of an object's time: by the day, as AWS's page on failure destinations has it. */
  private static final DateTimeFormatter OBJECT_TIME =
      EventTimes.utc("uuuu/MM/dd/uuuu-MM-dd'T'HH.mm.ss");

  /**
   * Returns a new key for the object in a bucket that holds the message; each call gives another
   * one.
   */
  String objectKey() {
    return "aws/lambda/%s/%s/%s-%s"
        .formatted(source.mapping(), source.shard(), OBJECT_TIME.format(now), UUID.randomUUID());
  }

  /**
   * @param withPayload whether the records are there too, as in a bucket
   */
  byte[] toBytes(boolean withPayload) {
    StreamStep.Part part = given.part();
    ObjectNode record = AwsJson.object();
    record
        .putObject("requestContext")
        .put("requestId", requestId)
        .put("functionArn", functionArn)
        .put("condition", given.condition())
        .put("approximateInvokeCount", part.attempts());
    answered.ifPresent(last ->
        record
            .putObject("responseContext")
            .put("statusCode", 200)
            .put("executedVersion", last.version())
            .put("functionError", last.failed() ? "Unhandled" : null));
    List<StreamRecord> records = part.records();
    boolean kinesis = RecordStream.isKinesis(source.streamArn());
    DateTimeFormatter arrival = kinesis ? EventTimes.MILLIS : SECONDS;
    record.put("version", "1.0");
    record.put("timestamp", EventTimes.MILLIS.format(now));
    record
        .putObject(kinesis ? "KinesisBatchInfo" : "DDBStreamBatchInfo")
        .put("shardId", source.shard())
        .put("startSequenceNumber", records.getFirst().sequenceNumber())
        .put("endSequenceNumber", records.getLast().sequenceNumber())
        .put("approximateArrivalOfFirstRecord", arrival.format(records.getFirst().created()))
        .put("approximateArrivalOfLastRecord", arrival.format(records.getLast().created()))
        .put("batchSize", records.size())
        .put("streamArn", source.streamArn());
    if (withPayload) {
      record
          .putObject("payload")
          .putArray("Records")
          .addAll(records.stream().map(StreamRecord::record).toList());
    }
    return record.toString().getBytes(StandardCharsets.UTF_8);
  }
}
