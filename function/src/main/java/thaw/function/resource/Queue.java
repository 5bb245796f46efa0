package thaw.function.resource;

import java.time.Duration;
import java.util.Map;

/**
 * An SQS queue that the template declares, or that an event of it names.
 *
 * @param logicalId the resource's name in the template
 * @param name {@code QueueName} or else the logical id, with {@code .fifo} when it is such a queue
 * @param attributes as SQS's CreateQueue takes them: texts, structured ones as JSON
 */
public record Queue(String logicalId, String name, Map<String, String> attributes) {
  /** The attribute that says who gets the letters that nobody could process. */
  public static final String REDRIVE_POLICY = "RedrivePolicy";

  private static final String DEFAULT_VISIBILITY_SECONDS = "30";

  public Queue {
    attributes = Map.copyOf(attributes);
  }

  /** Returns how long a message that was received is nobody else's. */
  public Duration visibilityTimeout() {
    return Duration.ofSeconds(
        Long.parseLong(attributes.getOrDefault("VisibilityTimeout", DEFAULT_VISIBILITY_SECONDS)));
  }

  /** One with SQS's own values for all attributes. */
  public Queue(String logicalId, String name) {
    this(logicalId, name, Map.of());
  }
}
