package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import thaw.function.CustomerRuntime;
import thaw.function.DurableConfig;
import thaw.function.LambdaLimits;
import thaw.function.LogSettings;
import thaw.function.ManagedInstances;
import thaw.function.MemorySize;
import thaw.function.constraint.LambdaRules;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.Input;
import thaw.platform.CapacityProviders;
import thaw.platform.FunctionRuntimes;
import thaw.platform.Layers;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.FunctionSettings;
import thaw.platform.record.FunctionSettingsBuilder;
import thaw.platform.record.LayerUse;
import thaw.platform.record.RuntimeUse;

/** Reads a function's settings out of CreateFunction and UpdateFunctionConfiguration. */
final class SettingsReader {

  /** The members that are kept and given back: they have no meaning on this machine. */
  private static final List<String> INERT = List.of("VpcConfig", "FileSystemConfigs", "KMSKeyArn");

  private final Layers layers;
  private final FunctionRuntimes runtimes;
  private final CapacityProviders providers;

  SettingsReader(Layers layers, FunctionRuntimes runtimes, CapacityProviders providers) {
    this.layers = layers;
    this.runtimes = runtimes;
    this.providers = providers;
  }

  /** Lambda's defaults, with this machine's architecture. */
  static FunctionSettings defaults(String architecture) {
    return FunctionSettingsBuilder.builder()
        .runtime("")
        .handler("")
        .role("")
        .description("")
        .timeoutSeconds(3)
        .memoryMiB(LambdaLimits.SMALLEST_MEMORY_MIB)
        .layers(List.of())
        .tracing("PassThrough")
        .ephemeralStorageMiB(LambdaLimits.SMALLEST_STORAGE_MIB)
        .snapStart("None")
        .logging(LogSettings.DEFAULT)
        .architecture(architecture)
        .inert(Map.of())
        .build();
  }

  /**
   * Returns the settings that the request names, and the others as they were.
   *
   * @throws ApiError.Refusal when something does not fit
   */
  FunctionSettings read(Input input, FunctionSettings before) {
    RefusedMembers.check(input);
    Optional<CapacityProvider.Use> named = CapacityReader.use(input);
    CapacityProvider.@Nullable Use capacity = named.orElse(before.capacity());
    @Nullable String isolation =
        before.runtime().isEmpty() // it cannot be changed afterwards
            ? tenantIsolation(input).orElse(null)
            : before.tenantIsolation();
    FunctionSettings kept =
        before
            .with()
            .capacity(capacity)
            .tenantIsolation(isolation)
            .durable(durable(input, before))
            .build();
    FunctionSettings basics = basics(input, kept);
    Optional<List<String>> layerArns = input.texts("Layers");
    FunctionSettings wanted = features(input, basics);
    Optional<RuntimeUse> config = input.object("RuntimeConfig").map(SettingsReader::runtimeUse);
    input.requireValid();
    requireFitting(wanted);
    input.text("Runtime").ifPresent(Runtimes::require);
    @Nullable RuntimeUse use = runtimeUse(wanted.runtime(), config, before);
    named.ifPresent(capacityUse -> providers.providers().get(capacityUse.arn()));
    Map<String, String> variables = wanted.environment();
    if (variables != null && input.node("Environment").isPresent()) {
      requireEnvironment(variables);
    }
    List<LayerUse> uses = layerArns.map(layers::resolve).orElse(wanted.layers());
    return wanted.with().layers(uses).runtimeConfig(use).build();
  }

