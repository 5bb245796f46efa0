package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.CodeSigning;
import thaw.platform.Platform;
import thaw.platform.record.Arn;

/** Code signing configurations, and those of functions. */
final class CodeSigningOperations {
  private static final String BASE = "/2020-04-22/code-signing-configs";
  private static final String ONE = BASE + "/{CodeSigningConfigArn}";
  private static final String OF_FUNCTION =
      "/2020-06-30/functions/{FunctionName}/code-signing-config";
  private final Platform platform;
  private final CodeSigning signing;
  private final SecureRandom random = new SecureRandom();

  CodeSigningOperations(Platform platform) {
    this.platform = platform;
    this.signing = platform.resources().codeSigning();
  }

  List<Operation> operations() {
    KeptOperations kept =
        new KeptOperations(
            signing.configs(),
            "CodeSigningConfig",
            false,
            CodeSigningOperations::arn,
            _ -> Arn.codeSigningConfig(newId()),
            CodeSigningOperations::members);
    return List.of(
        new Operation("CreateCodeSigningConfig", "POST", BASE, kept::create),
        new Operation("ListCodeSigningConfigs", "GET", BASE, kept::list),
        new Operation("GetCodeSigningConfig", "GET", ONE, kept::get),
        new Operation("UpdateCodeSigningConfig", "PUT", ONE, kept::update),
        new Operation("DeleteCodeSigningConfig", "DELETE", ONE, kept::delete),
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

  private String newId() {
    HexFormat hex = HexFormat.of();
    return "csc-" + hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong(), 1);
  }

  private static Map<String, JsonNode> members(Input input, Map<String, JsonNode> before) {
    Map<String, JsonNode> members = new LinkedHashMap<>(before);
    for (String member : List.of("Description", "AllowedPublishers")) {
      input.node(member).ifPresent(node -> members.put(member, node));
    }
    Optional<String> policy =
        input.object(CodeSigning.POLICIES).flatMap(policies -> policies.text(CodeSigning.POLICY));
    if (policy.isPresent() || before.isEmpty()) {
      members.put(
          CodeSigning.POLICIES,
          JsonNodeFactory.instance.objectNode().put(CodeSigning.POLICY, policy.orElse("Warn")));
    }
    return members;
  }

  private Response users(ApiRequest request) {
    return ListPage.of("FunctionArns")
        .answer(
            request,
            signing.configs().users(arn(request)),
            function -> function,
            TextNode::valueOf);
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
    signing.requireUsable(arn); // which AWS looks for before the function
    String function = function(request);
    signing.attach(function, arn);
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
    signing.detach(function(request));
    return Response.nothing();
  }
}
