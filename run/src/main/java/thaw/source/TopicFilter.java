package thaw.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import software.amazon.event.ruler.Machine;
import thaw.function.TopicSubscription;
import thaw.problem.UserMistake;
import thaw.service.AwsJson;
import thaw.service.own.TopicMessage;

/**
 * The filter of a subscription on a topic's messages, by their attributes or by a JSON body.
 * Policies are matched by AWS's own library, for which they are patterns.
 *
 * @param machine none when everything is wanted
 * @see <a
 *     href="https://docs.aws.amazon.com/sns/latest/dg/sns-subscription-filter-policies.html">Filter
 *     policies</a>
 */
record TopicFilter(List<Machine> machine, boolean ofBody) {
  static TopicFilter of(TopicSubscription subscription) {
    if (subscription.filter().isEmpty()) {
      return new TopicFilter(List.of(), false);
    }
    TopicSubscription.Filter filter = subscription.filter().get();
    try {
      return new TopicFilter(
          AwsJson.JSON.readTree(filter.policy()).isEmpty()
              ? List.of()
              : List.of(Filters.machine(filter.policy())),
          filter.ofBody());
    } catch (JsonProcessingException | InvalidPattern e) {
      throw new UserMistake(
          "%s: the FilterPolicy of %s is not valid: %s"
              .formatted(subscription.place(), subscription.id(), e.getMessage()),
          "write it like {\"kind\": [\"order\"]}");
    }
  }

  /**
   * @param protocol of the subscription, as the message may differ by it
   */
  boolean wants(TopicMessage message, String protocol) {
    if (machine.isEmpty()) {
      return true;
    }
    JsonNode seen = ofBody ? json(message.text(protocol)) : attributes(message);
    return seen instanceof ObjectNode event && Filters.matches(machine.getFirst(), event);
  }

  private static ObjectNode attributes(TopicMessage message) {
    ObjectNode event = AwsJson.object();
    for (Map.Entry<String, TopicMessage.Attribute> each : message.attributes().entrySet()) {
      TopicMessage.Attribute attribute = each.getValue();
      JsonNode value =
          switch (attribute.type()) {
            case "Number", "String.Array" -> json(attribute.value());
            default -> AwsJson.object().textNode(attribute.value());
          };
      if (!attribute.type().startsWith("Binary")) {
        event.set(each.getKey(), value);
      }
    }
    return event;
  }

  /** Missing where it is none. */
  private static JsonNode json(String text) {
    try {
      return AwsJson.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return AwsJson.JSON.missingNode();
    }
  }
}
