package thaw.service.busy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The provisioned capacity of a table and its global indexes; a table without has none. */
final class TableCapacity {
  /** The time for which DynamoDB keeps unused capacity. */
  private static final Duration BURST = Duration.ofSeconds(300);

  private static final Set<String> READS =
      Set.of("BatchGetItem", "GetItem", "Query", "Scan", "TransactGetItems");

  private record Units(Capacity read, Capacity write) {}

  private final Map<String, Units> units; // the table's has an empty name

  private TableCapacity(Map<String, Units> units) {
    this.units = units;
  }

  /**
   * @param table as DescribeTable has it
   * @param isNew whether it has saved nothing yet
   */
  static TableCapacity of(JsonNode table, boolean isNew, Instant now) {
    Map<String, Units> units = new HashMap<>();
    if (!table.at("/BillingModeSummary/BillingMode").asText().equals("PAY_PER_REQUEST")) {
      units.put("", units(table, isNew, now));
      for (JsonNode index : table.path("GlobalSecondaryIndexes")) {
        units.put(index.path("IndexName").asText(), units(index, isNew, now));
      }
    }
    return new TableCapacity(units);
  }

  private static Units units(JsonNode described, boolean isNew, Instant now) {
    return new Units(
        capacity(described.at("/ProvisionedThroughput/ReadCapacityUnits").asDouble(), isNew, now),
        capacity(described.at("/ProvisionedThroughput/WriteCapacityUnits").asDouble(), isNew, now));
  }

  private static Capacity capacity(double perSecond, boolean isNew, Instant now) {
    return new Capacity(perSecond, BURST, isNew ? perSecond : perSecond * BURST.toSeconds(), now);
  }

  static boolean isRead(String operation) {
    return READS.contains(operation);
  }

  /** Returns whether anything is counted. */
  boolean isProvisioned() {
    return !units.isEmpty();
  }

  /**
   * @param index that is read; empty for the table
   */
  boolean admits(String operation, String index, Instant now) {
    if (isRead(operation)) {
      Units read = units.get(index); // a local index is read from the table's
      Units from = read == null ? units.get("") : read;
      return from == null || from.read().hasLeft(now);
    }
    return units.values().stream().allMatch(each -> each.write().hasLeft(now));
  }

  /**
   * @param consumed as an answer has it with {@code ReturnConsumedCapacity: INDEXES}
   */
  void use(String operation, JsonNode consumed) {
    use(operation, "", consumed.at("/Table/CapacityUnits").asDouble());
    consumed
        .path("LocalSecondaryIndexes")
        .forEach(index -> use(operation, "", index.path("CapacityUnits").asDouble()));
    consumed
        .path("GlobalSecondaryIndexes")
        .properties()
        .forEach(index ->
            use(operation, index.getKey(), index.getValue().path("CapacityUnits").asDouble()));
  }

  private void use(String operation, String index, double used) {
    Units of = units.get(index);
    if (of != null) {
      (isRead(operation) ? of.read() : of.write()).use(used);
    }
  }

  /** Leaves of what was consumed the part that a client asked for. */
  static void trim(ObjectNode answer, String asked) {
    if (asked.equals("INDEXES")) {
      return;
    }
    if (!asked.equals("TOTAL")) {
      answer.remove("ConsumedCapacity");
      return;
    }
    JsonNode consumed = answer.path("ConsumedCapacity");
    if (consumed instanceof ObjectNode one) {
      trim(one);
    } else {
      consumed.forEach(each -> trim((ObjectNode) each));
    }
  }

  private static void trim(ObjectNode consumed) {
    consumed.remove(Set.of("Table", "LocalSecondaryIndexes", "GlobalSecondaryIndexes"));
  }
}