  private static FunctionSettings basics(Input input, FunctionSettings before) {
    boolean managed = before.capacity() != null;
    Optional<String> runtime = input.text("Runtime");
    Optional<String> handler = input.text("Handler");
    Optional<String> role = input.text("Role");
    Optional<String> description = input.text("Description");
    Optional<Integer> timeout =
        input.integer(
            "Timeout",
            1,
            managed
                ? LambdaLimits.LONGEST_MANAGED_TIMEOUT_SECONDS
                : LambdaLimits.LONGEST_TIMEOUT_SECONDS);
    Optional<Integer> memory =
        input.integer(
            "MemorySize",
            managed ? LambdaLimits.SMALLEST_MANAGED_MEMORY_MIB : LambdaLimits.SMALLEST_MEMORY_MIB,
            managed ? LambdaLimits.LARGEST_MANAGED_MEMORY_MIB : LambdaLimits.LARGEST_MEMORY_MIB);
    Optional<Map<String, String>> environment =
        input.object("Environment").map(object -> object.textMap("Variables").orElse(Map.of()));
    return before
        .with()
        .runtime(runtime.orElse(before.runtime()))
        .handler(handler.orElse(before.handler()))
        .role(role.orElse(before.role()))
        .description(description.orElse(before.description()))
        .timeoutSeconds(timeout.orElse(before.timeoutSeconds()))
        .memoryMiB(memory.orElse(before.memoryMiB()))
        .environment(environment.isPresent() ? environment.get() : before.environment())
        .build();
  }

  private static FunctionSettings features(Input input, FunctionSettings before) {
    Optional<String> tracing = input.object("TracingConfig").flatMap(object -> object.text("Mode"));
    Optional<Integer> storage =
        input
            .object("EphemeralStorage")
            .flatMap(object ->
                object.integer(
                    "Size", LambdaLimits.SMALLEST_STORAGE_MIB, LambdaLimits.LARGEST_STORAGE_MIB));
    Optional<String> snapStart =
        input.object("SnapStart").flatMap(object -> object.text("ApplyOn"));
    LogSettings kept = before.capacity() == null ? before.logging() : before.logging().inJson();
    LogSettings logging =
        input.object("LoggingConfig").map(object -> logging(object, kept)).orElse(kept);
    Optional<String> target =
        input.object("DeadLetterConfig").flatMap(object -> object.text("TargetArn"));
    return before
        .with()
        .tracing(tracing.orElse(before.tracing()))
        .ephemeralStorageMiB(storage.orElse(before.ephemeralStorageMiB()))
        .snapStart(snapStart.orElse(before.snapStart()))
        .logging(logging)
        .deadLetterTarget(
            target.isPresent() ? emptyToNull(target.get()) : before.deadLetterTarget())
        .inert(inert(input, before.inert()))
        .build();
  }

  private static void requireFitting(FunctionSettings wanted) {
    boolean isolated = wanted.tenantIsolation() != null;
    boolean snapStart = wanted.snapStart().equals("PublishedVersions");
    if (isolated && snapStart) {
      throw ApiError.invalidParameter("TenancyConfig cannot be used with SnapStart.").refusal();
    }
    if (wanted.capacity() != null && !wanted.runtime().isEmpty()) {
      ManagedInstances.fault(
              wanted.runtime(), new MemorySize(wanted.memoryMiB()), snapStart, isolated)
          .ifPresent(fault -> {
            throw ApiError.invalidParameter("CapacityProviderConfig: " + fault).refusal();
          });
    }
  }

  /** A function is made a durable one when it is created, and never afterwards. */
  private static @Nullable DurableConfig durable(Input input, FunctionSettings before) {
    Optional<Input> config = input.object("DurableConfig");
    @Nullable DurableConfig kept = before.durable();
    if (config.isEmpty()) {
      return kept;
    }
    if (kept == null && !before.runtime().isEmpty()) {
      throw ApiError.invalidParameter(
              "You cannot add a durable configuration to an existing function. Create a function"
                  + " with DurableConfig.")
          .refusal();
    }
    Optional<Integer> timeout = config.get().integer("ExecutionTimeout");
    if (kept == null && timeout.isEmpty()) {
      throw ApiError.invalidParameter("DurableConfig requires ExecutionTimeout.").refusal();
    }
    return new DurableConfig(
        timeout.orElseGet(() -> Objects.requireNonNull(kept).executionTimeoutSeconds()),
        config
            .get()
            .integer("RetentionPeriodInDays")
            .orElse(kept == null ? DurableConfig.DEFAULT_RETENTION_DAYS : kept.retentionDays()),
        config.get().text("KMSKeyArn").orElse(kept == null ? null : kept.kmsKeyArn()));
  }

