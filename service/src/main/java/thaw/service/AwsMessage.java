package thaw.service;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Something that Lambda tells another service of AWS.
 *
 * @param target ARN of a queue, a topic, an event bus or a bucket
 * @param body JSON
 * @param attributes of a queue's or a topic's message
 * @param detailType of an event bus's event
 * @param functionArn who tells it, with a qualifier
 * @param requestId what it is about
 * @param time when that happened
 * @param trace X-Ray's header, for a queue's message
 * @param objectKey of a bucket's object; absent for the one of an asynchronous request
 */
public record AwsMessage(
    String target,
    byte[] body,
    Map<String, Attribute> attributes,
    String detailType,
    String functionArn,
    String requestId,
    Instant time,
    Optional<String> trace,
    Optional<String> objectKey) {
  /**
   * @param type {@code String} or {@code Number}
   */
  public record Attribute(String type, String value) {}

  public AwsMessage {
    attributes = Map.copyOf(attributes);
  }
}
