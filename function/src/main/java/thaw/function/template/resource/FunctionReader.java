package thaw.function.template.resource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.function.AliasDefinition;
import thaw.function.AsynchronousSettings;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.FunctionUrl;
import thaw.function.HostArchitecture;
import thaw.function.JavaRuntimes;
import thaw.function.LambdaLimits;
import thaw.function.ManagedInstances;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeLocation;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.ImageConfig;
import thaw.function.template.FunctionUrlReader;
import thaw.function.template.ReadOptions;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.problem.Spelling;
import thaw.template.Intrinsics;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads one function of a template. A function that Thaw cannot run (an image in a registry, inline
 * code) is left out with a warning, so that its neighbours run.
 */
final class FunctionReader {
  private static final Pattern RUNTIME = Pattern.compile("[a-z][a-z0-9.]*");

  /** {@code 123456789012.dkr.ecr.us-east-1.amazonaws.com/pets:1}, or an image's id. */
  private static final Pattern REGISTRY =
      Pattern.compile(
          "[^/]+\\.[^/]+(:\\d+)?/.+|localhost:\\d+/.+|sha256:.+|[a-z0-9._-]+:[A-Za-z0-9._-]+");

  /** Names a file of this machine in the {@code Metadata} of a function. */
  static final String LOCAL_IMAGE = "ThawImage";

