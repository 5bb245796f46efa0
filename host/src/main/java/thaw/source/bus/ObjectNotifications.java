package thaw.source.bus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import thaw.function.EventSource;
import thaw.function.Region;
import thaw.service.AwsJson;
import thaw.service.s3.ObjectChange;
import thaw.source.polling.BatchPayload;
import thaw.source.polling.Surroundings;
import thaw.steady.AllSteps;

/**
 * Tells functions of changes of objects, in the shape recorded on AWS (January 2025, public
 * LocalStack repository, test_s3_notifications_lambda.snapshot.json). Any thread may call.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html">
 *     Event message structure</a>
 */
public final class ObjectNotifications {
  /** The principal of every request, as callers are not told apart on this machine. */
  private static final String PRINCIPAL = "AWS:THAW";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final List<EventSource.ObjectChanges> configurations;
  private final Surroundings surroundings;

  public ObjectNotifications(
      List<EventSource.ObjectChanges> configurations, Surroundings surroundings) {
    this.configurations = List.copyOf(configurations);
    this.surroundings = surroundings;
  }

  /**
   * All functions that want to know of it are told, whatever becomes of one.
   *
   * @throws RuntimeException what the first one threw that could not have it
   */
  public void accept(ObjectChange change) {
    AllSteps.run(configurations.stream().<Runnable>map(each -> () -> tell(each, change)).toList());
  }

  private void tell(EventSource.ObjectChanges to, ObjectChange change) {
    if (to.bucket().equals(change.bucket())
        && change.key().startsWith(to.prefix())
        && change.key().endsWith(to.suffix())
        && to.events().stream().anyMatch(wanted -> isWanted(wanted, change.event()))) {
      BusRules.give(surroundings, to.target(), BatchPayload.of(List.of(record(to, change))));
    }
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

  private static ObjectNode record(EventSource.ObjectChanges configuration, ObjectChange change) {
    ObjectNode record = AwsJson.object();
    record
        .put("eventVersion", "2.1")
        .put("eventSource", "aws:s3")
        .put("awsRegion", Region.own())
        .put("eventTime", TIME.format(change.time()))
        .put("eventName", change.event());
    record.putObject("userIdentity").put("principalId", PRINCIPAL);
    record.putObject("requestParameters").put("sourceIPAddress", change.sourceIp());
    record
        .putObject("responseElements")
        .put("x-amz-request-id", change.requestId())
        .put("x-amz-id-2", change.requestId());
    ObjectNode s3 = record.putObject("s3");
    s3.put("s3SchemaVersion", "1.0").put("configurationId", configuration.id());
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
}
