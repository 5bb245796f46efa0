package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;
import thaw.platform.record.Arn;
import thaw.platform.record.LayerVersion;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.Refused;
import thaw.platform.record.ResourcePolicy;

/** Layers and their policies. */
final class LayerOperations {
  private static final String BASE = "/2018-10-31/layers";
  private static final String VERSIONS = BASE + "/{LayerName}/versions";
  private static final String ONE = VERSIONS + "/{VersionNumber}";
  private static final List<String> ARCHITECTURES = List.of("x86_64", "arm64");

  private final Platform platform;
  private final CodeReader code;

  LayerOperations(Platform platform, CodeReader code) {
    this.platform = platform;
    this.code = code;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("PublishLayerVersion", "POST", VERSIONS, this::publish),
        new Operation("GetLayerVersion", "GET", ONE, this::get),
        new Operation("GetLayerVersionByArn", "GET", BASE + "?find=LayerVersion", this::getByArn),
        new Operation("ListLayers", "GET", BASE, this::list),
        new Operation("ListLayerVersions", "GET", VERSIONS, this::versions),
        new Operation("DeleteLayerVersion", "DELETE", ONE, this::delete),
        new Operation("AddLayerVersionPermission", "POST", ONE + "/policy", this::addPermission),
        new Operation("GetLayerVersionPolicy", "GET", ONE + "/policy", this::policy),
        new Operation(
            "RemoveLayerVersionPermission",
            "DELETE",
            ONE + "/policy/{StatementId}",
            this::removePermission));
  }

  /** The name alone, of a name or an ARN. */
  private static String name(ApiRequest request) {
    String written = request.parameter("LayerName");
    return written.substring(written.lastIndexOf(':') + 1);
  }

  private static long number(ApiRequest request) {
    String written = request.parameter("VersionNumber");
    if (!written.matches("-?\\d{1,15}")) {
      throw Refused.notFound("The resource you requested does not exist.");
    }
    long number = Long.parseLong(written);
    if (number < 1) {
      throw Refused.invalid("Layer Version Cannot be less than 1");
    }
    return number;
  }

  private Response publish(ApiRequest request) throws InterruptedException {
    return code.received(request, input -> published(request, input));
  }

  private Response published(ApiRequest request, Input input) throws InterruptedException {
    String name = name(request);
    String description = input.text("Description").orElse("");
    @Nullable String license = input.textOrNull("LicenseInfo");
    Optional<List<String>> runtimes = input.texts("CompatibleRuntimes");
    runtimes
        .filter(named -> !named.stream().allMatch(Runtimes::isKnownToLayers))
        .ifPresent(named ->
            input.violation(
                named,
                "compatibleRuntimes",
                "Member must satisfy enum value set: " + Runtimes.accepted()));
    Optional<List<String>> architectures = input.texts("CompatibleArchitectures");
    architectures
        .filter(named -> !ARCHITECTURES.containsAll(named))
        .ifPresent(named ->
            input.violation(
                named,
                "compatibleArchitectures",
                "Member must satisfy constraint: [Member must satisfy enum value set: [x86_64,"
                    + " arm64], Member must not be null]"));
    input.requireValid();
    PackagedCode packaged = code.read(input.object("Content").orElseThrow());
    LayerVersion version =
        platform
            .layers()
            .publish(
                name,
                packaged,
                description,
                runtimes.orElse(null),
                architectures.orElse(null),
                license,
                System.currentTimeMillis());
    return Response.json(201, full(request, version));
  }

  private static ObjectNode full(ApiRequest request, LayerVersion version) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.putObject("Content")
        .put("Location", CodeDownload.location(request.origin(), version.code()))
        .put("CodeSha256", version.code().codeSha256())
        .put("CodeSize", version.code().codeSizeBytes())
        .setAll(FunctionShapes.reference(version.code()));
    node.put("LayerArn", Arn.layer(version.name()));
    node.setAll(listed(version));
    return node;
  }

  private static ObjectNode listed(LayerVersion version) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("LayerVersionArn", version.arn())
        .put("Version", version.version())
        .put("Description", version.description())
        .put("CreatedDate", ApiTimes.withMillis(version.createdMillis()));
    if (version.runtimes() != null) {
      var list = node.putArray("CompatibleRuntimes");
      version.runtimes().forEach(list::add);
    }
    if (version.architectures() != null) {
      var list = node.putArray("CompatibleArchitectures");
      version.architectures().forEach(list::add);
    }
    if (version.license() != null) {
      node.put("LicenseInfo", version.license());
    }
    return node;
  }

  private Response get(ApiRequest request) {
    return Response.json(full(request, find(name(request), number(request))));
  }

  private LayerVersion find(String name, long number) {
    return platform
        .layers()
        .find(name, number)
        .orElseThrow(() -> Refused.notFound("The resource you requested does not exist."));
  }

  private Response getByArn(ApiRequest request) {
    String arn = request.queried("Arn").orElseThrow();
    String[] parts = arn.split(":"); // arn:aws:lambda:REGION:ACCOUNT:layer:NAME:VERSION
    if (parts.length != 8) {
      throw Refused.notFound("The resource you requested does not exist.");
    }
    LayerVersion version = find(parts[6], Long.parseLong(parts[7]));
    if (!version.arn().equals(arn)) {
      throw Refused.notFound("The resource you requested does not exist.");
    }
    return Response.json(full(request, version));
  }

  private Predicate<LayerVersion> filter(ApiRequest request) {
    Input query = Input.empty();
    Optional<String> runtime = request.queried("CompatibleRuntime");
    Optional<String> architecture = request.queried("CompatibleArchitecture");
    runtime
        .filter(named -> !Runtimes.isKnownToLayers(named))
        .ifPresent(named ->
            query.violation(
                named,
                "compatibleRuntime",
                "Member must satisfy enum value set: " + Runtimes.ofLayers()));
    query.requireValid();
    return version ->
        matches(version.runtimes(), runtime) && matches(version.architectures(), architecture);
  }

  private static boolean matches(@Nullable List<String> values, Optional<String> wanted) {
    return wanted.isEmpty() || (values != null && values.contains(wanted.get()));
  }

  private Response list(ApiRequest request) {
    Predicate<LayerVersion> filter = filter(request);
    List<LayerVersion> latest = new ArrayList<>();
    for (String name : platform.layers().names()) {
      platform.layers().versions(name).stream().filter(filter).findFirst().ifPresent(latest::add);
    }
    return ListPage.of("Layers")
        .answer(
            request,
            latest,
            LayerVersion::name,
            version -> {
              ObjectNode node = JsonNodeFactory.instance.objectNode();
              node.put("LayerName", version.name()).put("LayerArn", Arn.layer(version.name()));
              node.set("LatestMatchingVersion", listed(version));
              return node;
            });
  }

  private Response versions(ApiRequest request) {
    return ListPage.of("LayerVersions")
        .answer(
            request,
            platform.layers().versions(name(request)).stream().filter(filter(request)).toList(),
            version -> Long.toString(version.version()),
            LayerOperations::listed);
  }

  private Response delete(ApiRequest request) {
    platform.layers().delete(name(request), number(request));
    return Response.nothing();
  }

  private Response addPermission(ApiRequest request) {
    Input input = request.input();
    String sid = input.required("StatementId");
    String action = input.required("Action");
    String principal = input.required("Principal");
    Optional<String> organisation = input.text("OrganizationId");
    String name = name(request);
    long number = number(request);
    ObjectNode statement = PolicyShapes.statement(sid, principal, action, Arn.layer(name, number));
    PolicyShapes.condition(statement, "StringEquals", "aws:PrincipalOrgID", organisation);
    ResourcePolicy policy =
        platform
            .layers()
            .addPermission(
                name, number, sid, statement, request.queried("RevisionId").orElse(null));
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    return Response.json(
        201, node.put("Statement", statement.toString()).put("RevisionId", policy.revisionId()));
  }

  private Response policy(ApiRequest request) {
    String name = name(request);
    long number = number(request);
    LayerVersion version =
        platform
            .layers()
            .find(name, number)
            .orElseThrow(() ->
                Refused.notFound("Layer version " + Arn.layer(name, number) + " does not exist."));
    if (version.policy().statements().isEmpty()) {
      throw Refused.notFound("No policy is associated with the given resource.");
    }
    return Response.json(PolicyShapes.document(version.policy()));
  }

  private Response removePermission(ApiRequest request) {
    platform
        .layers()
        .removePermission(
            name(request),
            number(request),
            request.parameter("StatementId"),
            request.queried("RevisionId").orElse(null));
    return Response.nothing();
  }
}
