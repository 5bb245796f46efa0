package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import thaw.service.AwsJson;
import thaw.service.ServiceFault;

/**
 * One queue of SQS.
 *
 * @param url as the service names it; it is never dialled
 * @param visibilityTimeout how long a message that was received is nobody else's
 */
record SqsQueue(AwsJson api, String arn, String url, Duration visibilityTimeout) {
  /** The most messages of one request. */
  static final int MOST_MESSAGES = 10;

  /**
   * SQS allows 20 s. A poller that is stopped waits for so long, and with it the end of the program
   * or the change of a mapping; on one machine a poll a second costs nothing.
   */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private static final int DEFAULT_VISIBILITY_SECONDS = 30;

  /**
   * @throws ServiceFault when there is no such queue
   */
  static SqsQueue open(HttpClient http, URI endpoint, String arn)
      throws IOException, ServiceFault, InterruptedException {
    AwsJson api = new AwsJson(http, endpoint, AwsJson.Protocol.SQS, region(arn));
    String url =
        api.call("GetQueueUrl", AwsJson.object().put("QueueName", name(arn)))
            .path("QueueUrl")
            .asText();
    ObjectNode request = AwsJson.object().put("QueueUrl", url);
    request.putArray("AttributeNames").add("VisibilityTimeout");
    int seconds =
        api.call("GetQueueAttributes", request)
            .path("Attributes")
            .path("VisibilityTimeout")
            .asInt(DEFAULT_VISIBILITY_SECONDS);
    return new SqsQueue(api, arn, url, Duration.ofSeconds(seconds));
  }

  static String name(String arn) {
    return arn.substring(arn.lastIndexOf(':') + 1);
  }

  static String region(String arn) {
    return arn.split(":", -1)[3];
  }

  static boolean isMissing(ServiceFault fault) {
    return fault.code().contains("QueueDoesNotExist") || fault.code().contains("NonExistentQueue");
  }

  /**
   * @param wait for the first message, whole seconds
   * @param hasWindow {@link QueueMessage#of}
   */
  List<QueueMessage> receive(int most, Duration wait, boolean hasWindow)
      throws IOException, ServiceFault, InterruptedException {
    ObjectNode request = AwsJson.object().put("QueueUrl", url);
    request.put("MaxNumberOfMessages", Math.min(most, MOST_MESSAGES));
    request.put("WaitTimeSeconds", (int) wait.toSeconds());
    request.putArray("AttributeNames").add("All");
    request.putArray("MessageSystemAttributeNames").add("All");
    request.putArray("MessageAttributeNames").add("All");
    List<QueueMessage> messages = new ArrayList<>();
    for (JsonNode message : api.call("ReceiveMessage", request, wait).path("Messages")) {
      messages.add(QueueMessage.of(message, arn, region(arn), hasWindow));
    }
    return messages;
  }

  void delete(List<QueueMessage> messages) throws IOException, ServiceFault, InterruptedException {
    batches("DeleteMessageBatch", messages, AwsJson.object());
  }

  /** They may be received again at once. */
  void release(List<QueueMessage> messages) throws IOException, ServiceFault, InterruptedException {
    batches("ChangeMessageVisibilityBatch", messages, AwsJson.object().put("VisibilityTimeout", 0));
  }

  private void batches(String operation, List<QueueMessage> messages, ObjectNode members)
      throws IOException, ServiceFault, InterruptedException {
    for (int from = 0; from < messages.size(); from += MOST_MESSAGES) {
      ObjectNode request = AwsJson.object().put("QueueUrl", url);
      ArrayNode entries = request.putArray("Entries");
      for (QueueMessage message :
          messages.subList(from, Math.min(messages.size(), from + MOST_MESSAGES))) {
        entries
            .addObject()
            .put("Id", "m" + entries.size())
            .put("ReceiptHandle", message.receipt())
            .setAll(members);
      }
      api.call(operation, request);
    }
  }
}
