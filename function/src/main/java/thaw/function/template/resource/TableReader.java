package thaw.function.template.resource;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.function.resource.TableDefinition;
import thaw.function.template.TemplateResource;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/** Reads a table of a template into the members of DynamoDB's CreateTable request. */
final class TableReader {
  /**
   * The properties of a template's table that CreateTable takes; tags, encryption and the like
   * change no answer.
   */
  private static final List<String> PROPERTIES =
      List.of(
          "AttributeDefinitions",
          "KeySchema",
          "BillingMode",
          "ProvisionedThroughput",
          "GlobalSecondaryIndexes",
          "LocalSecondaryIndexes",
          "StreamSpecification");

  /** CloudFormation accepts these in quotes, DynamoDB does not. */
  private static final Set<String> NUMBERS = Set.of("ReadCapacityUnits", "WriteCapacityUnits");

  private final Intrinsics intrinsics;

  TableReader(Intrinsics intrinsics) {
    this.intrinsics = intrinsics;
  }

  TableDefinition read(TemplateResource resource) {
    ResourceProperties properties =
        new ResourceProperties(resource.properties(), intrinsics, resource.place());
    String name =
        properties.text("TableName").orElseGet(() -> ResourceIdentity.generatedTableName(resource));
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("TableName", name);
    request.putAll(
        resource.type().equals(TemplateResource.SIMPLE_TABLE)
            ? simpleKey(properties)
            : members(resource, properties));
    if (properties.members().member("ProvisionedThroughput").isEmpty()) {
      request.put("BillingMode", "PAY_PER_REQUEST");
    }
    return new TableDefinition(resource.logicalId(), name, request);
  }

  private Map<String, Object> members(TemplateResource resource, ResourceProperties properties) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (String property : PROPERTIES) {
      properties
          .members()
          .value(property)
          .map(intrinsics::resolve)
          .ifPresent(value -> members.put(property, plain(property, value)));
    }
    if (!members.containsKey("KeySchema")) {
      throw resource
          .place()
          .mistake(
              "table " + resource.logicalId() + " has no KeySchema",
              "add KeySchema: [{AttributeName: id, KeyType: HASH}] and"
                  + " AttributeDefinitions: [{AttributeName: id, AttributeType: S}]");
    }
    members.computeIfPresent("StreamSpecification", (_, stream) -> enabled(stream));
    return members;
  }

  /** A template's stream is enabled by being there; the request must say so. */
  private static Object enabled(Object stream) {
    Map<Object, Object> enabled = new LinkedHashMap<>();
    enabled.put("StreamEnabled", true);
    if (stream instanceof Map<?, ?> given) {
      enabled.putAll(given);
      enabled.remove("ResourcePolicy");
    }
    return enabled;
  }

  private static Map<String, Object> simpleKey(ResourceProperties properties) {
    var key = properties.below("PrimaryKey");
    String name = key.flatMap(k -> k.text("Name")).orElse("id");
    String type =
        switch (key.flatMap(k -> k.text("Type")).orElse("String")) {
          case "String" -> "S";
          case "Number" -> "N";
          case "Binary" -> "B";
          default ->
              throw key.orElse(properties)
                  .mistake(
                      "Type",
                      "the Type of a PrimaryKey must be String, Number or Binary",
                      "write Type: String");
        };
    Map<String, Object> request = new LinkedHashMap<>();
    request.put(
        "AttributeDefinitions", List.of(Map.of("AttributeName", name, "AttributeType", type)));
    request.put("KeySchema", List.of(Map.of("AttributeName", name, "KeyType", "HASH")));
    properties
        .below("ProvisionedThroughput")
        .map(below -> plain("ProvisionedThroughput", below.intrinsics().resolve(below.members())))
        .ifPresent(throughput -> request.put("ProvisionedThroughput", throughput));
    return request;
  }

  private static Object plain(String name, TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text -> scalar(name, text);
      case TemplateValue.Items items ->
          items.items().stream().map(item -> plain(name, item)).toList();
      case TemplateValue.Members members -> {
        Map<String, Object> plain = new LinkedHashMap<>();
        members.members().forEach((key, member) -> plain.put(key, plain(key, member.value())));
        yield plain;
      }
      case TemplateValue.Call call -> throw call.mistake();
    };
  }

  private static Object scalar(String name, TemplateValue.Text text) {
    String string = text.asString();
    return switch (text.kind()) {
      case BOOLEAN -> Boolean.valueOf(string);
      case NUMBER -> number(string);
      case STRING ->
          NUMBERS.contains(name) && string.matches("\\d{1,18}") ? number(string) : string;
      case NULL -> "";
    };
  }

  private static Object number(String text) {
    return text.matches("-?\\d{1,18}") ? Long.valueOf(text) : new BigDecimal(text);
  }
}
