package thaw.gateway.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.gateway.request.ApiError;
import thaw.gateway.request.Input;
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

  /** Returns the members of a new provider, with AWS's defaults. */
  static Map<String, JsonNode> created(Input input) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    input.node("VpcConfig").ifPresent(node -> members.put("VpcConfig", node));
    input.node(ACCESS).ifPresent(node -> members.put(ACCESS, node));
    members.put(INSTANCES, withArchitecture(input.node(INSTANCES)));
    input.node("KmsKeyArn").ifPresent(node -> members.put("KmsKeyArn", node));
    members.putAll(updated(input));
    members.put(SCALING, withLimits(Optional.ofNullable(members.get(SCALING))));
    return members;
  }

  /** Returns the members that may be changed. */
  static Map<String, JsonNode> updated(Input input) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    for (String member : List.of(SCALING, PROPAGATED, TELEMETRY)) {
      input.node(member).ifPresent(node -> members.put(member, node));
    }
    members.computeIfPresent(SCALING, (_, named) -> withLimits(Optional.of(named)));
    return members;
  }

  /** Returns a provider's members after a change; a member that is not named stays as it is. */
  static Map<String, JsonNode> merged(Map<String, JsonNode> before, Map<String, JsonNode> changed) {
    Map<String, JsonNode> members = new LinkedHashMap<>(before);
    members.putAll(changed);
    requireConsistent(members);
    return members;
  }

  private static JsonNode withArchitecture(Optional<JsonNode> named) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (named.map(given -> !given.has("Architectures")).orElse(true)) {
      node.putArray("Architectures").add("x86_64");
    }
    return with(node, named);
  }

  private static JsonNode with(ObjectNode node, Optional<JsonNode> members) {
    members.ifPresent(
        given -> given.properties().forEach(each -> node.set(each.getKey(), each.getValue())));
    return node;
  }

  private static JsonNode withLimits(Optional<JsonNode> named) {
    return with(
        JsonNodeFactory.instance
            .objectNode()
            .put("MaxVCpuCount", DEFAULT_VCPUS)
            .put("ScalingMode", "Auto"),
        named);
  }

  /** Refuses members that contradict each other. */
  static void requireConsistent(Map<String, JsonNode> members) {
    JsonNode instances = members.getOrDefault(INSTANCES, JsonNodeFactory.instance.objectNode());
    if (!instances.path("AllowedInstanceTypes").isEmpty()
        && !instances.path("ExcludedInstanceTypes").isEmpty()) {
      throw ApiError.invalidParameter(
              "AllowedInstanceTypes and ExcludedInstanceTypes are mutually exclusive.")
          .refusal();
    }
    JsonNode scaling = members.getOrDefault(SCALING, JsonNodeFactory.instance.objectNode());
    boolean manual = scaling.path("ScalingMode").asText("Auto").equals("Manual");
    if (manual == scaling.path(POLICIES).isEmpty()) {
      throw ApiError.invalidParameter(
              manual
                  ? "ScalingPolicies is required when ScalingMode is Manual."
                  : "ScalingPolicies is allowed only when ScalingMode is Manual.")
          .refusal();
    }
    JsonNode tags = members.getOrDefault(PROPAGATED, JsonNodeFactory.instance.objectNode());
    boolean explicit = tags.path("Mode").asText("None").equals("Explicit");
    if (explicit == tags.path(EXPLICIT_TAGS).isEmpty()) {
      throw ApiError.invalidParameter(
              explicit
                  ? "ExplicitTags is required when the Mode of PropagateTags is Explicit."
                  : "ExplicitTags is allowed only when the Mode of PropagateTags is Explicit.")
          .refusal();
    }
  }
}
