package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.function.LambdaLimits;
import thaw.function.packaging.PackageLimit;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;
import thaw.platform.record.RuntimeManagement;

/** The account's limits, and what a function has that only AWS acts on. */
final class AccountOperations {
  private static final long TOTAL_CODE_BYTES = 80_530_636_800L; // 75 GB
  private static final String RUNTIME =
      "/2021-07-20/functions/{FunctionName}/runtime-management-config";
  private static final String RECURSION = "/2024-08-31/functions/{FunctionName}/recursion-config";

  private final Platform platform;

  AccountOperations(Platform platform) {
    this.platform = platform;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("GetAccountSettings", "GET", "/2016-08-19/account-settings", this::settings),
        new Operation("PutRuntimeManagementConfig", "PUT", RUNTIME, this::putRuntime),
        new Operation("GetRuntimeManagementConfig", "GET", RUNTIME, this::runtime),
        new Operation("PutFunctionRecursionConfig", "PUT", RECURSION, this::putRecursion),
        new Operation("GetFunctionRecursionConfig", "GET", RECURSION, this::recursion));
  }

  private Response settings(ApiRequest request) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.putObject("AccountLimit")
        .put("TotalCodeSize", TOTAL_CODE_BYTES)
        .put("CodeSizeUnzipped", PackageLimit.UNZIPPED_BYTES)
        .put("CodeSizeZipped", LambdaLimits.LARGEST_ZIP_BYTES)
        .put("ConcurrentExecutions", platform.reservations().account())
        .put("UnreservedConcurrentExecutions", platform.reservations().unreserved());
    node.putObject("AccountUsage")
        .put(
            "TotalCodeSize",
            platform.catalog().totalCodeSizeBytes() + platform.layers().totalCodeSizeBytes())
        .put("FunctionCount", platform.catalog().all().size());
    return Response.json(node);
  }

  private Response putRuntime(ApiRequest request) {
    Input input = request.input();
    String updateOn = input.required("UpdateRuntimeOn");
    @Nullable String version = input.textOrNull("RuntimeVersionArn");
    FunctionReference function = request.function();
    FunctionOperations.required(platform, function);
    CapacityReader.requireOnlyWhen(
        updateOn.equals("Manual"),
        "UpdateRuntimeOn is Manual",
        version != null,
        "RuntimeVersionArn");
    RuntimeManagement management = new RuntimeManagement(updateOn, version);
    platform
        .attachments()
        .putRuntimeManagement(function.name(), function.qualifierOrEmpty(), management);
    return Response.json(shape(function, management));
  }

  private static ObjectNode shape(FunctionReference function, RuntimeManagement management) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("UpdateRuntimeOn", management.updateOn()).put("FunctionArn", function.arn());
    if (management.runtimeVersionArn() != null) {
      node.put("RuntimeVersionArn", management.runtimeVersionArn());
    }
    return node;
  }

  private Response runtime(ApiRequest request) {
    FunctionReference function = request.function();
    FunctionOperations.required(platform, function);
    return Response.json(
        shape(
            function,
            platform
                .attachments()
                .runtimeManagement(function.name(), function.qualifierOrEmpty())));
  }

  private Response putRecursion(ApiRequest request) {
    Input input = request.input();
    String loop = input.required("RecursiveLoop");
    platform.attachments().putRecursion(request.function().name(), loop);
    return Response.json(recursion(loop));
  }

  private static ObjectNode recursion(String loop) {
    return JsonNodeFactory.instance.objectNode().put("RecursiveLoop", loop);
  }

  private Response recursion(ApiRequest request) {
    return Response.json(recursion(platform.catalog().get(request.function().name()).recursion()));
  }
}