  private static Optional<String> tenantIsolation(Input input) {
    return input.object("TenancyConfig").flatMap(object -> object.text("TenantIsolationMode"));
  }

  private static RuntimeUse runtimeUse(Input config) {
    return new RuntimeUse(config.required("RuntimeArn"), config.required("RuntimeAlias"));
  }

  /** Returns the use of a customer-managed runtime; null for a function on another runtime. */
  private @Nullable RuntimeUse runtimeUse(
      String runtime, Optional<RuntimeUse> named, FunctionSettings before) {
    if (!CustomerRuntime.isNamedBy(runtime)) {
      if (named.isPresent()) {
        throw ApiError.invalidParameter(
                "RuntimeConfig is allowed only when Runtime is custom: " + runtime)
            .refusal();
      }
      return null;
    }
    RuntimeUse use = named.orElse(before.runtimeConfig());
    if (use == null) {
      throw ApiError.invalidParameter("RuntimeConfig is required when Runtime is custom.")
          .refusal();
    }
    boolean creating = before.runtime().isEmpty();
    if (named.isPresent()) {
      runtimes.require(use, before.architecture(), creating);
    } else {
      runtimes.requireUpdatable(before);
    }
    return use;
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static LogSettings logging(Input input, LogSettings before) {
    Optional<String> format = input.text("LogFormat");
    Optional<String> application = input.text("ApplicationLogLevel");
    Optional<String> system = input.text("SystemLogLevel");
    Optional<String> group = input.text("LogGroup");
    LambdaRules.logLevels(
            format.orElse(before.format()), application.isPresent() || system.isPresent())
        .ifPresent(fault -> {
          throw ApiError.invalidParameter(fault).refusal();
        });
    return before.with(format, application, system, group);
  }

  private static Map<String, JsonNode> inert(Input input, Map<String, JsonNode> before) {
    Map<String, JsonNode> inert = new LinkedHashMap<>(before);
    for (String member : INERT) {
      input.node(member).ifPresent(node -> inert.put(member, shown(member, node)));
    }
    return inert;
  }

  private static JsonNode shown(String member, JsonNode node) {
    if (member.equals("VpcConfig") && node instanceof ObjectNode config) {
      ObjectNode shown = JsonNodeFactory.instance.objectNode();
      shown.set(
          "SubnetIds",
          config.path("SubnetIds").isArray() ? config.path("SubnetIds") : shown.arrayNode());
      shown.set(
          "SecurityGroupIds",
          config.path("SecurityGroupIds").isArray()
              ? config.path("SecurityGroupIds")
              : shown.arrayNode());
      shown.put("VpcId", "");
      shown.put("Ipv6AllowedForDualStack", config.path("Ipv6AllowedForDualStack").asBoolean(false));
      return shown;
    }
    return node;
  }

  private static void requireEnvironment(Map<String, String> variables) {
    TreeSet<String> reserved = new TreeSet<>(variables.keySet());
    reserved.retainAll(LambdaRules.RESERVED_VARIABLES);
    if (!reserved.isEmpty()) {
      throw ApiError.invalidParameter(
              "Lambda was unable to configure your environment variables because the environment"
                  + " variables you have provided contains reserved keys that are currently not"
                  + " supported for modification. Reserved keys used in this request: "
                  + String.join(", ", reserved))
          .refusal();
    }
    ObjectNode measured = JsonNodeFactory.instance.objectNode();
    variables.forEach(measured::put);
    String text = measured.toString();
    if (text.getBytes(StandardCharsets.UTF_8).length > LambdaLimits.LARGEST_VARIABLES_BYTES) {
      throw ApiError.invalidParameter(
              "Lambda was unable to configure your environment variables because the environment"
                  + " variables you have provided exceeded the 4KB limit. String measured: "
                  + text)
          .refusal();
    }
  }
}
