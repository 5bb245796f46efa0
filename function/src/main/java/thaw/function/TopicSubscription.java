package thaw.function;

import java.util.Optional;
import thaw.function.resource.DerivedId;

/**
 * Tells who gets the messages of a topic.
 *
 * @param id differs from those of the topic's other subscriptions
 * @param raw whether a queue or a web server gets the message alone
 * @param place where it stands, for messages
 */
public record TopicSubscription(
    String id,
    String topicArn,
    Receiver receiver,
    Optional<Filter> filter,
    boolean raw,
    String place) {
  /** The destination of messages. */
  public sealed interface Receiver {
    record Function(EventSource.Target target) implements Receiver {}

    record Queue(String arn) implements Receiver {}

    /** A web server, asked by POST. */
    record Web(String url) implements Receiver {}
  }

  /**
   * Chooses the messages.
   *
   * @param policy JSON
   * @param ofBody whether it is about the message, which is JSON then, and not about its attributes
   */
  public record Filter(String policy, boolean ofBody) {}

  /** Returns the ARN, by which AWS tells subscriptions apart. */
  public String arn() {
    String digits = DerivedId.of("subscription " + topicArn + " " + id, 32);
    return topicArn
        + ":"
        + digits.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
  }
}
