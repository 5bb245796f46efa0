package thaw.platform;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.CustomerRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.HostArchitecture;
import thaw.function.ManagedInstances;
import thaw.function.MemorySize;
import thaw.function.Region;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.ImageConfig;
import thaw.platform.record.Arn;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.CodeStore;
import thaw.platform.record.FunctionSettings;
import thaw.platform.record.FunctionSettingsBuilder;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.LayerUse;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.RuntimeUse;
import thaw.problem.UserMistake;

/** Translates between the template's functions and those of the API. */
final class Definitions {
  private static final String ROLE = "arn:aws:iam::" + Region.ACCOUNT + ":role/thaw-local";
  private static final String ACTIVE = "Active";

  /** The provider of the template's functions, whatever it is on AWS. */
  private static final String TEMPLATES_PROVIDER = "template";

  private final Map<String, FunctionDefinition> templates = new LinkedHashMap<>();
  private final CodeStore code;

  /**
   * @throws UserMistake when two have one name
   */
  Definitions(List<FunctionDefinition> templates, CodeStore code) {
    this.code = code;
    for (FunctionDefinition definition : templates) {
      if (this.templates.put(definition.name(), definition) != null) {
        throw new UserMistake(
            "two functions have the name " + definition.name(),
            "give each a FunctionName of its own");
      }
    }
  }

  List<FunctionDefinition> templates() {
    return List.copyOf(templates.values());
  }

  Optional<FunctionDefinition> template(String name) {
    return Optional.ofNullable(templates.get(name));
  }

  static FunctionVersion latest(FunctionDefinition definition, long nowMillis) {
    return new FunctionVersion(
        FunctionVersion.LATEST,
        settings(definition),
        null,
        FunctionVersion.newRevision(),
        nowMillis,
        FunctionVersion.Life.ACTIVE,
        null);
  }

  private static FunctionSettings settings(FunctionDefinition definition) {
    return FunctionSettingsBuilder.builder()
        .runtime(definition.runtime())
        .handler(definition.handler())
        .role(ROLE)
        .description("")
        .timeoutSeconds((int) definition.timeout().toSeconds())
        .memoryMiB(definition.memory().mebibytes())
        .environment(definition.environment().isEmpty() ? null : definition.environment())
        .tracing(definition.tracesActively() ? ACTIVE : "PassThrough")
        .ephemeralStorageMiB(definition.ephemeralStorageMiB())
        .snapStart(definition.snapStart() ? "PublishedVersions" : "None")
        .logging(definition.logging())
        .deadLetterTarget(definition.asynchronous().deadLetterTarget().orElse(null))
        .architecture(hostArchitecture())
        .inert(Map.of())
        .tenantIsolation(definition.isolatesTenants() ? "PER_TENANT" : null)
        .capacity(definition.managed().map(Definitions::capacity).orElse(null))
        .durable(definition.durable().orElse(null))
        .runtimeConfig(
            definition
                .customerRuntime()
                .map(runtime -> new RuntimeUse(runtime.arn(), runtime.alias()))
                .orElse(null))
        .build();
  }

  private static CapacityProvider.Use capacity(ManagedInstances instances) {
    return new CapacityProvider.Use(
        Arn.capacityProvider(TEMPLATES_PROVIDER),
        instances.concurrency().isPresent() ? instances.concurrency().getAsInt() : null,
        instances.memoryGiBPerVCpu().isPresent()
            ? instances.memoryGiBPerVCpu().getAsDouble()
            : null);
  }

  static String hostArchitecture() {
    return HostArchitecture.NAME;
  }

  /**
   * Returns the definition by which a version is run. The alias that publishes by itself and the
   * URL are of the template alone, and the registry has what becomes of events: see {@link
   * Attachments}.
   */
  FunctionDefinition definition(String name, FunctionVersion version) {
    FunctionSettings settings = version.settings();
    FunctionDefinition template = templates.get(name);
    List<LayerUse> layers = settings.layers();
    return FunctionDefinitionBuilder.builder()
        .logicalId(template == null ? name : template.logicalId())
        .name(name)
        .code(source(name, version))
        .handler(settings.handler())
        .runtime(settings.runtime())
        .memory(new MemorySize(settings.memoryMiB()))
        .timeout(Duration.ofSeconds(settings.timeoutSeconds()))
        .environment(settings.environment() == null ? Map.of() : settings.environment())
        .layers(
            layers != null
                ? layers.stream().map(this::source).toList()
                : template == null ? List.of() : template.layers())
        .snapStart(settings.snapStart().equals("PublishedVersions"))
        .isolatesTenants(settings.tenantIsolation() != null)
        .durable(Optional.ofNullable(settings.durable()))
        .managed(Optional.ofNullable(settings.capacity()).map(CapacityProvider.Use::instances))
        .ephemeralStorageMiB(settings.ephemeralStorageMiB())
        .tracesActively(settings.tracing().equals(ACTIVE))
        .logging(settings.logging())
        .customerRuntime(
            Optional.ofNullable(settings.runtimeConfig())
                .map(use -> new CustomerRuntime(use.arn(), use.alias(), Optional.empty())))
        .build();
  }

  private ImageConfig imageConfig(String name) {
    FunctionDefinition template = templates.get(name);
    return template != null && template.code() instanceof CodeSource.Image(Path _, ImageConfig own)
        ? own
        : ImageConfig.NONE;
  }

  private CodeSource source(LayerUse layer) {
    return new CodeSource.Archive(code.file(layer.code()));
  }

  private CodeSource source(String name, FunctionVersion version) {
    PackagedCode packaged = version.code();
    if (packaged != null) {
      Path zip = code.file(packaged);
      if (Files.isRegularFile(zip)
          && version.settings().runtime().equals(CodeSource.Image.RUNTIME)) {
        return new CodeSource.Image(zip, imageConfig(name));
      }
      if (Files.isRegularFile(zip)) {
        return new CodeSource.Archive(zip);
      }
    }
    FunctionDefinition template = templates.get(name);
    if (template == null || !version.isLatest()) {
      throw new UserMistake(
          "the code of " + name + ":" + version.version() + " is not in the data folder any more",
          "update the function's code");
    }
    return template.code();
  }
}
