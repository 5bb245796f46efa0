package thaw.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import thaw.function.resource.Queue;

/**
 * Wakes those who wait for messages at dead-letter queues. ElasticMQ (1.7.1) wakes nobody when it
 * moves a message there; it looks for messages when one is sent, and when a visibility timeout is
 * to change, also that of a message which there is not. So such a change is asked for again and
 * again.
 */
final class DeadLetterWaits implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  /** The longest time that a message waits in excess of AWS. */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** The number of periods after which it is looked anew which queues there are. */
  private static final int SEARCH = 5;

  /** A receipt handle that no message has. */
  private static final String RECEIPT =
      "00000000-0000-0000-0000-000000000000#00000000-0000-0000-0000-000000000000";

  private final AwsJson api;
  private final CountDownLatch stop = new CountDownLatch(1);
  private Set<String> found = Set.of(); // the thread's

  private DeadLetterWaits(AwsJson api) {
    this.api = api;
  }

  /**
   * Begins to wake those who wait, until it is closed.
   *
   * @param url of the broker
   */
  static DeadLetterWaits start(String url, String region) {
    DeadLetterWaits waits = new DeadLetterWaits(AwsJson.of(url, AwsJson.Protocol.SQS, region));
    Thread.ofVirtual().name("dead-letter-waits").start(waits::run);
    return waits;
  }

  private void run() {
    try {
      for (int round = 0; !stop.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS); round++) {
        wake(round % SEARCH == 0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void wake(boolean searches) throws InterruptedException {
    try {
      if (searches) {
        found = deadLetterQueues();
      }
      for (String queue : found) {
        poke(queue);
      }
    } catch (IOException | ServiceFault e) {
      found = Set.of(); // it does not answer now, or has ended, which others tell
    }
  }

  private void poke(String queue) throws IOException, InterruptedException {
    try {
      api.call(
          "ChangeMessageVisibility",
          Map.of("QueueUrl", queue, "ReceiptHandle", RECEIPT, "VisibilityTimeout", 0));
    } catch (ServiceFault e) {
      // as expected: there is no such message
    }
  }

  /** Those that a redrive policy names. */
  private Set<String> deadLetterQueues() throws IOException, ServiceFault, InterruptedException {
    Set<String> queues = new HashSet<>();
    for (JsonNode url : api.call("ListQueues", Map.of()).path("QueueUrls")) {
      String arn = target(redrivePolicy(url.asText()));
      if (!arn.isEmpty()) {
        String own = url.asText();
        queues.add(
            own.substring(0, own.lastIndexOf('/') + 1) + arn.substring(arn.lastIndexOf(':') + 1));
      }
    }
    return queues;
  }

  private String redrivePolicy(String queue) throws IOException, InterruptedException {
    try {
      return api.call(
              "GetQueueAttributes",
              Map.of("QueueUrl", queue, "AttributeNames", List.of(Queue.REDRIVE_POLICY)))
          .path("Attributes")
          .path(Queue.REDRIVE_POLICY)
          .asText();
    } catch (ServiceFault e) {
      return ""; // it was deleted since
    }
  }

  private static String target(String policy) {
    try {
      return policy.isEmpty() ? "" : JSON.readTree(policy).path("deadLetterTargetArn").asText();
    } catch (JsonProcessingException e) {
      return "";
    }
  }

  @Override
  public void close() {
    stop.countDown();
    api.close();
  }
}
