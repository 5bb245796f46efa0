package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.lambdaapi.invoke.ApiError;

/** Reads how many pollers an event source mapping in provisioned mode is to have. */
final class PollerReader {
  private static final String MEMBER = "ProvisionedPollerConfig";
  private static final String LEAST = "MinimumPollers";
  private static final String MOST = "MaximumPollers";
  private static final String GROUP = "PollerGroupName";
  private static final int MOST_LIMIT = 10_000;
  private static final int MOST_OF_KAFKA = 2_000;
  private static final int LEAST_OF_QUEUES = 2;
  private static final int DEFAULT_MOST = 200;
  private static final String QUEUES = "sqs";

  /** Services whose mappings have such a mode. */
  private static final Set<String> SERVICES = Set.of(QUEUES, "kafka");

  private PollerReader() {}

  /** Adds the defaults; a config without members ends the mode. */
  static void complete(String service, Map<String, JsonNode> settings) {
    JsonNode named = settings.get(MEMBER);
    if (named == null || named.isEmpty()) {
      settings.remove(MEMBER);
      return;
    }
    if (!SERVICES.contains(service)) {
      throw invalid("is supported for Amazon SQS, Amazon MSK and self-managed Apache Kafka only.");
    }
    boolean queue = service.equals(QUEUES);
    int lowest = queue ? LEAST_OF_QUEUES : 1;
    int highest = queue ? MOST_LIMIT : MOST_OF_KAFKA;
    int least = number(named, LEAST).orElse(lowest);
    int most = number(named, MOST).orElse(DEFAULT_MOST);
    if (least < lowest || most < lowest || most > highest) {
      throw invalid("takes %d to %d pollers: %d to %d".formatted(lowest, highest, least, most));
    }
    if (least > most) {
      throw invalid(
          "has more MinimumPollers (%d) than MaximumPollers (%d).".formatted(least, most));
    }
    if (queue && named.has(GROUP)) {
      throw invalid("has a PollerGroupName, which is for Apache Kafka only.");
    }
    if (settings.containsKey("ScalingConfig")) {
      throw invalid("cannot be used with ScalingConfig.");
    }
    ObjectNode complete = named.deepCopy();
    settings.put(MEMBER, complete.put(LEAST, least).put(MOST, most));
  }

  private static Optional<Integer> number(JsonNode config, String member) {
    return config.hasNonNull(member) ? Optional.of(config.path(member).asInt()) : Optional.empty();
  }

  private static ApiError.Refusal invalid(String text) {
    return ApiError.invalidParameter(MEMBER + " " + text).refusal();
  }
}
