package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;
import thaw.platform.Provisioning;
import thaw.platform.record.Arn;
import thaw.platform.record.Refused;
import thaw.pool.ProvisionedStatus;

/** Reserved and provisioned concurrency. */
final class ConcurrencyOperations {
  private static final String RESERVED = "/functions/{FunctionName}/concurrency";
  private static final String PROVISIONED =
      "/2019-09-30/functions/{FunctionName}/provisioned-concurrency";
  private static final String NO_QUALIFIER =
      "This operation is permitted on Lambda functions only. Aliases and versions do not support"
          + " this operation. Please specify either a function name or an unqualified function ARN.";

  private final Platform platform;

  ConcurrencyOperations(Platform platform) {
    this.platform = platform;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("PutFunctionConcurrency", "PUT", "/2017-10-31" + RESERVED, this::reserve),
        new Operation(
            "DeleteFunctionConcurrency", "DELETE", "/2017-10-31" + RESERVED, this::release),
        new Operation("GetFunctionConcurrency", "GET", "/2019-09-30" + RESERVED, this::reserved),
        new Operation("PutProvisionedConcurrencyConfig", "PUT", PROVISIONED, this::provision),
        new Operation("GetProvisionedConcurrencyConfig", "GET", PROVISIONED, this::provisioned),
        new Operation(
            "ListProvisionedConcurrencyConfigs", "GET", PROVISIONED + "?List=ALL", this::list),
        new Operation(
            "DeleteProvisionedConcurrencyConfig", "DELETE", PROVISIONED, this::unprovision));
  }

  private Response reserve(ApiRequest request) {
    Input input = request.input();
    Optional<Integer> limit = input.integer("ReservedConcurrentExecutions");
    input.requireValid();
    FunctionReference function = request.function().unqualified(NO_QUALIFIER);
    if (platform.catalog().find(function.name()).isEmpty()) {
      throw Refused.functionNotFound(function.qualifiedArn());
    }
    platform.reservations().put(function.name(), limit.orElseThrow());
    return Response.json(shape(limit));
  }

  private static ObjectNode shape(Optional<Integer> limit) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    limit.ifPresent(value -> node.put("ReservedConcurrentExecutions", value));
    return node;
  }

  private Response reserved(ApiRequest request) {
    return Response.json(
        shape(platform.reservations().get(request.function().unqualified(NO_QUALIFIER).name())));
  }

  private Response release(ApiRequest request) {
    platform.reservations().put(request.function().unqualified(NO_QUALIFIER).name(), null);
    return Response.nothing();
  }

  private Response provision(ApiRequest request) {
    Input input = request.input();
    Optional<Integer> wanted = input.integer("ProvisionedConcurrentExecutions");
    input.requireValid();
    FunctionReference function = request.function();
    FunctionOperations.requireNoTenants(platform, function, "Provisioned concurrency");
    return Response.json(
        202,
        shape(
            platform
                .provisioning()
                .put(function.name(), function.qualifierOrEmpty(), wanted.orElseThrow())));
  }

  private static ObjectNode shape(Provisioning.Config config) {
    ProvisionedStatus status = config.status();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("RequestedProvisionedConcurrentExecutions", status.requested())
        .put("AvailableProvisionedConcurrentExecutions", status.available())
        .put("AllocatedProvisionedConcurrentExecutions", status.allocated())
        .put("Status", status.state().name())
        .put("LastModified", ApiTimes.withSeconds(config.request().modifiedMillis()));
    status.reason().ifPresent(reason -> node.put("StatusReason", reason));
    return node;
  }

  private Response provisioned(ApiRequest request) {
    FunctionReference function = request.function();
    return Response.json(
        shape(platform.provisioning().get(function.name(), function.qualifierOrEmpty())));
  }

  private Response list(ApiRequest request) {
    String function = request.function().name();
    return ListPage.of("ProvisionedConcurrencyConfigs")
        .answer(
            request,
            platform.provisioning().list(function),
            Provisioning.Config::qualifier,
            config -> shape(config).put("FunctionArn", Arn.function(function, config.qualifier())));
  }

  private Response unprovision(ApiRequest request) {
    FunctionReference function = request.function();
    platform.provisioning().delete(function.name(), function.qualifierOrEmpty());
    return Response.nothing();
  }
}
