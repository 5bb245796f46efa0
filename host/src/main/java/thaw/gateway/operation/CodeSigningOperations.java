package thaw.gateway.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.gateway.request.ApiRequest;
import thaw.gateway.request.ApiTimes;
import thaw.gateway.request.FunctionReference;
import thaw.gateway.request.Input;
import thaw.gateway.request.ListPage;
import thaw.gateway.request.Operation;
import thaw.http.Response;
import thaw.platform.Platform;
import thaw.platform.catalog.resource.CodeSigningConfigs;
import thaw.platform.record.resource.CodeSigningConfig;

/** Code signing configurations, and those of functions. */
public final class CodeSigningOperations {
  private static final String BASE = "/2020-04-22/code-signing-configs";
  private static final String ONE = BASE + "/{CodeSigningConfigArn}";
  private static final String OF_FUNCTION =
      "/2020-06-30/functions/{FunctionName}/code-signing-config";
  private final Platform platform;
  private final CodeSigningConfigs configs;

  public CodeSigningOperations(Platform platform) {
    this.platform = platform;
    this.configs = platform.resources().codeSigning();
  }

  public List<Operation> operations() {
    return List.of(
        new Operation("CreateCodeSigningConfig", "POST", BASE, this::create),
        new Operation("ListCodeSigningConfigs", "GET", BASE, this::list),
        new Operation("GetCodeSigningConfig", "GET", ONE, this::get),
        new Operation("UpdateCodeSigningConfig", "PUT", ONE, this::update),
        new Operation("DeleteCodeSigningConfig", "DELETE", ONE, this::delete),
        new Operation("ListFunctionsByCodeSigningConfig", "GET", ONE + "/functions", this::users),
        new Operation("PutFunctionCodeSigningConfig", "PUT", OF_FUNCTION, this::attach),
        new Operation("GetFunctionCodeSigningConfig", "GET", OF_FUNCTION, this::attached),
        new Operation("DeleteFunctionCodeSigningConfig", "DELETE", OF_FUNCTION, this::detach));
  }

  /** The member of CreateFunction and others. */
  static Optional<String> arn(Input input) {
    return input.text("CodeSigningConfigArn");
  }

  private static String arn(ApiRequest request) {
    return request.parameter("CodeSigningConfigArn");
  }

  private static CodeSigningConfigs.About about(Input input) {
    @Nullable String description = input.textOrNull("Description");
    Optional<List<String>> publishers =
        input
            .object("AllowedPublishers")
            .flatMap(allowed -> allowed.texts("SigningProfileVersionArns"));
    Optional<String> policy =
        input
            .object("CodeSigningPolicies")
            .flatMap(policies -> policies.text("UntrustedArtifactOnDeployment"));
    return new CodeSigningConfigs.About(description, publishers.orElse(null), policy.orElse(null));
  }

  private Response create(ApiRequest request) {
    Input input = request.input();
    CodeSigningConfigs.About about = about(input);
    Map<String, String> tags = input.textMap("Tags").orElse(Map.of());
    TagOperations.requireFew(tags);
    return Response.json(201, described(configs.create(about, tags)));
  }

  private static ObjectNode described(CodeSigningConfig config) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("CodeSigningConfig", shape(config));
    return node;
  }

  private static ObjectNode shape(CodeSigningConfig config) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("CodeSigningConfigId", config.id()).put("CodeSigningConfigArn", config.arn());
    if (config.description() != null) {
      node.put("Description", config.description());
    }
    ArrayNode publishers =
        node.putObject("AllowedPublishers").putArray("SigningProfileVersionArns");
    config.publishers().forEach(publishers::add);
    node.putObject("CodeSigningPolicies").put("UntrustedArtifactOnDeployment", config.policy());
    return node.put("LastModified", ApiTimes.withMillis(config.modifiedMillis()));
  }

  private Response list(ApiRequest request) {
    return ListPage.of("CodeSigningConfigs")
        .answer(request, configs.all(), CodeSigningConfig::arn, CodeSigningOperations::shape);
  }

  private Response get(ApiRequest request) {
    return Response.json(described(configs.get(arn(request))));
  }

  private Response update(ApiRequest request) {
    Input input = request.input();
    CodeSigningConfigs.About about = about(input);
    return Response.json(described(configs.update(arn(request), about)));
  }

  private Response delete(ApiRequest request) {
    configs.delete(arn(request));
    return Response.nothing();
  }

  private Response users(ApiRequest request) {
    return ListPage.of("FunctionArns")
        .answer(request, configs.functions(arn(request)), function -> function, TextNode::valueOf);
  }

  /** The function that a request names, which must be there. */
  private String function(ApiRequest request) {
    FunctionReference function =
        request
            .function()
            .unqualified(
                "This operation is permitted on Lambda functions only. Aliases and versions do not"
                    + " support this operation. Please specify either a function name or an"
                    + " unqualified function ARN.");
    return platform.catalog().get(function.name()).name();
  }

  private Response attach(ApiRequest request) {
    String arn = request.input().required("CodeSigningConfigArn");
    configs.requireUsable(arn); // which AWS looks for before the function
    String function = function(request);
    configs.attach(function, arn);
    return Response.json(shape(function, arn));
  }

  private static ObjectNode shape(String function, String arn) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("CodeSigningConfigArn", arn)
        .put("FunctionName", function);
  }

  /**
   * Tells which configuration a function has. Where it has none, AWS answers without the members
   * that its model requires (recorded).
   */
  private Response attached(ApiRequest request) {
    String function = function(request);
    String arn = platform.catalog().get(function).codeSigningConfig();
    return Response.json(
        arn == null ? JsonNodeFactory.instance.objectNode() : shape(function, arn));
  }

  private Response detach(ApiRequest request) {
    configs.detach(function(request));
    return Response.nothing();
  }
}
