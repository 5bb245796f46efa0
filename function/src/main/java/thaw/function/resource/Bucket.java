package thaw.function.resource;

import java.util.Map;

/**
 * An S3 bucket that the template declares.
 *
 * @param logicalId the resource's name in the template
 * @param name {@code BucketName} or else the logical id in lower case
 * @param versioned whether it keeps what is overwritten
 * @param notifications its {@code NotificationConfiguration} (maps, lists, texts), empty without
 */
public record Bucket(
    String logicalId, String name, boolean versioned, Map<String, Object> notifications) {
  public Bucket {
    notifications = Map.copyOf(notifications);
  }

  /** One without versions and notifications. */
  public Bucket(String logicalId, String name) {
    this(logicalId, name, false, Map.of());
  }
}
