package thaw.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.EventSource;
import thaw.service.AwsJson;

/**
 * The part of an event that a target gets.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html">
 *     EventBridge input transformation</a>
 */
final class TargetInput {
  private static final Pattern NAME = Pattern.compile("<([A-Za-z0-9_.\\-]+)>");

  private TargetInput() {}

  /**
   * @param ruleArn for templates that name it
   */
  static byte[] of(EventSource.Input input, ObjectNode event, String ruleArn) {
    String text =
        switch (input) {
          case EventSource.Input.Whole() -> event.toString();
          case EventSource.Input.Constant(String json) -> json;
          case EventSource.Input.Part(String path) -> part(event, path);
          case EventSource.Input.Transformed transformed ->
              transformed(transformed, event, ruleArn);
        };
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String part(ObjectNode event, String path) {
    JsonNode part = EventPath.read(event, path);
    return part.isMissingNode() ? "{}" : part.toString();
  }

  private static String transformed(
      EventSource.Input.Transformed input, ObjectNode event, String ruleArn) {
    Map<String, JsonNode> values = new HashMap<>();
    input.paths().forEach((name, path) -> values.put(name, EventPath.read(event, path)));
    values.put("aws.events.rule-arn", AwsJson.JSON.valueToTree(ruleArn));
    values.put(
        "aws.events.rule-name",
        AwsJson.JSON.valueToTree(ruleArn.substring(ruleArn.lastIndexOf('/') + 1)));
    values.put("aws.events.event.ingestion-time", event.path("time"));
    values.put("aws.events.event.json", event);
    ObjectNode withoutDetail = event.deepCopy();
    withoutDetail.remove("detail");
    values.put("aws.events.event", withoutDetail);
    String filled = fill(input.template().strip(), values);
    return isJson(filled) ? filled : AwsJson.JSON.valueToTree(filled).toString();
  }

  /** A value stands as JSON, and inside of quotes as text. */
  private static String fill(String template, Map<String, JsonNode> values) {
    StringBuilder filled = new StringBuilder();
    Matcher matcher = NAME.matcher(template);
    boolean isQuoted = false;
    int at = 0;
    while (matcher.find()) {
      String before = template.substring(at, matcher.start());
      isQuoted ^= quotes(before) % 2 == 1;
      filled.append(before);
      JsonNode value = values.get(matcher.group(1));
      if (value == null) {
        filled.append(matcher.group());
      } else {
        filled.append(isQuoted ? text(value) : json(value));
      }
      at = matcher.end();
    }
    return filled.append(template.substring(at)).toString();
  }

  private static long quotes(String text) {
    return text.replace("\\\"", "").chars().filter(c -> c == '"').count();
  }

  private static String json(JsonNode value) {
    return value.isMissingNode() ? "null" : value.toString();
  }

  /** Returns a value as it stands within a JSON text. */
  private static String text(JsonNode value) {
    if (value.isMissingNode()) {
      return "";
    }
    String text = value.isValueNode() ? value.asText() : value.toString();
    String quoted = AwsJson.JSON.valueToTree(text).toString();
    return quoted.substring(1, quoted.length() - 1);
  }

  private static boolean isJson(String text) {
    try {
      AwsJson.JSON.readTree(text);
      return true;
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
