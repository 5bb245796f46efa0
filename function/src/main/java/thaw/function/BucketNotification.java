package thaw.function;

import java.util.List;

/**
 * Tells who else than a function is told of changes of a bucket's objects.
 *
 * @param id shown to the receiver as {@code configurationId}
 * @param bucket its name
 * @param events such as {@code s3:ObjectCreated:*}
 * @param prefix of the object's key; empty for any
 * @param suffix of the object's key; empty for any
 */
public record BucketNotification(
    String id,
    String bucket,
    List<String> events,
    String prefix,
    String suffix,
    Receiver receiver) {
  /** The destination of notifications. */
  public sealed interface Receiver {
    record Queue(String arn) implements Receiver {}

    record Topic(String arn) implements Receiver {}

    /** The default bus of EventBridge, with an event of its own form. */
    record Bus() implements Receiver {}
  }

  public BucketNotification {
    events = List.copyOf(events);
  }
}
