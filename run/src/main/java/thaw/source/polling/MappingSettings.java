package thaw.source.polling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Map;

/** A mapping's settings, by the API's names. */
public record MappingSettings(Map<String, JsonNode> members) {
  public JsonNode node(String name) {
    JsonNode node = members.get(name);
    return node == null ? MissingNode.getInstance() : node;
  }

  public int number(String name, int otherwise) {
    return node(name).asInt(otherwise);
  }

  public boolean reportsFailures() {
    for (JsonNode type : node("FunctionResponseTypes")) {
      if (type.asText().equals("ReportBatchItemFailures")) {
        return true;
      }
    }
    return false;
  }
}
