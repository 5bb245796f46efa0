package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Map;

/** A mapping's settings, by the API's names. */
record MappingSettings(Map<String, JsonNode> members) {
  JsonNode node(String name) {
    JsonNode node = members.get(name);
    return node == null ? MissingNode.getInstance() : node;
  }

  int number(String name, int otherwise) {
    return node(name).asInt(otherwise);
  }

  boolean reportsFailures() {
    for (JsonNode type : node("FunctionResponseTypes")) {
      if (type.asText().equals("ReportBatchItemFailures")) {
        return true;
      }
    }
    return false;
  }
}
