package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.CapacityProviders;
import thaw.platform.Platform;
import thaw.platform.record.Arn;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.KeptResource;
import thaw.platform.record.Refused;

/**
 * Capacity providers, and how many environments functions on them are to have: kept and given back,
 * as there are no instances here.
 */
final class CapacityOperations {
  private static final String BASE = "/2025-11-30/capacity-providers";
  private static final String ONE = BASE + "/{CapacityProviderName}";
  private static final String SCALING =
      "/2025-11-30/functions/{FunctionName}/function-scaling-config";

  private final Platform platform;
  private final CapacityProviders providers;

  CapacityOperations(Platform platform) {
    this.platform = platform;
    this.providers = platform.resources().capacity();
  }

  List<Operation> operations() {
    KeptOperations kept =
        new KeptOperations(
            providers.providers(),
            "CapacityProvider",
            true,
            request -> arn(request.parameter("CapacityProviderName")),
            input -> newArn(input.required("CapacityProviderName")),
            CapacityReader::members);
    return List.of(
        new Operation("CreateCapacityProvider", "POST", BASE, kept::create),
        new Operation("ListCapacityProviders", "GET", BASE, kept::list),
        new Operation("GetCapacityProvider", "GET", ONE, kept::get),
        new Operation("UpdateCapacityProvider", "PUT", ONE, kept::update),
        new Operation("DeleteCapacityProvider", "DELETE", ONE, kept::delete),
        new Operation(
            "ListFunctionVersionsByCapacityProvider",
            "GET",
            ONE + "/function-versions",
            this::versions),
        new Operation("PutFunctionScalingConfig", "PUT", SCALING, this::scale),
        new Operation("GetFunctionScalingConfig", "GET", SCALING, this::scaling));
  }

  /** Returns the ARN of a name or an ARN. */
  private static String arn(String written) {
    return written.contains(":") ? written : Arn.capacityProvider(written);
  }

  /** Those of other accounts and regions cannot be made here. */
  private static String newArn(String written) {
    String arn = Arn.capacityProvider(KeptResource.id(written));
    if (!arn.equals(arn(written))) {
      throw Refused.notFound("Capacity provider not found: " + written);
    }
    return arn;
  }

  private Response versions(ApiRequest request) {
    String arn = arn(request.parameter("CapacityProviderName"));
    return ListPage.of("FunctionVersions")
        .answer(
            request,
            providers.providers().users(arn),
            user -> user,
            this::user,
            page -> page.put("CapacityProviderArn", arn));
  }

  private ObjectNode user(String arn) {
    FunctionReference user = FunctionReference.of(arn, Optional.empty());
    FunctionVersion version = platform.catalog().version(user.name(), user.qualifierOrEmpty());
    return JsonNodeFactory.instance
        .objectNode()
        .put("FunctionArn", arn)
        .put("State", FunctionShapes.state(version, providers.activity(user.name(), version)));
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
