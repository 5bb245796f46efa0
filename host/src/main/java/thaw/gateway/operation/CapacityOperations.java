package thaw.gateway.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.gateway.request.ApiError;
import thaw.gateway.request.ApiRequest;
import thaw.gateway.request.ApiTimes;
import thaw.gateway.request.FunctionReference;
import thaw.gateway.request.Input;
import thaw.gateway.request.ListPage;
import thaw.gateway.request.Operation;
import thaw.http.Response;
import thaw.platform.Platform;
import thaw.platform.catalog.resource.CapacityProviders;
import thaw.platform.record.Arn;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;

/**
 * Capacity providers, and how many environments functions on them are to have: kept and given back,
 * as there are no instances here.
 */
public final class CapacityOperations {
  private static final String BASE = "/2025-11-30/capacity-providers";
  private static final String ONE = BASE + "/{CapacityProviderName}";
  private static final String SCALING =
      "/2025-11-30/functions/{FunctionName}/function-scaling-config";
  private static final String ACTIVE = "Active";

  private final Platform platform;
  private final CapacityProviders providers;

  public CapacityOperations(Platform platform) {
    this.platform = platform;
    this.providers = platform.resources().capacity();
  }

  public List<Operation> operations() {
    return List.of(
        new Operation("CreateCapacityProvider", "POST", BASE, this::create),
        new Operation("ListCapacityProviders", "GET", BASE, this::list),
        new Operation("GetCapacityProvider", "GET", ONE, this::get),
        new Operation("UpdateCapacityProvider", "PUT", ONE, this::update),
        new Operation("DeleteCapacityProvider", "DELETE", ONE, this::delete),
        new Operation(
            "ListFunctionVersionsByCapacityProvider",
            "GET",
            ONE + "/function-versions",
            this::versions),
        new Operation("PutFunctionScalingConfig", "PUT", SCALING, this::scale),
        new Operation("GetFunctionScalingConfig", "GET", SCALING, this::scaling));
  }

  /** The name, of a name or an ARN. Those of other accounts and regions are not here. */
  private static String name(String written) {
    String name = written.substring(written.lastIndexOf(':') + 1);
    if (!written.equals(name) && !written.equals(Arn.capacityProvider(name))) {
      throw Refused.notFound("Capacity provider not found: " + written);
    }
    return name;
  }

  private static String name(ApiRequest request) {
    return name(request.parameter("CapacityProviderName"));
  }

  private Response create(ApiRequest request) {
    Input input = request.input();
    String written = input.required("CapacityProviderName");
    Map<String, JsonNode> members = CapacityReader.created(input);
    Map<String, String> tags = input.textMap("Tags").orElse(Map.of());
    CapacityReader.requireConsistent(members);
    TagOperations.requireFew(tags);
    return Response.json(202, described(providers.create(name(written), members, tags), "Pending"));
  }

  private static ObjectNode described(CapacityProvider provider, String state) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("CapacityProvider", shape(provider, state));
    return node;
  }

  private static ObjectNode shape(CapacityProvider provider, String state) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("CapacityProviderArn", provider.arn()).put("State", state);
    provider.members().forEach(node::set);
    return node.put("LastModified", ApiTimes.withMillis(provider.modifiedMillis()));
  }

  private Response list(ApiRequest request) {
    Optional<String> state = request.queried("State");
    return ListPage.of("CapacityProviders")
        .answer(
            request,
            state.orElse(ACTIVE).equals(ACTIVE) ? providers.all() : List.of(),
            CapacityProvider::name,
            provider -> shape(provider, ACTIVE));
  }

  private Response get(ApiRequest request) {
    return Response.json(described(providers.get(name(request)), ACTIVE));
  }

  private Response update(ApiRequest request) {
    Input input = request.input();
    Map<String, JsonNode> members = CapacityReader.updated(input);
    String name = name(request);
    CapacityProvider changed =
        providers.update(name, before -> CapacityReader.merged(before, members));
    return Response.json(202, described(changed, ACTIVE));
  }

  private Response delete(ApiRequest request) {
    return Response.json(202, described(providers.delete(name(request)), "Deleting"));
  }

  private Response versions(ApiRequest request) {
    String name = name(request);
    return ListPage.of("FunctionVersions")
        .answer(
            request,
            providers.users(name),
            CapacityProviders.User::arn,
            user ->
                JsonNodeFactory.instance
                    .objectNode()
                    .put("FunctionArn", user.arn())
                    .put(
                        "State",
                        FunctionShapes.state(
                            user.version(), providers.activity(user.function(), user.version()))),
            page -> page.put("CapacityProviderArn", Arn.capacityProvider(name)));
  }

  private static String published(ApiRequest request) {
    return request.queried("Qualifier").orElseThrow();
  }

  private static String function(ApiRequest request) {
    return FunctionReference.of(request.parameter("FunctionName"), Optional.empty())
        .unqualified(
            "This operation takes the version as Qualifier: the function name must not have one.")
        .name();
  }

  private Response scale(ApiRequest request) {
    Input input = request.input();
    Optional<Input> config = input.object("FunctionScalingConfig");
    CapacityProvider.@Nullable Scaling scaling =
        config.map(CapacityOperations::scaling).orElse(null);
    String version = published(request);
    if (scaling != null
        && scaling.least() != null
        && scaling.most() != null
        && scaling.least() > scaling.most()) {
      throw ApiError.invalidParameter(
              "MinExecutionEnvironments (%d) must not be greater than MaxExecutionEnvironments (%d)."
                  .formatted(scaling.least(), scaling.most()))
          .refusal();
    }
    String function = function(request);
    FunctionVersion scaled = providers.scale(function, version, scaling);
    return Response.json(
        202,
        JsonNodeFactory.instance
            .objectNode()
            .put(
                "FunctionState",
                FunctionShapes.state(scaled, providers.activity(function, scaled))));
  }

  private static CapacityProvider.Scaling scaling(Input config) {
    return new CapacityProvider.Scaling(
        config.integer("MinExecutionEnvironments").orElse(null),
        config.integer("MaxExecutionEnvironments").orElse(null));
  }

  /** Nothing is applied, as no environment runs. */
  private Response scaling(ApiRequest request) {
    String version = published(request);
    String function = function(request);
    CapacityProvider.@Nullable Scaling scaling = providers.scaling(function, version);
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("FunctionArn", Arn.function(function, version));
    if (scaling != null) {
      ObjectNode requested = node.putObject("RequestedFunctionScalingConfig");
      if (scaling.least() != null) {
        requested.put("MinExecutionEnvironments", scaling.least());
      }
      if (scaling.most() != null) {
        requested.put("MaxExecutionEnvironments", scaling.most());
      }
    }
    return Response.json(node);
  }
}
