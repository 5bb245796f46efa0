package thaw.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import thaw.function.constraint.LambdaRules;

/** The settings of an event source mapping where nobody gives others. */
public final class MappingDefaults {
  private MappingDefaults() {}

  /**
   * Returns the settings that AWS shows when nobody gave them (recorded 2025-11-25, public
   * LocalStack repository).
   *
   * @param service as in the source's ARN; {@code kafka} where there is none
   */
  public static Map<String, JsonNode> of(String service) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("BatchSize", service.equals("sqs") ? 10 : 100);
    if (service.equals("sqs") || LambdaRules.STREAMS.contains(service)) {
      node.put("MaximumBatchingWindowInSeconds", 0).putArray("FunctionResponseTypes");
    }
    if (LambdaRules.STREAMS.contains(service)) {
      node.put("ParallelizationFactor", 1)
          .put("MaximumRecordAgeInSeconds", -1)
          .put("MaximumRetryAttempts", -1)
          .put("BisectBatchOnFunctionError", false)
          .put("TumblingWindowInSeconds", 0);
      node.putObject("DestinationConfig").putObject("OnFailure");
    }
    Map<String, JsonNode> defaults = new LinkedHashMap<>();
    node.properties().forEach(entry -> defaults.put(entry.getKey(), entry.getValue()));
    return defaults;
  }
}
