package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.Input;
import thaw.platform.record.CapacityProvider;

/** Reads what requests say of capacity providers, and fills in AWS's defaults. */
final class CapacityReader {
  private static final String ACCESS = "PermissionsConfig";
  private static final String INSTANCES = "InstanceRequirements";
  private static final String SCALING = "CapacityProviderScalingConfig";
  private static final String POLICIES = "ScalingPolicies";
  private static final String PROPAGATED = "PropagateTags";
  private static final String EXPLICIT_TAGS = "ExplicitTags";
  private static final String TELEMETRY = "TelemetryConfig";
  private static final int DEFAULT_VCPUS = 400;
  private static final List<String> CHANGEABLE = List.of(SCALING, PROPAGATED, TELEMETRY);
  private static final List<String> ALL =
      List.of("VpcConfig", ACCESS, INSTANCES, "KmsKeyArn", SCALING, PROPAGATED, TELEMETRY);

  private CapacityReader() {}

  /** Returns how a function uses a capacity provider; empty when the request does not name it. */
  static Optional<CapacityProvider.Use> use(Input input) {
    return input
        .object("CapacityProviderConfig")
        .flatMap(object -> object.object("LambdaManagedInstancesCapacityProviderConfig"))
        .map(object ->
            new CapacityProvider.Use(
                object.required("CapacityProviderArn"),
                object.integer("PerExecutionEnvironmentMaxConcurrency").orElse(null),
                object.number("ExecutionEnvironmentMemoryGiBPerVCpu").orElse(null)));
  }

  /**
   * Returns a provider's members after a request. Of one that is there some may be changed, and a
   * member that is not named stays as it is.
   */
  static Map<String, JsonNode> members(Input input, Map<String, JsonNode> before) {
    Map<String, JsonNode> members = new LinkedHashMap<>(before);
    for (String member : before.isEmpty() ? ALL : CHANGEABLE) {
      input.node(member).ifPresent(node -> members.put(member, node));
    }
    JsonNodeFactory json = JsonNodeFactory.instance;
    ObjectNode instances = object(members, INSTANCES);
    instances.putIfAbsent("Architectures", json.arrayNode().add("x86_64"));
    ObjectNode scaling = object(members, SCALING);
    scaling.putIfAbsent("MaxVCpuCount", json.numberNode(DEFAULT_VCPUS));
    scaling.putIfAbsent("ScalingMode", json.textNode("Auto"));
    requireConsistent(members);
    return members;
  }

  private static ObjectNode object(Map<String, JsonNode> members, String member) {
    return (ObjectNode) members.computeIfAbsent(member, _ -> JsonNodeFactory.instance.objectNode());
  }

  /** Refuses members that contradict each other. */
  private static void requireConsistent(Map<String, JsonNode> members) {
    JsonNode instances = members.getOrDefault(INSTANCES, JsonNodeFactory.instance.objectNode());
    if (!instances.path("AllowedInstanceTypes").isEmpty()
        && !instances.path("ExcludedInstanceTypes").isEmpty()) {
      throw ApiError.invalidParameter(
              "AllowedInstanceTypes and ExcludedInstanceTypes are mutually exclusive.")
          .refusal();
    }
    JsonNode scaling = members.getOrDefault(SCALING, JsonNodeFactory.instance.objectNode());
    requireOnlyWhen(
        scaling.path("ScalingMode").asText("Auto").equals("Manual"),
        "ScalingMode is Manual",
        !scaling.path(POLICIES).isEmpty(),
        POLICIES);
    JsonNode tags = members.getOrDefault(PROPAGATED, JsonNodeFactory.instance.objectNode());
    requireOnlyWhen(
        tags.path("Mode").asText("None").equals("Explicit"),
        "the Mode of PropagateTags is Explicit",
        !tags.path(EXPLICIT_TAGS).isEmpty(),
        EXPLICIT_TAGS);
  }

  /** Refuses a member that is given without its condition, and a condition without its member. */
  static void requireOnlyWhen(boolean holds, String condition, boolean given, String member) {
    if (holds != given) {
      throw ApiError.invalidParameter(
              member + (holds ? " is required when " : " is allowed only when ") + condition + ".")
          .refusal();
    }
  }
}
