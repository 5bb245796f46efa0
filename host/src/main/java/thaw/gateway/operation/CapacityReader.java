package thaw.gateway.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.gateway.request.ApiError;
import thaw.gateway.request.Constraint;
import thaw.gateway.request.Input;
import thaw.platform.record.CapacityProvider;

/** Reads what requests say of capacity providers, and checks it against the service model. */
final class CapacityReader {
  private static final String ACCESS = "PermissionsConfig";
  private static final String INSTANCES = "InstanceRequirements";
  private static final String SCALING = "CapacityProviderScalingConfig";
  private static final String POLICIES = "ScalingPolicies";
  private static final String PROPAGATED = "PropagateTags";
  private static final String EXPLICIT_TAGS = "ExplicitTags";
  private static final String TELEMETRY = "TelemetryConfig";
  private static final int MOST_PROPAGATED_TAGS = 40;
  private static final int DEFAULT_VCPUS = 400;
  private static final Constraint INSTANCE_TYPE = Constraint.matches("[a-zA-Z0-9\\.\\*\\-]{1,30}");
  private static final Constraint KEY = Constraint.matches("arn:(aws[a-zA-Z-]*)?:[a-z0-9-.]+:.*");
  private static final Constraint PROVIDER =
      Constraint.matches(
          "arn:aws[a-zA-Z-]*:lambda:(eusc-)?[a-z]{2}((-gov)|(-iso([a-z]?)))?-[a-z]+-\\d{1}:\\d{12}:capacity-provider:[a-zA-Z0-9-_]+");

  private CapacityReader() {}

  /** Returns how a function uses a capacity provider; empty when the request does not name it. */
  static Optional<CapacityProvider.Use> use(Input input) {
    Optional<Input> config = input.object("CapacityProviderConfig");
    config.ifPresent(
        object -> object.requirePresent("LambdaManagedInstancesCapacityProviderConfig"));
    return config
        .flatMap(object -> object.object("LambdaManagedInstancesCapacityProviderConfig"))
        .map(object ->
            new CapacityProvider.Use(
                object.required("CapacityProviderArn", Constraint.atMost(140), PROVIDER),
                object.integer("PerExecutionEnvironmentMaxConcurrency", 1, 1600).orElse(null),
                object.number("ExecutionEnvironmentMemoryGiBPerVCpu", 2, 8).orElse(null)));
  }

  /** Returns the members of a new provider, with AWS's defaults. */
  static Map<String, JsonNode> created(Input input) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    input.requirePresent("VpcConfig");
    input.object("VpcConfig").ifPresent(CapacityReader::checkNetwork);
    input.node("VpcConfig").ifPresent(node -> members.put("VpcConfig", node));
    input.requirePresent(ACCESS);
    input
        .object(ACCESS)
        .ifPresent(
            object -> object.required("CapacityProviderOperatorRoleArn", SettingsReader.ROLE));
    input.node(ACCESS).ifPresent(node -> members.put(ACCESS, node));
    input.object(INSTANCES).ifPresent(CapacityReader::checkInstances);
    members.put(INSTANCES, withArchitecture(input.node(INSTANCES)));
    input.text("KmsKeyArn", KEY);
    input.node("KmsKeyArn").ifPresent(node -> members.put("KmsKeyArn", node));
    members.putAll(updated(input));
    members.put(SCALING, withLimits(Optional.ofNullable(members.get(SCALING))));
    return members;
  }

  /** Returns the members that may be changed. */
  static Map<String, JsonNode> updated(Input input) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    input.object(SCALING).ifPresent(CapacityReader::checkScaling);
    input.object(PROPAGATED).ifPresent(CapacityReader::checkPropagated);
    input
        .object(TELEMETRY)
        .flatMap(object -> object.object("LoggingConfig"))
        .ifPresent(CapacityReader::checkLogging);
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

  private static void checkNetwork(Input network) {
    network.requirePresent("SubnetIds");
    network.texts("SubnetIds", 1, 16, Constraint.matches("subnet-[0-9a-z]*"));
    network.requirePresent("SecurityGroupIds");
    network.texts("SecurityGroupIds", 0, 5, Constraint.matches("sg-[0-9a-zA-Z]*"));
  }

  private static void checkInstances(Input instances) {
    instances.texts("Architectures", 1, 1, Constraint.oneOf("x86_64", "arm64"));
    instances.texts("AllowedInstanceTypes", 0, 400, INSTANCE_TYPE);
    instances.texts("ExcludedInstanceTypes", 0, 400, INSTANCE_TYPE);
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

  private static void checkScaling(Input scaling) {
    scaling.integer("MaxVCpuCount", 2, 15_000);
    scaling.text("ScalingMode", Constraint.oneOf("Auto", "Manual"));
    for (Input policy : scaling.objects(POLICIES, 1, 10)) {
      policy.required(
          "PredefinedMetricType",
          Constraint.oneOf(
              "LambdaCapacityProviderAverageCPUUtilization",
              "LambdaCapacityProviderAverageGPUUtilization"));
      policy.requirePresent("TargetValue");
      policy.number("TargetValue", 0, 100);
    }
  }

  private static void checkPropagated(Input tags) {
    tags.text("Mode", Constraint.oneOf("None", "Explicit"));
    tags.textMap(EXPLICIT_TAGS)
        .filter(explicit -> explicit.size() > MOST_PROPAGATED_TAGS)
        .ifPresent(explicit ->
            tags.violation(
                explicit,
                tags.path(EXPLICIT_TAGS),
                "Member must have length less than or equal to " + MOST_PROPAGATED_TAGS));
  }

  private static void checkLogging(Input logging) {
    logging.text("SystemLogLevel", Constraint.oneOf("DEBUG", "INFO", "WARN"));
    logging.text(
        "LogGroup",
        Constraint.atLeast(1),
        Constraint.atMost(512),
        Constraint.matches("[\\.\\-_/#A-Za-z0-9]+"));
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
