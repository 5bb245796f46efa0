package thaw.function.template.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import thaw.function.constraint.LambdaRules;
import thaw.function.constraint.ServiceModel;
import thaw.function.constraint.Violation;
import thaw.function.template.FunctionUrlReader;
import thaw.function.template.TemplateResource;
import thaw.template.Place;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Holds a function's properties to what Lambda takes: what is wrong with them would otherwise be
 * told by the deployment. Values that only the deployment knows are passed over.
 */
final class FunctionConstraints {
  /** The properties that have no effect here: a function with a wrong one runs all the same. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "Architectures",
          "CodeSigningConfigArn",
          "Description",
          "FileSystemConfigs",
          "KMSKeyArn",
          "Role",
          "Tags",
          "VpcConfig");

  /** The properties with an effect that no reader checks against the service model. */
  private static final Set<String> WITH_EFFECT = Set.of("ImageConfig", "LoggingConfig");

  private static final Map<String, List<String>> LOGGING_WORDS =
      Map.of(
          "LogFormat", List.of("JSON", "Text"),
          "ApplicationLogLevel", List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"),
          "SystemLogLevel", List.of("DEBUG", "INFO", "WARN"));

  private static final String CORS = "Cors";

  private FunctionConstraints() {}

  /**
   * @param written the properties as the template has them, so that names which stand in for those
   *     of a deployment are passed over
   */
  static void check(
      TemplateResource resource,
      ResourceProperties properties,
      TemplateValue.Members written,
      Consumer<String> warnings) {
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    written
        .members()
        .forEach((name, member) -> {
          String asked = asInRequests(name);
          if (WITHOUT_EFFECT.contains(asked) || WITH_EFFECT.contains(asked)) {
            known(member.value()).ifPresent(value -> members.set(asked, inRequests(name, value)));
          }
        });
    for (Violation violation : violations("CreateFunction", members)) {
      String property = violation.path().getFirst();
      if (!WITHOUT_EFFECT.contains(property)) {
        throw mistake(properties.members(), properties.owner(), violation);
      }
      warnings.accept(
          "%s: function %s runs here, and AWS will refuse it: %s"
              .formatted(
                  place(properties.members(), properties.owner(), violation.path()),
                  resource.logicalId(),
                  violation.text()));
    }
    properties.below("LoggingConfig").ifPresent(FunctionConstraints::checkLogging);
    properties
        .below("FunctionUrlConfig")
        .flatMap(config -> config.below(CORS))
        .ifPresent(FunctionConstraints::checkCors);
  }

  /** The model is read only where something is to be held to it. */
  private static List<Violation> violations(String operation, JsonNode members) {
    return members.isEmpty()
        ? List.of()
        : ServiceModel.of(operation).orElseThrow().violations(members);
  }

  private static RuntimeException mistake(
      TemplateValue.Members members, Place owner, Violation violation) {
    return place(members, owner, violation.path())
        .mistake(
            "AWS refuses " + violation.path().getLast() + ": " + violation.text(),
            "write a value that fits the constraint");
  }

  /** Words that a parameter or a mapping gives, too, which are not among what is written. */
  private static void checkLogging(ResourceProperties logging) {
    LOGGING_WORDS.forEach((name, words) -> FunctionUrlReader.oneOf(logging, name, words));
    for (String level : List.of("ApplicationLogLevel", "SystemLogLevel")) {
      LambdaRules.logLevels(
              logging.text("LogFormat").orElse("Text"), logging.members().member(level).isPresent())
          .ifPresent(fault -> {
            throw logging.mistake(
                level, "AWS refuses this: " + fault, "write LogFormat: JSON, or remove " + level);
          });
    }
  }

  private static void checkCors(ResourceProperties cors) {
    ObjectNode around = JsonNodeFactory.instance.objectNode();
    known(cors.members()).ifPresent(value -> around.set(CORS, value));
    for (Violation violation : violations("CreateFunctionUrlConfig", around)) {
      List<String> path = violation.path();
      throw place(cors.members(), cors.owner(), path.subList(1, path.size()))
          .mistake(
              "AWS refuses the function URL: " + violation.text(),
              "write a value that fits the constraint; the methods of a function URL are GET, PUT,"
                  + " POST, DELETE, HEAD, PATCH or *");
    }
  }

  /** The place of the innermost member that the template has. */
  private static Place place(TemplateValue.Members members, Place owner, List<String> path) {
    Place found = owner;
    TemplateValue at = members;
    for (String name : path) {
      String written = name.equals("KMSKeyArn") ? "KmsKeyArn" : name;
      if (!(at instanceof TemplateValue.Members inside) || inside.member(written).isEmpty()) {
        return found;
      }
      TemplateValue.Member member = inside.member(written).orElseThrow();
      found = member.key();
      at = member.value();
    }
    return found;
  }

  private static String asInRequests(String name) {
    return name.equals("KmsKeyArn") ? "KMSKeyArn" : name;
  }

  /** Tags of {@code AWS::Lambda::Function} are a list. */
  private static JsonNode inRequests(String name, JsonNode value) {
    if (!name.equals("Tags") || !value.isArray()) {
      return value;
    }
    ObjectNode tags = JsonNodeFactory.instance.objectNode();
    value.forEach(tag -> tags.put(tag.path("Key").asText("Key"), tag.path("Value").asText()));
    return tags;
  }

  /** A value as far as it is written; what the deployment makes of an intrinsic is null. */
  private static Optional<JsonNode> known(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text ->
          text.kind() == TemplateValue.Kind.NULL
              ? Optional.empty()
              : Optional.of(JsonNodeFactory.instance.textNode(text.asString()));
      case TemplateValue.Items items -> {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        items
            .items()
            .forEach(item -> list.add(known(item).orElse(JsonNodeFactory.instance.nullNode())));
        yield Optional.of(list);
      }
      case TemplateValue.Members members -> {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, TemplateValue.Member> each : members.members().entrySet()) {
          object.set(
              each.getKey(),
              known(each.getValue().value()).orElse(JsonNodeFactory.instance.nullNode()));
        }
        yield Optional.of(object);
      }
      case TemplateValue.Call _ -> Optional.empty();
    };
  }
}
