package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;
import thaw.platform.record.Alias;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PublishedAs;

/** Published versions, and aliases that lead to them. */
final class VersionOperations {
  private static final String FUNCTION = "/2015-03-31/functions/{FunctionName}";
  private static final String NO_QUALIFIER =
      "This operation is permitted on Lambda functions only. Aliases and versions do not support"
          + " this operation. Please specify either a function name or an unqualified function"
          + " ARN.";

  private final Platform platform;

  VersionOperations(Platform platform) {
    this.platform = platform;
  }

  List<Operation> operations() {
    String versions = FUNCTION + "/versions";
    String aliases = FUNCTION + "/aliases";
    String alias = aliases + "/{Name}";
    return List.of(
        new Operation("PublishVersion", "POST", versions, this::publish),
        new Operation("ListVersionsByFunction", "GET", versions, this::versions),
        new Operation("CreateAlias", "POST", aliases, this::createAlias),
        new Operation("ListAliases", "GET", aliases, this::aliases),
        new Operation("GetAlias", "GET", alias, this::alias),
        new Operation("UpdateAlias", "PUT", alias, this::updateAlias),
        new Operation("DeleteAlias", "DELETE", alias, this::deleteAlias));
  }

  private static String name(ApiRequest request) {
    return request.function().unqualified(NO_QUALIFIER).name();
  }

  private Response publish(ApiRequest request) throws InterruptedException {
    Input input = request.input();
    @Nullable String description = input.textOrNull("Description");
    Optional<String> publishTo = publishTo(input);
    RefusedMembers.check(input);
    String name = name(request);
    @Nullable String code = input.textOrNull("CodeSha256");
    @Nullable String revision = input.textOrNull("RevisionId");
    FunctionVersion version =
        publishTo.isPresent()
            ? platform.catalog().publishLatest(name, description, code, revision)
            : platform.catalog().publish(name, description, code, revision);
    return Response.json(
        201, FunctionShapes.configuration(name, Arn.function(name, version.version()), version));
  }

  private static Optional<String> publishTo(Input input) {
    return input.text("PublishTo");
  }

  /**
   * Returns how a request that makes or changes a function wants it published.
   *
   * @param managed whether the function is on managed instances
   */
  static PublishedAs publication(Input input, boolean managed) {
    Optional<String> publishTo = publishTo(input);
    if (publishTo.isPresent() && !managed) {
      throw ApiError.invalidParameter(
              "PublishTo is supported only for functions with a CapacityProviderConfig.")
          .refusal();
    }
    if (publishTo.isPresent()) {
      return PublishedAs.LATEST_PUBLISHED;
    }
    return input.flag("Publish").orElse(false) ? PublishedAs.NUMBERED : PublishedAs.NONE;
  }

  private Response versions(ApiRequest request) throws InterruptedException {
    String name = name(request);
    return ListPage.of("Versions")
        .answer(
            request,
            platform.catalog().versions(name),
            FunctionVersion::version,
            version ->
                FunctionShapes.shownTo(
                    request,
                    FunctionShapes.listed(name, Arn.function(name, version.version()), version)));
  }

  private Response createAlias(ApiRequest request) {
    Input input = request.input();
    String name = input.required("Name");
    String version = input.required("FunctionVersion");
    String description = input.text("Description").orElse("");
    Map<String, Double> weights = weights(input).orElse(Map.of());
    String function = name(request);
    return Response.json(
        201,
        shape(function, platform.aliases().create(function, name, version, description, weights)));
  }

  /**
   * Returns the weights that the request names; they are an empty map when the configuration is
   * there without them.
   */
  private static Optional<Map<String, Double>> weights(Input input) {
    return input.object("RoutingConfig").map(VersionOperations::additional);
  }

  private static Map<String, Double> additional(Input routing) {
    Map<String, Double> weights = new LinkedHashMap<>();
    routing
        .node("AdditionalVersionWeights")
        .ifPresent(node ->
            node.properties()
                .forEach(entry -> weights.put(entry.getKey(), entry.getValue().asDouble(-1))));
    return weights;
  }

  private static ObjectNode shape(String function, Alias alias) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("AliasArn", Arn.function(function, alias.name()))
        .put("Name", alias.name())
        .put("FunctionVersion", alias.version())
        .put("Description", alias.description())
        .put("RevisionId", alias.revisionId());
    if (!alias.weights().isEmpty()) {
      ObjectNode weights = node.putObject("RoutingConfig").putObject("AdditionalVersionWeights");
      alias.weights().forEach(weights::put);
    }
    return node;
  }

  private Response aliases(ApiRequest request) {
    String function = name(request);
    return ListPage.of("Aliases")
        .answer(
            request,
            platform.aliases().list(function, request.queried("FunctionVersion").orElse(null)),
            Alias::name,
            alias -> shape(function, alias));
  }

  private Response alias(ApiRequest request) {
    String function = name(request);
    return Response.json(
        shape(function, platform.aliases().get(function, request.parameter("Name"))));
  }

  private Response updateAlias(ApiRequest request) {
    Input input = request.input();
    @Nullable String version = input.textOrNull("FunctionVersion");
    @Nullable String description = input.textOrNull("Description");
    @Nullable Map<String, Double> weights = weights(input).orElse(null);
    String function = name(request);
    return Response.json(
        shape(
            function,
            platform
                .aliases()
                .update(
                    function,
                    request.parameter("Name"),
                    version,
                    description,
                    weights,
                    input.textOrNull("RevisionId"))));
  }

  private Response deleteAlias(ApiRequest request) {
    platform.aliases().delete(name(request), request.parameter("Name"));
    return Response.nothing();
  }
}
