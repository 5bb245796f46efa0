package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.lambdaapi.url.UrlAddress;
import thaw.platform.Platform;
import thaw.platform.record.Arn;
import thaw.platform.record.Refused;
import thaw.platform.record.UrlConfig;

/** Function URLs' configurations. Refuses to know the HTTP handler that serves them. */
final class UrlOperations {
  private static final String FUNCTION = "/2021-10-31/functions/{FunctionName}";
  private static final int ID_LENGTH = 32;
  private final Platform platform;
  private final SecureRandom random = new SecureRandom();

  UrlOperations(Platform platform) {
    this.platform = platform;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("CreateFunctionUrlConfig", "POST", FUNCTION + "/url", this::create),
        new Operation("GetFunctionUrlConfig", "GET", FUNCTION + "/url", this::get),
        new Operation("UpdateFunctionUrlConfig", "PUT", FUNCTION + "/url", this::update),
        new Operation("DeleteFunctionUrlConfig", "DELETE", FUNCTION + "/url", this::delete),
        new Operation("ListFunctionUrlConfigs", "GET", FUNCTION + "/urls", this::list));
  }

  private Response create(ApiRequest request) {
    Input input = request.input();
    String auth = input.required("AuthType");
    @Nullable String mode = input.textOrNull("InvokeMode");
    @Nullable JsonNode cors = cors(input);
    FunctionReference function = request.function();
    requireFunction(function);
    FunctionOperations.requireNoTenants(platform, function, "A function URL");
    if (platform.attachments().url(function.name(), function.qualifierOrEmpty()).isPresent()) {
      throw Refused.conflict(
          "Failed to create function url config for [functionArn = "
              + function.arn()
              + "]. Error message:  FunctionUrlConfig exists for this Lambda function");
    }
    long now = System.currentTimeMillis();
    UrlConfig url = new UrlConfig(newId(), function.qualifierOrEmpty(), auth, cors, mode, now, now);
    platform.attachments().putUrl(function.name(), url);
    ObjectNode node = shape(request, function.name(), url);
    node.remove("LastModifiedTime"); // as recorded
    return Response.json(201, node);
  }

  private void requireFunction(FunctionReference function) {
    if (platform
        .catalog()
        .find(function.name())
        .flatMap(known -> known.version(function.qualifierOrEmpty()))
        .isEmpty()) {
      throw Refused.notFound("Function does not exist");
    }
  }

  private String newId() {
    String digits = new BigInteger(ID_LENGTH * 5, random).toString(32);
    return "0".repeat(ID_LENGTH - digits.length()) + digits;
  }

  private static @Nullable JsonNode cors(Input input) {
    input.object("Cors").ifPresent(cors -> cors.flag("AllowCredentials"));
    return input.node("Cors").orElse(null);
  }

  private static ObjectNode shape(ApiRequest request, String function, UrlConfig url) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("FunctionUrl", UrlAddress.url(url.id(), URI.create(request.origin()).getPort()))
        .put("FunctionArn", Arn.function(function, url.qualifier()))
        .put("AuthType", url.authType())
        .put("CreationTime", ApiTimes.withMicros(url.createdMillis()))
        .put("LastModifiedTime", ApiTimes.withMicros(url.modifiedMillis()));
    if (url.invokeMode() != null) {
      node.put("InvokeMode", url.invokeMode());
    }
    if (url.cors() != null) {
      node.set("Cors", url.cors());
    }
    return node;
  }

  private UrlConfig existing(FunctionReference function) {
    return platform
        .attachments()
        .url(function.name(), function.qualifierOrEmpty())
        .orElseThrow(() -> Refused.notFound("The resource you requested does not exist."));
  }

  private Response get(ApiRequest request) {
    FunctionReference function = request.function();
    UrlConfig url = existing(function);
    return Response.json(described(request, function.name(), url));
  }

  /**
   * Describes a function URL. As recorded, the default mode is shown here, but not in the answer to
   * a URL's creation or change.
   */
  private static ObjectNode described(ApiRequest request, String function, UrlConfig url) {
    ObjectNode node = shape(request, function, url);
    if (url.invokeMode() == null) {
      node.put("InvokeMode", "BUFFERED");
    }
    return node;
  }

  private Response update(ApiRequest request) {
    Input input = request.input();
    Optional<String> auth = input.text("AuthType");
    Optional<String> mode = input.text("InvokeMode");
    @Nullable JsonNode cors = cors(input);
    FunctionReference function = request.function();
    requireFunction(function);
    UrlConfig before = existing(function);
    UrlConfig url =
        new UrlConfig(
            before.id(),
            before.qualifier(),
            auth.orElse(before.authType()),
            cors == null ? before.cors() : cors,
            mode.isPresent() ? mode.get() : before.invokeMode(),
            before.createdMillis(),
            System.currentTimeMillis());
    platform.attachments().putUrl(function.name(), url);
    return Response.json(shape(request, function.name(), url));
  }

  private Response delete(ApiRequest request) {
    FunctionReference function = request.function();
    existing(function);
    platform.attachments().deleteUrl(function.name(), function.qualifierOrEmpty());
    return Response.nothing();
  }

  private Response list(ApiRequest request) {
    String function = request.function().name();
    return ListPage.of("FunctionUrlConfigs")
        .answer(
            request,
            platform.attachments().urls(function),
            url -> "url:" + url.qualifier(),
            url -> described(request, function, url));
  }
}
