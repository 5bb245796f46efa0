package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import thaw.function.DurableConfig;
import thaw.function.LogSettings;
import thaw.function.packaging.CodeSource;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.platform.Activity;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.FunctionSettings;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.LayerUse;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.RuntimeUse;

/**
 * Functions as the API describes them, with the members recorded on AWS (2025-11-24, public
 * LocalStack repository, test_function_state) and values of this machine.
 */
final class FunctionShapes {
  private static final String ENVIRONMENT = "Environment";
  private static final String CREATING = "The function is being created.";

  private FunctionShapes() {}

  /**
   * @param arn with the qualifier by which it is described
   */
  static ObjectNode configuration(String name, String arn, FunctionVersion version) {
    return configuration(name, arn, version, Activity.ACTIVE);
  }

  /**
   * The same.
   *
   * @param activity of a version on managed instances
   */
  static ObjectNode configuration(
      String name, String arn, FunctionVersion version, Activity activity) {
    ObjectNode node = listed(name, arn, version);
    state(node, version, activity);
    String runtime = version.runtimeVersionArn();
    if (runtime != null && !isImage(version)) {
      node.putObject("RuntimeVersionConfig").put("RuntimeVersionArn", runtime);
    }
    return node;
  }

  private static void state(ObjectNode node, FunctionVersion version, Activity activity) {
    FunctionVersion.Life life = version.life();
    node.put("State", state(version, activity));
    switch (life.state()) {
      case PENDING -> node.put("StateReason", CREATING).put("StateReasonCode", "Creating");
      case ACTIVE -> {}
      case FAILED -> node.put("StateReason", life.reason()).put("StateReasonCode", "FunctionError");
    }
    switch (life.update()) {
      case NONE -> {}
      case IN_PROGRESS ->
          node.put("LastUpdateStatus", "InProgress")
              .put("LastUpdateStatusReason", CREATING)
              .put("LastUpdateStatusReasonCode", "Creating");
      case SUCCESSFUL -> node.put("LastUpdateStatus", "Successful");
      case FAILED ->
          node.put("LastUpdateStatus", "Failed")
              .put("LastUpdateStatusReason", life.updateReason())
              .put("LastUpdateStatusReasonCode", "FunctionError");
    }
  }

  /** Returns the state in the API's words. */
  static String state(FunctionVersion version, Activity activity) {
    return switch (version.life().state()) {
      case PENDING -> "Pending";
      case ACTIVE -> version.isActiveNonInvocable() ? "ActiveNonInvocable" : activity.lambdaName();
      case FAILED -> "Failed";
    };
  }

  /** Returns whether it is a container image, which has no runtime and no handler of its own. */
  static boolean isImage(FunctionVersion version) {
    return version.settings().runtime().equals(CodeSource.Image.RUNTIME);
  }

