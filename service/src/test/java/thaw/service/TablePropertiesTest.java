package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.function.resource.TableDefinition;

class TablePropertiesTest {
  private static final Map<String, Object> KEYS =
      Map.of(
          "AttributeDefinitions",
          List.of(Map.of("AttributeName", "PK", "AttributeType", "S")),
          "KeySchema",
          List.of(Map.of("AttributeName", "PK", "KeyType", "HASH")));

  private static TableDefinition table(String name, Object value) {
    Map<String, Object> properties = new HashMap<>(KEYS);
    properties.put(name, value);
    return new TableDefinition("Orders", "orders", properties);
  }

  private static Object translated(String name, Object value) {
    return TableProperties.createTable(table(name, value)).getOrDefault(name, "left out");
  }

  @Test
  void keys_and_billing_mode_are_passed_on() {
    Map<String, Object> request =
        TableProperties.createTable(table("BillingMode", "PAY_PER_REQUEST"));
    assertEquals(KEYS.get("KeySchema"), request.get("KeySchema"));
    assertEquals(KEYS.get("AttributeDefinitions"), request.get("AttributeDefinitions"));
    assertEquals("PAY_PER_REQUEST", request.get("BillingMode"));
  }

  @Test
  void the_name_is_the_tables_own_also_when_the_template_gives_none() {
    assertEquals("orders", TableProperties.createTable(table("Tags", List.of())).get("TableName"));
  }

  @Test
  void properties_without_effect_on_a_short_lived_table_are_left_out() {
    for (String name :
        List.of(
            "SSESpecification",
            "PointInTimeRecoverySpecification",
            "Tags",
            "TimeToLiveSpecification",
            "DeletionProtectionEnabled",
            "TableClass",
            "KinesisStreamSpecification",
            "ContributorInsightsSpecification",
            "WarmThroughput",
            "ResourcePolicy",
            "ImportSourceSpecification")) {
      assertEquals("left out", translated(name, Map.of("Enabled", true)), name);
    }
  }

  @Test
  void a_stream_is_enabled_by_being_specified() {
    assertEquals(
        Map.of("StreamViewType", "NEW_IMAGE", "StreamEnabled", true),
        translated(
            "StreamSpecification",
            Map.of("StreamViewType", "NEW_IMAGE", "ResourcePolicy", Map.of())));
  }

  @Test
  void throughput_given_as_text_becomes_a_number() {
    assertEquals(
        Map.of("ReadCapacityUnits", 5L, "WriteCapacityUnits", 1),
        translated(
            "ProvisionedThroughput", Map.of("ReadCapacityUnits", "5", "WriteCapacityUnits", 1)));
  }

  @Test
  void an_index_keeps_what_create_table_knows() {
    Map<String, Object> index =
        Map.of(
            "IndexName",
            "by-date",
            "KeySchema",
            List.of(),
            "Projection",
            Map.of("ProjectionType", "ALL"),
            "ContributorInsightsSpecification",
            Map.of("Enabled", true));
    assertEquals(
        List.of(
            Map.of(
                "IndexName",
                "by-date",
                "KeySchema",
                List.of(),
                "Projection",
                Map.of("ProjectionType", "ALL"))),
        translated("GlobalSecondaryIndexes", List.of(index)));
  }

  @Test
  void an_empty_list_of_indexes_is_left_out_because_the_service_refuses_it() {
    assertEquals("left out", translated("GlobalSecondaryIndexes", List.of()));
  }

  @Test
  void time_to_live_is_a_request_of_its_own() {
    Optional<Map<String, Object>> request =
        TableProperties.updateTimeToLive(
            table("TimeToLiveSpecification", Map.of("AttributeName", "expiry", "Enabled", "true")));
    assertEquals(
        Optional.of(
            Map.of(
                "TableName",
                "orders",
                "TimeToLiveSpecification",
                Map.of("AttributeName", "expiry", "Enabled", true))),
        request);
  }

  @Test
  void time_to_live_that_is_off_needs_no_request() {
    assertTrue(
        TableProperties.updateTimeToLive(table("TimeToLiveSpecification", Map.of("Enabled", false)))
            .isEmpty());
  }
}
