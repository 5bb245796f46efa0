package thaw.service.own;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A message that was published to a topic.
 *
 * @param id SNS's name for it
 * @param texts by protocol, such as {@code sqs}; {@code default} for all others
 * @param attributes in their order
 */
public record TopicMessage(
    String id,
    String topicArn,
    Optional<String> subject,
    Map<String, String> texts,
    Map<String, Attribute> attributes,
    Instant time) {
  static final String DEFAULT = "default";

  /**
   * @param type such as {@code String}, {@code Number}, {@code String.Array}
   * @param value in base64 when the type is {@code Binary}
   */
  public record Attribute(String type, String value) {}

  public TopicMessage {
    texts = Map.copyOf(texts);
    attributes = new LinkedHashMap<>(attributes);
  }

  /** Returns the text that receivers by a protocol get. */
  public String text(String protocol) {
    return texts.getOrDefault(protocol, texts.getOrDefault(DEFAULT, ""));
  }
}
