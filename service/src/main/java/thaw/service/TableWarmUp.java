package thaw.service;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import thaw.function.resource.TableDefinition;

/**
 * Reads and writes a table of its own until DynamoDB Local's JVM has its classes loaded. Else the
 * first function would pay for a start that is not its own: a first PutItem takes some 45 ms, a
 * tenth 5 ms.
 */
final class TableWarmUp {
  private static final int ROUNDS = 20;

  private static final TableDefinition TABLE =
      new TableDefinition(
          "thaw",
          "thaw-warm-up",
          Map.of(
              "BillingMode",
              "PAY_PER_REQUEST",
              "AttributeDefinitions",
              List.of(Map.of("AttributeName", "id", "AttributeType", "S")),
              "KeySchema",
              List.of(Map.of("AttributeName", "id", "KeyType", "HASH"))));

  private TableWarmUp() {}

  static void run(AwsJson api) throws IOException, ServiceFault, InterruptedException {
    new TableCreation(api, TABLE).run();
    Map<String, String> name = Map.of("TableName", TABLE.name());
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, Object> key = Map.of("id", Map.of("S", "item " + i));
      api.call("PutItem", Map.of("TableName", TABLE.name(), "Item", key));
      api.call("GetItem", Map.of("TableName", TABLE.name(), "Key", key));
    }
    api.call("Scan", name);
    api.call("DeleteTable", name);
  }
}
