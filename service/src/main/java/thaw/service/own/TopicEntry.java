package thaw.service.own;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads a message out of the form that a client has sent.
 *
 * @param form all of it
 * @param prefix before the names of the message's members; empty unless it is one of several
 * @see <a href="https://docs.aws.amazon.com/sns/latest/api/API_Publish.html">Publish</a>
 */
record TopicEntry(Map<String, String> form, String prefix) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int LARGEST_BYTES = 256 * 1024;

  String text(String name) {
    return form.getOrDefault(prefix + name, "");
  }

  TopicMessage message(String topicArn, Instant now) throws AwsError {
    String text = text("Message");
    if (text.isEmpty()) {
      throw invalid("Empty message");
    }
    Map<String, TopicMessage.Attribute> attributes = attributes();
    int bytes = bytes(text);
    for (Map.Entry<String, TopicMessage.Attribute> each : attributes.entrySet()) {
      bytes +=
          bytes(each.getKey()) + bytes(each.getValue().type()) + bytes(each.getValue().value());
    }
    if (bytes > LARGEST_BYTES) {
      throw invalid("Message too long");
    }
    return new TopicMessage(
        UUID.randomUUID().toString(),
        topicArn,
        Optional.of(text("Subject")).filter(subject -> !subject.isEmpty()),
        text("MessageStructure").equals("json") ? texts(text) : Map.of(TopicMessage.DEFAULT, text),
        attributes,
        now);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** One for each protocol. */
  private static Map<String, String> texts(String text) throws AwsError {
    JsonNode json;
    try {
      json = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw invalid("Message Structure - JSON message body failed to parse");
    }
    if (!json.path(TopicMessage.DEFAULT).isTextual()) {
      throw invalid("Message Structure - No default entry in JSON message body");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    json.properties()
        .forEach(each -> {
          if (each.getValue().isTextual()) {
            texts.put(each.getKey(), each.getValue().asText());
          }
        });
    return texts;
  }

  private Map<String, TopicMessage.Attribute> attributes() throws AwsError {
    Map<String, TopicMessage.Attribute> attributes = new LinkedHashMap<>();
    for (int number = 1; ; number++) {
      String entry = "MessageAttributes.entry." + number + ".";
      String name = text(entry + "Name");
      if (name.isEmpty()) {
        return attributes;
      }
      String type = text(entry + "Value.DataType");
      String value =
          text(entry + (type.startsWith("Binary") ? "Value.BinaryValue" : "Value.StringValue"));
      if (type.isEmpty() || value.isEmpty()) {
        throw new AwsError(
            "ParameterValueInvalid",
            "The message attribute '%s' must contain non-empty message attribute %s."
                .formatted(name, type.isEmpty() ? "type" : "value"));
      }
      attributes.put(name, new TopicMessage.Attribute(type, value));
    }
  }

  static AwsError invalid(String what) {
    return new AwsError("InvalidParameter", "Invalid parameter: " + what);
  }
}