  private static final String NO_IMAGE =
      "its image is not on this machine: set ImageUri to an OCI layout, an OCI tar or a tar"
          + " of docker save, or name one by Metadata: {ThawImage: FILE}";

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9-_]{1,64}");

  /** AWS documents no limit on an account's raised quota; this only keeps nonsense out. */
  private static final int LARGEST_CONCURRENCY = 1_000_000;

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(3);

  /** Of Amazon Linux 1. */
  private static final String WITHOUT_NEW_FUNCTIONS = "java8";

  private final Path root;
  private final Template written;
  private final Intrinsics intrinsics;
  private final ReadOptions options;
  private final LayerReader layers;
  private final EnvironmentReader environment;
  private final Consumer<String> warnings;
  private final QualifierReader qualifiers;

  FunctionReader(
      Path root,
      Template template,
      Template written,
      Function<String, Optional<TemplateResource>> beside,
      Intrinsics intrinsics,
      ReadOptions options,
      Consumer<String> warnings) {
    this.root = root;
    this.written = written;
    this.intrinsics = intrinsics;
    this.options = options;
    this.layers =
        new LayerReader(
            root, template.resources(), options.elsewhere().layers(), beside, intrinsics, warnings);
    this.environment = new EnvironmentReader(intrinsics, warnings);
    this.warnings = warnings;
    this.qualifiers = new QualifierReader(template.resources().values(), intrinsics, warnings);
  }

  /** Reads a function; one that cannot be run is left out. */
  Optional<FunctionDefinition> read(TemplateResource resource, LeftOut leftOut) {
    FunctionProperties.check(resource.type(), resource.properties(), warnings);
    ResourceProperties properties = properties(resource);
    if (isImage(properties)) {
      if (imageUri(resource, properties).isEmpty()) {
        leftOut.add(
            resource,
            NO_IMAGE,
            "name the jar or zip that the image is made of, with its handler: target/app.jar --handler package.Class::method");
        return Optional.empty();
      }
    } else {
      Optional<String> reason = notRunnable(resource, properties);
      if (reason.isPresent()) {
        leftOut.add(resource, reason.get(), "declare an AWS::Serverless::Function with a CodeUri");
        return Optional.empty();
      }
    }
    FunctionDefinition definition = definition(resource, properties);
    FunctionConstraints.check(resource, properties, asWritten(resource), warnings);
    warnOfIgnored(definition, resource, properties);
    return Optional.of(definition);
  }

  /** Returns what the template says itself of a function, without what a deployment makes of it. */
  private TemplateValue.Members asWritten(TemplateResource resource) {
    TemplateResource own = written.resources().get(resource.logicalId());
    return own == null || !own.place().equals(resource.place())
        ? resource.properties()
        : own.type().equals(TemplateResource.SERVERLESS_FUNCTION)
            ? TemplateValue.mergeMembers(written.globals(), own.properties())
            : own.properties();
  }

  /** Returns the names by which a function is meant, whether it can be run or not. */
  static Stream<String> names(TemplateResource resource) {
    return Stream.concat(
        Stream.of(resource.logicalId(), name(resource)),
        DeploymentFunctions.construct(resource).stream());
  }

  /** Returns the name that a function has when it is deployed. */
  static String name(TemplateResource resource) {
    return resource.properties().value("FunctionName").orElse(null)
            instanceof TemplateValue.Text name
        ? name.asString()
        : ResourceIdentity.generatedName(resource);
  }

  private ResourceProperties properties(TemplateResource resource) {
    return new ResourceProperties(resource.properties(), intrinsics, resource.place());
  }

  /**
   * Tells of settings that change what a function would do on Lambda and that change nothing here;
   * of those in Globals once, as they have one place.
   */
  private void warnOfIgnored(
      FunctionDefinition definition, TemplateResource resource, ResourceProperties properties) {
    boolean publishes = definition.publishesVersion() || !definition.publishedAliases().isEmpty();
    if (definition.snapStart() && !publishes) {
      warnings.accept(
          "%s: function %s: SnapStart has no effect on $LATEST: publish a version, or name one by AutoPublishAlias"
              .formatted(resource.place(), resource.logicalId()));
    }
    if (definition.runtime().equals(WITHOUT_NEW_FUNCTIONS)) {
      warnings.accept(
          "%s: function %s: Lambda creates no function with %s any more, which is deprecated since January 2024: use java8.al2 or later"
              .formatted(resource.place(), resource.logicalId(), WITHOUT_NEW_FUNCTIONS));
    }
    String host = HostArchitecture.NAME;
    properties
        .members()
        .member("Architectures")
        .filter(each -> !each.value().toString().contains(host))
        .map(TemplateValue.Member::key)
        .ifPresent(place ->
            warnings.accept(
                "%s: Architectures is ignored, functions run on this host's %s"
                    .formatted(place, host)));
  }

  private static Optional<String> architectures(ResourceProperties properties) {
    return properties.members().member("Architectures").map(each -> each.value().toString());
  }

  private static Optional<String> otherArchitecture(ResourceProperties properties) {
    String other = HostArchitecture.NAME.equals("arm64") ? "x86_64" : "arm64";
    return architectures(properties)
        .filter(wanted -> wanted.contains(other) && !wanted.contains(HostArchitecture.NAME))
        .map(_ -> other);
  }

  private FunctionDefinition definition(TemplateResource resource, ResourceProperties properties) {
    boolean image = isImage(properties);
    String runtime = image ? CodeSource.Image.RUNTIME : runtime(resource, properties);
    boolean snapStart = snapStart(properties);
    Optional<ManagedInstances> managed = ManagedInstancesReader.read(properties);
    String name = name(resource, properties);
    AsynchronousSettings asynchronous =
        new AsynchronousReader(resource, properties, options, warnings).read();
    Optional<FunctionUrl> url = FunctionUrlReader.read(properties);
    Optional<AliasDefinition> published =
        properties
            .text("AutoPublishAlias")
            .map(alias -> new AliasDefinition(alias, url, asynchronous.config()));
    Optional<String> construct = DeploymentFunctions.construct(resource);
    FunctionDefinition definition =
        FunctionDefinitionBuilder.builder()
            .logicalId(resource.logicalId())
            .name(name)
            .construct(construct)
            .title(
                properties
                    .text("FunctionName")
                    .or(() -> construct)
                    .filter(title -> !title.equals(resource.logicalId())))
            .code(image ? image(resource, properties) : code(resource, properties))
            .handler(image ? "" : handler(resource, properties, runtime))
            .runtime(runtime)
            .memory(memory(properties, managed.isPresent()))
            .timeout(timeout(properties, managed.isPresent()))
            .environment(environment.read(properties))
            .layers(layers.read(properties))
            .reservedConcurrency(
                properties.wholeNumber(
                    "ReservedConcurrentExecutions", 0, LARGEST_CONCURRENCY, "requests"))
            .snapStart(snapStart)
            .autoPublishAlias(published.map(AliasDefinition::name))
            .aliases(Stream.concat(published.stream(), qualifiers.aliases(name).stream()).toList())
            .publishesVersion(qualifiers.publishesVersion(name))
            .ephemeralStorageMiB(ephemeralStorage(properties))
            .asynchronous(
                published.isEmpty()
                    ? asynchronous.or(qualifiers.events(name, ""))
                    : new AsynchronousSettings(
                        qualifiers.events(name, ""), asynchronous.deadLetterTarget()))
            .url(url.filter(_ -> published.isEmpty()).or(() -> qualifiers.url(name, "")))
            .tracesActively(tracesActively(resource, properties))
            .logging(LoggingReader.read(properties))
            .customerRuntime(
                new CustomerRuntimeReader(root, intrinsics).read(resource, properties, runtime))
            .isolatesTenants(TenancyReader.isolatesTenants(properties, snapStart))
            .managed(managed)
            .durable(DurableReader.read(properties))
            .otherArchitecture(otherArchitecture(properties))
            .publishesLatest(ManagedInstancesReader.publishesLatest(properties))
            .build();
    return ManagedInstancesReader.checked(definition, properties);
  }

  /** SAM's {@code Tracing}, or CloudFormation's {@code TracingConfig}. */
  private static boolean tracesActively(TemplateResource resource, ResourceProperties properties) {
    boolean serverless = resource.type().equals(TemplateResource.SERVERLESS_FUNCTION);
    Optional<ResourceProperties> of =
        serverless ? Optional.of(properties) : properties.below("TracingConfig");
    String name = serverless ? "Tracing" : "Mode";
    String mode = of.flatMap(below -> below.text(name)).orElse("PassThrough");
    return switch (mode) {
      case "Active" -> true;
      case "PassThrough", "Disabled" -> false;
      default ->
          throw of.orElse(properties)
              .mistake(
                  name,
                  name + " must be Active, PassThrough or Disabled: " + mode,
                  "write " + name + ": Active");
    };
  }

  private static int ephemeralStorage(ResourceProperties properties) {
    int smallest = LambdaLimits.SMALLEST_STORAGE_MIB;
    return properties
        .below("EphemeralStorage")
        .map(below -> below.wholeNumber("Size", smallest, LambdaLimits.LARGEST_STORAGE_MIB, "MB"))
        .orElse(OptionalInt.empty())
        .orElse(smallest);
  }

  private static boolean isImage(ResourceProperties properties) {
    return properties.text("PackageType").orElse("Zip").equals("Image")
        || properties.members().member("ImageUri").isPresent();
  }

  /**
   * SAM's {@code ImageUri}, or CloudFormation's below {@code Code}; where that is in a registry,
   * the file that stands for it here.
   */
  private Optional<String> imageUri(TemplateResource resource, ResourceProperties properties) {
    return metadata(resource)
        .flatMap(metadata -> metadata.text(LOCAL_IMAGE))
        .or(() ->
            properties
                .text("ImageUri")
                .or(() -> properties.below("Code").flatMap(code -> code.text("ImageUri")))
                .filter(
                    uri -> Files.exists(root.resolve(uri)) || !REGISTRY.matcher(uri).matches()));
  }

  private Optional<ResourceProperties> metadata(TemplateResource resource) {
    return resource
        .members()
        .value("Metadata")
        .filter(TemplateValue.Members.class::isInstance)
        .map(value ->
            new ResourceProperties((TemplateValue.Members) value, intrinsics, resource.place()));
  }

  private CodeSource image(TemplateResource resource, ResourceProperties properties) {
    Path path = root.resolve(imageUri(resource, properties).orElseThrow());
    if (!Files.exists(path)) {
      throw resource
          .place()
          .mistake(
              "the ImageUri of " + resource.logicalId() + " does not exist: " + path,
              "build the image, as an OCI layout, an OCI tar or a tar of docker save");
    }
    return new CodeSource.Image(path, imageConfig(properties));
  }

  private static ImageConfig imageConfig(ResourceProperties properties) {
    return properties
        .below("ImageConfig")
        .map(below ->
            new ImageConfig(
                below.texts("EntryPoint"), below.texts("Command"), below.text("WorkingDirectory")))
        .orElse(ImageConfig.NONE);
  }

  private Optional<String> notRunnable(TemplateResource resource, ResourceProperties properties) {
    boolean zipFile =
        properties.members().value("Code").orElse(null) instanceof TemplateValue.Members code
            && code.member("ZipFile").isPresent();
    if (zipFile || properties.members().member("InlineCode").isPresent()) {
      return Optional.of("inline code is not supported");
    }
    return options.means(Stream.concat(names(resource), Stream.of(name(resource, properties))))
        ? Optional.empty()
        : missing(resource, properties);
  }

  /** Code that nothing has made is the matter of who wants it run. */
  private Optional<String> missing(TemplateResource resource, ResourceProperties properties) {
    String property = codeProperty(resource);
    return LocalContent.path(root, resource, properties, property)
        .filter(path -> !Files.exists(path))
        .map(path -> property + " does not exist: " + path);
  }

  private static String codeProperty(TemplateResource resource) {
    return resource.type().equals(TemplateResource.SERVERLESS_FUNCTION) ? "CodeUri" : "Code";
  }

  private static String name(TemplateResource resource, ResourceProperties properties) {
    String name =
        properties.text("FunctionName").orElseGet(() -> ResourceIdentity.generatedName(resource));
    if (!NAME.matcher(name).matches()) {
      throw properties.mistake(
          "FunctionName",
          "FunctionName must be 1..64 letters, digits, - or _: " + name,
          "choose a name that Lambda accepts");
    }
    return name;
  }

  private String runtime(TemplateResource resource, ResourceProperties properties) {
    String runtime = required(resource, properties, "Runtime", "add Runtime: java25 or the like");
    if (!RUNTIME.matcher(runtime).matches()) {
      throw properties.mistake(
          "Runtime",
          "Runtime must be an identifier of Lambda's: " + runtime,
          "write it like java25, java21 or provided.al2023");
    }
    if (JavaRuntimes.feature(runtime) > 0 && !JavaRuntimes.isKnown(runtime)) {
      throw properties.mistake("Runtime", "unknown runtime: " + runtime, JavaRuntimes.REMEDY);
    }
    return runtime;
  }

  private String handler(TemplateResource resource, ResourceProperties properties, String runtime) {
    String handler =
        required(resource, properties, "Handler", "add Handler; " + HandlerNames.REMEDY);
    HandlerNames.fault(handler, runtime)
        .ifPresent(fault -> {
          throw properties.mistake("Handler", fault, HandlerNames.REMEDY);
        });
    return handler;
  }

  private static String required(
      TemplateResource resource, ResourceProperties properties, String name, String remedy) {
    return properties
        .text(name)
        .orElseThrow(() ->
            resource
                .place()
                .mistake(
                    "function " + resource.logicalId() + " has no " + name,
                    Spelling.nearest(name, properties.members().members().keySet())
                        .map(near -> "rename " + near + " to " + name)
                        .orElse(remedy)));
  }

  private CodeSource code(TemplateResource resource, ResourceProperties properties) {
    String property = codeProperty(resource);
    CodeSource source =
        LocalContent.path(root, resource, properties, property)
            .map(path ->
                CodeLocation.ofFunction(path, root, properties.place(property) + ": " + property))
            .map(found -> new BuildMetadata(root).applied(resource, found, metadata(resource)))
            .orElseThrow(() ->
                properties.mistake(
                    property,
                    property + " lies in S3, Thaw runs local code only",
                    "set " + property + " to the local jar, zip or folder"));
    if (source instanceof CodeSource.Folder(Path folder)) {
      CodeLocation.misplacedJars(folder).stream()
          .map(jar ->
              "%s: Lambda does not look into %s at the top of the folder: name the jar itself"
                  .formatted(properties.place(property), jar))
          .forEach(warnings);
    }
    return source;
  }

  private static MemorySize memory(ResourceProperties properties, boolean managed) {
    int largest =
        managed ? LambdaLimits.LARGEST_MANAGED_MEMORY_MIB : LambdaLimits.LARGEST_MEMORY_MIB;
    return new MemorySize(
        properties
            .wholeNumber("MemorySize", LambdaLimits.SMALLEST_MEMORY_MIB, largest, "MB")
            .orElse(MemorySize.DEFAULT.mebibytes()));
  }

  private static Duration timeout(ResourceProperties properties, boolean managed) {
    int longest =
        managed
            ? LambdaLimits.LONGEST_MANAGED_TIMEOUT_SECONDS
            : LambdaLimits.LONGEST_TIMEOUT_SECONDS;
    return Duration.ofSeconds(
        properties
            .wholeNumber("Timeout", 1, longest, "s")
            .orElse((int) DEFAULT_TIMEOUT.toSeconds()));
  }

  private static boolean snapStart(ResourceProperties properties) {
    Optional<ResourceProperties> snapStart = properties.below("SnapStart");
    String applyOn = snapStart.flatMap(below -> below.text("ApplyOn")).orElse("None");
    return switch (applyOn) {
      case "PublishedVersions" -> true;
      case "None" -> false;
      default ->
          throw snapStart
              .orElse(properties)
              .mistake(
                  "ApplyOn",
                  "SnapStart's ApplyOn must be PublishedVersions or None: " + applyOn,
                  "write ApplyOn: PublishedVersions");
    };
  }
}
