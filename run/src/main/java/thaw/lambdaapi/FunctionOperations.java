package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.FunctionCatalog;
import thaw.platform.Platform;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionSettings;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.PublishedAs;

/** Functions: create, describe, list, change, delete. */
final class FunctionOperations {
  private static final String BASE = "/2015-03-31/functions";
  private static final String ONE = BASE + "/{FunctionName}";
  private static final int LONGEST_NAME = 64;

  private final Platform platform;
  private final FunctionCatalog catalog;
  private final CodeReader code;
  private final SettingsReader settings;

  FunctionOperations(Platform platform, CodeReader code) {
    this.platform = platform;
    this.catalog = platform.catalog();
    this.code = code;
    this.settings =
        new SettingsReader(
            platform.layers(), platform.functionRuntimes(), platform.resources().capacity());
  }

  List<Operation> operations() {
    return List.of(
        new Operation("CreateFunction", "POST", BASE, this::create),
        new Operation("GetFunction", "GET", ONE, this::get),
        new Operation(
            "GetFunctionConfiguration", "GET", ONE + "/configuration", this::configuration),
        new Operation("ListFunctions", "GET", BASE, this::list),
        new Operation("UpdateFunctionCode", "PUT", ONE + "/code", this::updateCode),
        new Operation(
            "UpdateFunctionConfiguration",
            "PUT",
            ONE + "/configuration",
            this::updateConfiguration),
        new Operation("DeleteFunction", "DELETE", ONE, this::delete));
  }

  private Response create(ApiRequest request) throws InterruptedException {
    return code.received(request, this::made);
  }

  private Response made(Input input) throws InterruptedException {
    String written = input.required("FunctionName");
    Optional<String> signing = CodeSigningOperations.arn(input);
    Optional<List<String>> architectures = input.texts("Architectures");
    FunctionSettings chosen =
        settings.read(input, SettingsReader.defaults(hostArchitecture(architectures)));
    PublishedAs publication = VersionOperations.publication(input, chosen.capacity() != null);
    String name = newName(written);
    requireZip(input);
    if (input.text("Runtime").isEmpty() || input.text("Handler").isEmpty()) {
      throw ApiError.invalidParameter(
              "Runtime and Handler are mandatory parameters for functions created with deployment"
                  + " packages.")
          .refusal();
    }
    Map<String, String> tags = input.textMap("Tags").orElse(Map.of());
    TagOperations.requireFew(tags);
    if (catalog.find(name).isPresent()) { // before anything is kept of it
      throw thaw.platform.record.Refused.conflict("Function already exist: " + name);
    }
    signing.ifPresent(platform.resources().codeSigning()::requireDeployable);
    PackagedCode packaged = code.read(input.object("Code").orElseThrow());
    FunctionVersion version =
        catalog.create(name, chosen, packaged, tags, signing.orElse(null), publication);
    // As recorded, this answer's ARN has no qualifier even when a version was published.
    return Response.json(201, FunctionShapes.configuration(name, Arn.function(name), version));
  }

  private static String newName(String written) {
    FunctionReference reference = FunctionReference.of(written, Optional.empty());
    reference.unqualified("The function name must not have a qualifier: " + written);
    if (reference.name().length() > LONGEST_NAME) {
      throw ApiError.invalidParameter(
              "1 validation error detected: Value '%s' at 'functionName' failed to satisfy constraint: Member must have length less than or equal to 64"
                  .formatted(reference.name()))
          .refusal();
    }
    return reference.name();
  }

  private static void requireZip(Input input) {
    if (input.text("PackageType").orElse("Zip").equals("Image")) {
      throw ApiError.invalidParameter(
              "Thaw takes container images from templates (ImageUri: FILE), not by this operation:"
                  + " create the function with PackageType Zip")
          .refusal();
    }
  }

  /** AWS's default, whatever this machine is: code in Java runs on both. */
  private static String hostArchitecture(Optional<List<String>> named) {
    return named.map(List::getFirst).orElse("x86_64");
  }

  private Response get(ApiRequest request) throws InterruptedException {
    FunctionReference reference = request.function();
    FunctionVersion version = catalog.describe(reference.name(), reference.qualifierOrEmpty());
    FunctionRecord function = catalog.get(reference.name());
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("Configuration", described(request, reference, version));
    node.putObject("Code")
        .put("RepositoryType", FunctionShapes.isImage(version) ? "ECR" : "S3")
        .put("Location", location(request, reference.name(), version))
        .setAll(FunctionShapes.reference(version.code()));
    if (!function.tags().isEmpty()) {
      ObjectNode tags = node.putObject("Tags");
      function.tags().forEach(tags::put);
    }
    Integer reserved = function.reserved();
    if (reserved != null) {
      node.putObject("Concurrency").put("ReservedConcurrentExecutions", reserved);
    }
    return Response.json(node);
  }

  private ObjectNode described(
      ApiRequest request, FunctionReference reference, FunctionVersion version) {
    return FunctionShapes.shownTo(
        request,
        FunctionShapes.configuration(
            reference.name(),
            reference.arn(),
            version,
            platform.resources().capacity().activity(reference.name(), version)));
  }

