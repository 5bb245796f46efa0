package thaw.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import thaw.function.TopicSubscription;
import thaw.service.AwsJson;
import thaw.service.ServiceFault;
import thaw.service.own.TopicMessage;
import thaw.steady.InternalFault;

/**
 * Sends messages of topics and buckets to queues and web servers: to each receiver one after the
 * other, and again when it does not take one. SNS, too, tries a web server three times again.
 */
final class Posting implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(15); // SNS's own
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final int ATTEMPTS = 4;

  /** SQS takes no more attributes of a message. */
  private static final int MOST_ATTRIBUTES = 10;

  private final Surroundings surroundings;
  private final Backoff waits;

  /** The threads by lane: one each keeps the order. */
  private final Map<String, ExecutorService> lanes = new ConcurrentHashMap<>();

  Posting(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.waits = new Backoff(FIRST_WAIT, LONGEST_WAIT, surroundings.waitScale());
  }

  /** The HTTP client, made when it is needed: it takes long, and few have topics. */
  private static final class Lazy {
    static final HttpClient HTTP =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
  }

  /**
   * What keeps its order.
   *
   * @param source in the log: the name of the topic or bucket
   * @param what a message of it, in words
   */
  record Lane(String id, String source, String what) {
    static Lane of(TopicSubscription subscription) {
      String topic = SqsQueue.name(subscription.topicArn());
      return new Lane(subscription.id(), topic, "a message of the topic " + topic);
    }
  }

  private interface Attempt {
    void run() throws IOException, ServiceFault, InterruptedException;
  }

  void toQueue(TopicMessage message, TopicSubscription subscription, String arn) {
    ObjectNode send = AwsJson.object();
    if (subscription.raw()) {
      send.put("MessageBody", message.text("sqs"));
      attributes(message, send);
    } else {
      send.put("MessageBody", TopicRecord.notification(message, subscription, "sqs").toString());
    }
    toQueue(Lane.of(subscription), arn, send);
  }

  /**
   * @param message the members of SendMessage but for the queue
   */
  void toQueue(Lane lane, String arn, ObjectNode message) {
    later(
        lane,
        arn,
        () -> {
          URI endpoint =
              surroundings.endpoint("sqs").orElseThrow(() -> new IOException("no SQS runs here"));
          AwsJson api =
              new AwsJson(Lazy.HTTP, endpoint, AwsJson.Protocol.SQS, SqsQueue.region(arn));
          ObjectNode name = AwsJson.object().put("QueueName", SqsQueue.name(arn));
          message.put("QueueUrl", api.call("GetQueueUrl", name).path("QueueUrl").asText());
          api.call("SendMessage", message);
        });
  }

  private static void attributes(TopicMessage message, ObjectNode send) {
    if (message.attributes().isEmpty() || message.attributes().size() > MOST_ATTRIBUTES) {
      return;
    }
    ObjectNode attributes = send.putObject("MessageAttributes");
    message
        .attributes()
        .forEach((key, attribute) ->
            attributes
                .putObject(key)
                .put("DataType", attribute.type())
                .put(
                    attribute.type().startsWith("Binary") ? "BinaryValue" : "StringValue",
                    attribute.value()));
  }

  void toWeb(TopicMessage message, TopicSubscription subscription, String url) {
    String protocol = url.replaceFirst(":.*", "");
    String body =
        subscription.raw()
            ? message.text(protocol)
            : TopicRecord.notification(message, subscription, protocol).toString();
    later(
        Lane.of(subscription),
        url,
        () -> {
          HttpRequest.Builder request;
          try {
            request = HttpRequest.newBuilder(URI.create(url));
          } catch (IllegalArgumentException e) {
            throw new IOException("not a URL", e);
          }
          request
              .timeout(PATIENCE)
              .header("Content-Type", "text/plain; charset=UTF-8")
              .header("User-Agent", "Amazon Simple Notification Service Agent")
              .header("x-amz-sns-message-type", "Notification")
              .header("x-amz-sns-message-id", message.id())
              .header("x-amz-sns-topic-arn", message.topicArn())
              .header("x-amz-sns-subscription-arn", subscription.arn())
              .POST(HttpRequest.BodyPublishers.ofString(body));
          if (subscription.raw()) {
            request.header("x-amz-sns-rawdelivery", "true");
          }
          int status =
              Lazy.HTTP.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
          if (status / 100 != 2) {
            throw new IOException("it answers " + status);
          }
        });
  }

  private void later(Lane lane, String receiver, Attempt attempt) {
    try {
      lanes
          .computeIfAbsent(
              lane.id(),
              id -> Executors.newSingleThreadExecutor(Thread.ofVirtual().name(id).factory()))
          .execute(() -> attempts(lane, receiver, attempt));
    } catch (RejectedExecutionException e) {
      // the program ends
    }
  }

  private void attempts(Lane lane, String receiver, Attempt attempt) {
    for (int number = 1; ; number++) {
      try {
        attempt.run();
        return;
      } catch (IOException | ServiceFault e) {
        if (number == ATTEMPTS) {
          surroundings
              .log()
              .line(
                  lane.source(),
                  "%s has not taken %s, which is dropped: %s".formatted(receiver, lane.what(), e));
          return;
        }
        try {
          TimeUnit.MILLISECONDS.sleep(waits.after(number).toMillis());
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          return;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the end
        return;
      } catch (RuntimeException | Error e) {
        surroundings.problems().accept(InternalFault.of(e));
        return;
      }
    }
  }

  @Override
  public void close() {
    lanes.values().forEach(ExecutorService::shutdownNow);
  }
}
