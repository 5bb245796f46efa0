package thaw.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a destination is told of a stream's records that were given up, in the shape recorded on AWS
 * (November 2025, public LocalStack repository,
 * test_lambda_integration_dynamodbstreams.snapshot.json).
 */
final class FailureRecord {
  private static final DateTimeFormatter MILLIS = format("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'");
  private static final DateTimeFormatter SECONDS = format("uuuu-MM-dd'T'HH:mm:ss'Z'");

  private FailureRecord() {}

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  /**
   * @param requestId of the last attempt, or of none
   * @param functionArn with a qualifier when the mapping has one
   * @param answered the function's last answer; absent when it never had the records
   */
  static byte[] write(
      StreamStep.Part part,
      String condition,
      String requestId,
      String functionArn,
      Optional<Handover.Answered> answered,
      String shard,
      String streamArn,
      Instant now) {
    ObjectNode record = AwsJson.object();
    record
        .putObject("requestContext")
        .put("requestId", requestId)
        .put("functionArn", functionArn)
        .put("condition", condition)
        .put("approximateInvokeCount", part.attempts());
    answered.ifPresent(last ->
        record
            .putObject("responseContext")
            .put("statusCode", 200)
            .put("executedVersion", last.version())
            .put("functionError", last.failed() ? "Unhandled" : null));
    List<StreamRecord> records = part.records();
    record.put("version", "1.0");
    record.put("timestamp", MILLIS.format(now));
    record
        .putObject("DDBStreamBatchInfo")
        .put("shardId", shard)
        .put("startSequenceNumber", records.getFirst().sequenceNumber())
        .put("endSequenceNumber", records.getLast().sequenceNumber())
        .put("approximateArrivalOfFirstRecord", SECONDS.format(records.getFirst().created()))
        .put("approximateArrivalOfLastRecord", SECONDS.format(records.getLast().created()))
        .put("batchSize", records.size())
        .put("streamArn", streamArn);
    return record.toString().getBytes(StandardCharsets.UTF_8);
  }
}