  private static String location(ApiRequest request, String name, FunctionVersion version) {
    PackagedCode packaged = version.code();
    return packaged == null
        ? "" // it could not be built: there is nothing to be had
        : CodeDownload.location(request.origin(), packaged) + "?function=" + name;
  }

  private Response configuration(ApiRequest request) throws InterruptedException {
    FunctionReference reference = request.function();
    return Response.json(
        described(
            request, reference, catalog.describe(reference.name(), reference.qualifierOrEmpty())));
  }

  private Response list(ApiRequest request) throws InterruptedException {
    boolean all = request.queried("FunctionVersion").isPresent();
    record Entry(String name, String arn, FunctionVersion version) {}
    List<Entry> entries = new ArrayList<>();
    for (FunctionRecord function : catalog.all()) {
      if (all) {
        for (FunctionVersion version : catalog.versions(function.name())) {
          entries.add(
              new Entry(
                  function.name(), Arn.function(function.name(), version.version()), version));
        }
      } else {
        entries.add(
            new Entry(
                function.name(),
                Arn.function(function.name()),
                catalog.describe(function.name(), "")));
      }
    }
    return ListPage.of("Functions")
        .answer(
            request,
            entries,
            Entry::arn,
            entry ->
                FunctionShapes.shownTo(
                    request, FunctionShapes.listed(entry.name(), entry.arn(), entry.version())));
  }

  private Response updateCode(ApiRequest request) throws InterruptedException {
    return code.received(request, input -> updated(request, input));
  }

  private Response updated(ApiRequest request, Input input) throws InterruptedException {
    Optional<List<String>> architectures = input.texts("Architectures");
    RefusedMembers.check(input);
    input.requireValid();
    String name = existing(request).name();
    platform.resources().codeSigning().requireDeployable(catalog.get(name));
    PublishedAs publication =
        VersionOperations.publication(
            input, catalog.get(name).latest().settings().capacity() != null);
    if (input.text("ImageUri").isPresent()) {
      throw ApiError.invalidParameter(
              "Please don't provide ImageUri when updating a function with packageType Zip.")
          .refusal();
    }
    platform.functionRuntimes().requireUpdatable(catalog.get(name).latest().settings());
    FunctionVersion version =
        catalog.updateCode(
            name,
            code.read(input),
            architectures.map(List::getFirst).orElse(null),
            publication,
            input.textOrNull("RevisionId"),
            input.flag("DryRun").orElse(false));
    return Response.json(FunctionShapes.configuration(name, arn(name, version), version));
  }

  private static String arn(String name, FunctionVersion version) {
    return version.version().equals(FunctionVersion.LATEST)
        ? Arn.function(name)
        : Arn.function(name, version.version());
  }

  /**
   * Returns the reference to a function that exists; refuses one to a version or an alias, as only
   * the latest version can be changed.
   */
  private FunctionReference existing(ApiRequest request) {
    FunctionReference reference = request.function();
    catalog.version(reference.name(), reference.qualifierOrEmpty());
    if (!reference.qualifierOrEmpty().isEmpty()
        && !reference.qualifierOrEmpty().equals(FunctionVersion.LATEST)) {
      reference.unqualified(
          "This operation is permitted on Lambda functions only. Aliases and versions do not"
              + " support this operation. Please specify either a function name or an unqualified"
              + " function ARN.");
    }
    return reference;
  }

  private Response updateConfiguration(ApiRequest request) {
    Input input = request.input();
    String name = existing(request).name();
    settings.read(input, catalog.get(name).latest().settings()); // refuses outside of any lock
    FunctionVersion version =
        catalog.updateSettings(
            name, before -> settings.read(input, before), input.textOrNull("RevisionId"));
    return Response.json(FunctionShapes.configuration(name, arn(name, version), version));
  }

  private Response delete(ApiRequest request) {
    FunctionReference reference = request.function();
    if (reference.qualifier().isPresent()) {
      catalog.deleteVersion(reference.name(), reference.qualifier().get());
    } else {
      catalog.delete(reference.name());
    }
    return Response.nothing();
  }

  /**
   * Refuses, for other groups of operations, a version whose environments have tenants: what they
   * give is not for it.
   */
  static void requireNoTenants(Platform platform, FunctionReference function, String what) {
    boolean isolated =
        platform
            .catalog()
            .find(function.name())
            .flatMap(known -> known.version(function.qualifierOrEmpty()))
            .filter(FunctionVersion::separatesTenants)
            .isPresent();
    if (isolated) {
      throw ApiError.invalidParameter(
              what + " is not supported for functions with tenant isolation: " + function.name())
          .refusal();
    }
  }

  /**
   * Requires, for other groups of operations, the function or version that a request names, and
   * returns the function.
   */
  static FunctionRecord required(Platform platform, FunctionReference reference) {
    platform.catalog().version(reference.name(), reference.qualifierOrEmpty());
    return platform.catalog().get(reference.name());
  }
}
