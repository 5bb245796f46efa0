package thaw.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import thaw.function.BucketNotification;
import thaw.function.EventSource;
import thaw.function.Region;
import thaw.platform.record.EventTimes;
import thaw.service.AwsJson;
import thaw.service.ObjectChange;
import thaw.service.own.BusEvent;
import thaw.service.own.TopicMessage;
import thaw.steady.AllSteps;

/**
 * Tells functions, queues, topics and rules of changes of objects, in the shape recorded on AWS
 * (January 2025, public LocalStack repository, test_s3_notifications_lambda.snapshot.json). Any
 * thread may call.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html">
 *     Event message structure</a>
 */
final class ObjectNotifications implements AutoCloseable {
  /** The principal of every request, as callers are not told apart on this machine. */
  private static final String PRINCIPAL = "AWS:THAW";

  private final List<EventSource.ObjectChanges> configurations;
  private final List<BucketNotification> others;
  private final Topics topics;
  private final BusRules rules;
  private final Surroundings surroundings;
  private final Posting posting;

  /**
   * @param configurations of functions
   * @param others who else is told
   */
  ObjectNotifications(
      List<EventSource.ObjectChanges> configurations,
      List<BucketNotification> others,
      Topics topics,
      BusRules rules,
      Surroundings surroundings) {
    this.configurations = List.copyOf(configurations);
    this.others = List.copyOf(others);
    this.topics = topics;
    this.rules = rules;
    this.surroundings = surroundings;
    this.posting = new Posting(surroundings);
  }

  /**
   * All who want to know of it are told, whatever becomes of one: queues in the background, in
   * order.
   *
   * @throws RuntimeException what the first one threw that could not have it
   */
  void accept(ObjectChange change) {
    List<Runnable> steps = new ArrayList<>();
    for (EventSource.ObjectChanges each : configurations) {
      if (isWanted(each.bucket(), each.events(), each.prefix(), each.suffix(), change)) {
        steps.add(() -> BusRules.give(surroundings, each.target(), records(each.id(), change)));
      }
    }
    for (BucketNotification each : others) {
      if (isWanted(each.bucket(), each.events(), each.prefix(), each.suffix(), change)) {
        steps.add(() -> tell(each, change));
      }
    }
    AllSteps.run(steps);
  }

  private void tell(BucketNotification to, ObjectChange change) {
    switch (to.receiver()) {
      case BucketNotification.Receiver.Queue(String arn) ->
          posting.toQueue(
              new Posting.Lane(
                  to.bucket() + " " + to.id() + " " + arn,
                  to.bucket(),
                  "a notification of the bucket " + to.bucket()),
              arn,
              AwsJson.object()
                  .put(
                      "MessageBody", new String(records(to.id(), change), StandardCharsets.UTF_8)));
      case BucketNotification.Receiver.Topic(String arn) ->
          topics.accept(
              new TopicMessage(
                  UUID.randomUUID().toString(),
                  arn,
                  Optional.of("Amazon S3 Notification"),
                  Map.of("default", new String(records(to.id(), change), StandardCharsets.UTF_8)),
                  Map.of(),
                  change.time()));
      case BucketNotification.Receiver.Bus() -> {
        BusEvent event = ObjectEvent.of(change);
        rules.accept(event.bus(), event.json());
      }
    }
  }

  private static boolean isWanted(
      String bucket, List<String> events, String prefix, String suffix, ObjectChange change) {
    return bucket.equals(change.bucket())
        && change.key().startsWith(prefix)
        && change.key().endsWith(suffix)
        && events.stream().anyMatch(wanted -> isWanted(wanted, change.event()));
  }

  /**
   * @param wanted such as {@code s3:ObjectCreated:*}
   */
  private static boolean isWanted(String wanted, String name) {
    String event = wanted.startsWith("s3:") ? wanted.substring("s3:".length()) : wanted;
    return event.endsWith("*")
        ? name.startsWith(event.substring(0, event.length() - 1))
        : name.equals(event);
  }

  private static byte[] records(String configuration, ObjectChange change) {
    return BatchPayload.of(List.of(record(configuration, change)));
  }

  private static ObjectNode record(String configuration, ObjectChange change) {
    ObjectNode record = AwsJson.object();
    record
        .put("eventVersion", "2.1")
        .put("eventSource", "aws:s3")
        .put("awsRegion", Region.own())
        .put("eventTime", EventTimes.MILLIS.format(change.time()))
        .put("eventName", change.event());
    record.putObject("userIdentity").put("principalId", PRINCIPAL);
    record.putObject("requestParameters").put("sourceIPAddress", change.sourceIp());
    record
        .putObject("responseElements")
        .put("x-amz-request-id", change.requestId())
        .put("x-amz-id-2", change.requestId());
    ObjectNode s3 = record.putObject("s3");
    s3.put("s3SchemaVersion", "1.0").put("configurationId", configuration);
    ObjectNode bucket = s3.putObject("bucket").put("name", change.bucket());
    bucket.putObject("ownerIdentity").put("principalId", PRINCIPAL);
    bucket.put("arn", "arn:aws:s3:::" + change.bucket());
    ObjectNode object = s3.putObject("object").put("key", encoded(change.key()));
    if (!change.eTag().isEmpty()) { // else it is gone
      object.put("size", change.size()).put("eTag", change.eTag());
    }
    change.versionId().ifPresent(version -> object.put("versionId", version));
    object.put("sequencer", change.sequencer());
    return record;
  }

  /** Encodes a key like a form, but for slashes. */
  private static String encoded(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("%2F", "/");
  }

  /** Ends deliveries. Notifications that were not delivered yet are lost. */
  @Override
  public void close() {
    posting.close();
  }
}
