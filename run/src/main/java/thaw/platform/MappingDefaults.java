package thaw.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The settings of an event source mapping where nobody gives others. */
public final class MappingDefaults {
  /** Services whose sources are streams. */
  public static final Set<String> STREAMS = Set.of("kinesis", "dynamodb");

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
    node.put("MaximumBatchingWindowInSeconds", service.equals("kafka") ? 500 : 0);
    node.putArray("FunctionResponseTypes");
    if (STREAMS.contains(service)) {
      node.put("ParallelizationFactor", 1)
          .put("MaximumRecordAgeInSeconds", -1)
          .put("MaximumRetryAttempts", -1)
          .put("BisectBatchOnFunctionError", false)
          .put("TumblingWindowInSeconds", 0);
      node.putObject("DestinationConfig").putObject("OnFailure");
    }
    if (!service.equals("sqs") && !STREAMS.contains(service)) {
      node.remove(List.of("FunctionResponseTypes", "MaximumBatchingWindowInSeconds"));
    }
    Map<String, JsonNode> defaults = new LinkedHashMap<>();
    node.properties().forEach(entry -> defaults.put(entry.getKey(), entry.getValue()));
    return defaults;
  }
}
