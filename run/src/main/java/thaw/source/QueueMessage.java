package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import thaw.service.AwsJson;

/**
 * A message of a queue, and the record that the function gets of it.
 *
 * @param record as on AWS, in the order of members that was recorded there (November 2025, public
 *     LocalStack repository, test_lambda_integration_sqs.snapshot.json)
 * @param sizeBytes of the record
 */
record QueueMessage(String id, String receipt, ObjectNode record, int sizeBytes) {
  private static final List<String> ATTRIBUTES =
      List.of(
          "ApproximateReceiveCount",
          "AWSTraceHeader",
          "SentTimestamp",
          "SequenceNumber",
          "MessageGroupId",
          "SenderId",
          "MessageDeduplicationId",
          "ApproximateFirstReceiveTimestamp",
          "DeadLetterQueueSourceArn");

  /**
   * @param message as the service gives it
   * @param hasWindow whether the mapping waits for more messages; records have a member more then
   */
  static QueueMessage of(JsonNode message, String queueArn, String region, boolean hasWindow) {
    ObjectNode record = AwsJson.object();
    record.put("messageId", message.path("MessageId").asText());
    record.put("receiptHandle", message.path("ReceiptHandle").asText());
    record.put("body", message.path("Body").asText());
    ObjectNode attributes = record.putObject("attributes");
    for (String name : ATTRIBUTES) {
      JsonNode value = message.path("Attributes").path(name);
      if (!value.isMissingNode()) {
        attributes.put(name, value.asText());
      }
    }
    ObjectNode own = record.putObject("messageAttributes");
    message
        .path("MessageAttributes")
        .properties()
        .forEach(entry -> own.set(entry.getKey(), attribute(entry.getValue())));
    JsonNode digest = message.path("MD5OfMessageAttributes");
    if (!digest.isMissingNode() || hasWindow) {
      record.put("md5OfMessageAttributes", digest.isMissingNode() ? null : digest.asText());
    }
    record.put("md5OfBody", message.path("MD5OfBody").asText());
    record.put("eventSource", "aws:sqs");
    record.put("eventSourceARN", queueArn);
    record.put("awsRegion", region);
    return new QueueMessage(
        message.path("MessageId").asText(),
        message.path("ReceiptHandle").asText(),
        record,
        record.toString().getBytes(StandardCharsets.UTF_8).length);
  }

  private static ObjectNode attribute(JsonNode given) {
    ObjectNode attribute = AwsJson.object();
    if (given.has("StringValue")) {
      attribute.put("stringValue", given.path("StringValue").asText());
    }
    if (given.has("BinaryValue")) {
      attribute.put("binaryValue", given.path("BinaryValue").asText());
    }
    attribute.putArray("stringListValues");
    attribute.putArray("binaryListValues");
    attribute.put("dataType", given.path("DataType").asText());
    return attribute;
  }
}
