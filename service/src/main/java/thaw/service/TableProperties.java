package thaw.service;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.resource.TableDefinition;

/**
 * A CloudFormation table's properties as requests of DynamoDB's API.
 *
 * <p>What shapes the data is kept: keys, indexes, billing, stream, time to live. What guards,
 * protects or bills it (encryption, backup, deletion protection, tags, policies, table class, warm
 * throughput) is left out: in a table that lives for minutes it is without effect, and DynamoDB
 * Local refuses parts of it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html">AWS::DynamoDB::Table</a>
 */
final class TableProperties {
  private static final List<String> TABLE =
      List.of("TableName", "AttributeDefinitions", "KeySchema", "BillingMode");
  private static final List<String> INDEX = List.of("IndexName", "KeySchema", "Projection");

  private TableProperties() {}

  static Map<String, Object> createTable(TableDefinition table) {
    Map<?, ?> properties = table.properties();
    Map<String, Object> request = only(TABLE, properties);
    request.put("TableName", table.name());
    throughput(properties, request);
    for (String indexes : List.of("LocalSecondaryIndexes", "GlobalSecondaryIndexes")) {
      if (properties.get(indexes) instanceof List<?> list && !list.isEmpty()) {
        request.put(indexes, list.stream().map(TableProperties::index).toList());
      }
    }
    if (properties.get("StreamSpecification") instanceof Map<?, ?> stream) {
      Map<String, Object> translated = only(List.of("StreamViewType"), stream);
      translated.put("StreamEnabled", true); // CloudFormation means it by the member's presence
      request.put("StreamSpecification", translated);
    }
    return request;
  }

  private static Object index(Object index) {
    if (!(index instanceof Map<?, ?> properties)) {
      return index; // for the service to refuse
    }
    Map<String, Object> request = only(INDEX, properties);
    throughput(properties, request);
    return request;
  }

  /** CloudFormation takes {@code "5"} for 5: the value of a parameter is always a string. */
  private static void throughput(Map<?, ?> properties, Map<String, Object> request) {
    if (properties.get("ProvisionedThroughput") instanceof Map<?, ?> given) {
      Map<String, Object> numbers = new LinkedHashMap<>();
      given.forEach((name, value) -> numbers.put(String.valueOf(name), number(value)));
      request.put("ProvisionedThroughput", numbers);
    }
  }

  private static Object number(Object value) {
    return value instanceof String text && text.matches("\\d{1,18}")
        ? (Object) Long.valueOf(text)
        : value;
  }

  /** CreateTable does not take it: a request of its own, after the creation. */
  static Optional<Map<String, Object>> updateTimeToLive(TableDefinition table) {
    if (table.properties().get("TimeToLiveSpecification") instanceof Map<?, ?> given
        && given.get("AttributeName") != null
        && "true".equals(String.valueOf(given.get("Enabled")))) {
      Map<String, Object> specification = only(List.of("AttributeName"), given);
      specification.put("Enabled", true);
      return Optional.of(
          Map.of("TableName", table.name(), "TimeToLiveSpecification", specification));
    }
    return Optional.empty();
  }

  private static Map<String, Object> only(List<String> names, Map<?, ?> properties) {
    Map<String, Object> kept = new LinkedHashMap<>();
    for (String name : names) {
      Object value = properties.get(name);
      if (value != null) {
        kept.put(name, value);
      }
    }
    return kept;
  }
}