  /** An entry of a list, which has no state. */
  static ObjectNode listed(String name, String arn, FunctionVersion version) {
    FunctionSettings settings = version.settings();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    boolean image = isImage(version);
    node.put("FunctionName", name).put("FunctionArn", arn);
    if (!image) {
      node.put("Runtime", settings.runtime());
    }
    node.put("Role", settings.role());
    if (!image) {
      node.put("Handler", settings.handler());
    }
    node.put("Description", settings.description())
        .put("Timeout", settings.timeoutSeconds())
        .put("MemorySize", settings.memoryMiB())
        .put("Version", version.version())
        .put("PackageType", image ? "Image" : "Zip")
        .put("RevisionId", version.revisionId())
        .put("LastModified", ApiTimes.withMillis(version.modifiedMillis()));
    PackagedCode code = version.code();
    if (code != null) {
      node.put("CodeSha256", image ? code.hex() : code.codeSha256())
          .put("CodeSize", image ? 0 : code.codeSizeBytes());
    }
    node.putObject("TracingConfig").put("Mode", settings.tracing());
    node.putArray("Architectures").add(settings.architecture());
    node.putObject("EphemeralStorage").put("Size", settings.ephemeralStorageMiB());
    boolean optimised =
        settings.snapStart().equals("PublishedVersions")
            && !version.version().equals(FunctionVersion.LATEST);
    node.putObject("SnapStart")
        .put("ApplyOn", settings.snapStart())
        .put("OptimizationStatus", optimised ? "On" : "Off");
    node.set("LoggingConfig", logging(name, settings.logging()));
    if (settings.environment() != null) {
      ObjectNode variables = node.putObject(ENVIRONMENT).putObject("Variables");
      new TreeMap<>(settings.environment()).forEach(variables::put);
    }
    layers(node, settings.layers());
    if (settings.deadLetterTarget() != null) {
      node.putObject("DeadLetterConfig").put("TargetArn", settings.deadLetterTarget());
    }
    RuntimeUse runtime = settings.runtimeConfig();
    if (runtime != null && !isImage(version)) {
      node.putObject("RuntimeConfig")
          .put("RuntimeArn", runtime.arn())
          .put("RuntimeAlias", runtime.alias());
    }
    if (settings.tenantIsolation() != null) {
      node.putObject("TenancyConfig").put("TenantIsolationMode", settings.tenantIsolation());
    }
    DurableConfig durable = settings.durable();
    if (durable != null) {
      ObjectNode config =
          node.putObject("DurableConfig")
              .put("RetentionPeriodInDays", durable.retentionDays())
              .put("ExecutionTimeout", durable.executionTimeoutSeconds());
      if (durable.kmsKeyArn() != null) {
        config.put("KMSKeyArn", durable.kmsKeyArn());
      }
    }
    CapacityProvider.Use capacity = settings.capacity();
    if (capacity != null) {
      node.putObject("CapacityProviderConfig")
          .set("LambdaManagedInstancesCapacityProviderConfig", capacity(capacity));
    }
    settings.inert().forEach(node::set);
    return node;
  }

  /**
   * Returns a description as the caller may see it. Values of variables are withheld as Lambda
   * withholds those that it cannot decrypt.
   *
   * @param described of a function with {@link #listed} or {@link #configuration}
   */
  static ObjectNode shownTo(ApiRequest request, ObjectNode described) {
    if (described.has(ENVIRONMENT) && !request.seesContents()) {
      described
          .putObject(ENVIRONMENT)
          .putObject("Error")
          .put("ErrorCode", "AccessDeniedException")
          .put(
              "Message",
              "Variables are shown to programs of the user who runs Thaw, on this machine, by a"
                  + " loopback address.");
    }
    return described;
  }

  /** The member ResolvedS3Object, of code that is a reference; else nothing. */
  static Map<String, ObjectNode> reference(@Nullable PackagedCode code) {
    PackagedCode.S3Object object = code == null ? null : code.reference();
    if (object == null) {
      return Map.of();
    }
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("S3Bucket", object.bucket())
            .put("S3Key", object.key());
    if (object.version() != null) {
      node.put("S3ObjectVersion", object.version());
    }
    return Map.of("ResolvedS3Object", node);
  }

  private static ObjectNode capacity(CapacityProvider.Use use) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("CapacityProviderArn", use.arn());
    if (use.concurrency() != null) {
      node.put("PerExecutionEnvironmentMaxConcurrency", use.concurrency());
    }
    if (use.memoryGiBPerVCpu() != null) {
      node.put("ExecutionEnvironmentMemoryGiBPerVCpu", use.memoryGiBPerVCpu());
    }
    return node;
  }

  private static ObjectNode logging(String name, LogSettings settings) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("LogFormat", settings.format());
    if (settings.applicationLevel() != null) {
      node.put("ApplicationLogLevel", settings.applicationLevel());
    }
    if (settings.systemLevel() != null) {
      node.put("SystemLogLevel", settings.systemLevel());
    }
    return node.put("LogGroup", settings.groupOf(name));
  }

  private static void layers(ObjectNode node, @Nullable List<LayerUse> layers) {
    if (layers != null && !layers.isEmpty()) {
      ArrayNode list = node.putArray("Layers");
      layers.forEach(layer ->
          list.addObject().put("Arn", layer.arn()).put("CodeSize", layer.code().codeSizeBytes()));
    }
  }
}
