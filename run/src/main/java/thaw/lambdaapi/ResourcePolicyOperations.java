package thaw.lambdaapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.ResourcePolicy;

/** Resource policies as whole documents: the same that {@link PermissionOperations} changes. */
final class ResourcePolicyOperations {
  private static final String POLICY = "/2026-07-09/resource-policy/{ResourceArn}";
  private static final Pattern RUNTIME = Pattern.compile("[^/]*:runtime/.*");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Platform platform;

  ResourcePolicyOperations(Platform platform) {
    this.platform = platform;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("GetResourcePolicy", "GET", POLICY, this::get),
        new Operation("PutResourcePolicy", "PUT", POLICY, this::put),
        new Operation("DeleteResourcePolicy", "DELETE", POLICY, this::delete));
  }

  private FunctionReference function(ApiRequest request) {
    String arn = request.parameter("ResourceArn");
    if (RUNTIME.matcher(arn).matches()) {
      throw ApiError.notSupported(
              "resource policies of runtimes",
              "nobody but the owner of this machine uses its runtimes: " + arn)
          .refusal();
    }
    FunctionReference function = FunctionReference.of(arn, Optional.empty());
    PermissionOperations.requireQualifier(platform, function);
    return function;
  }

  private Response get(ApiRequest request) {
    FunctionReference function = function(request);
    return Response.json(
        PolicyShapes.document(
            platform.attachments().policy(function.name(), function.qualifierOrEmpty())));
  }

  private Response put(ApiRequest request) {
    Input input = request.input();
    String text = input.required("Policy");
    @Nullable String revision = input.textOrNull("RevisionId");
    FunctionReference function = function(request);
    ResourcePolicy policy = policy(text);
    platform
        .attachments()
        .putPolicy(function.name(), function.qualifierOrEmpty(), policy, revision);
    return Response.json(PolicyShapes.document(policy));
  }

  private static ResourcePolicy policy(String text) {
    JsonNode document;
    try {
      document = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw invalid("it is not valid JSON: " + e.getOriginalMessage());
    }
    if (!document.isObject()) {
      throw invalid("it is not a JSON object");
    }
    Map<String, String> head = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : document.properties()) {
      if (!member.getKey().equals("Statement")) {
        head.put(member.getKey(), head(member.getKey(), member.getValue()));
      }
    }
    if (!head.containsKey("Version")) {
      throw invalid("it has no Version");
    }
    Map<String, JsonNode> statements = new LinkedHashMap<>();
    JsonNode written = document.path("Statement");
    for (JsonNode statement : written.isObject() ? List.of(written) : written) {
      requireStatement(statement);
      String sid = statement.path("Sid").asText("");
      String key = sid.isEmpty() ? "statement " + (statements.size() + 1) : sid;
      if (statements.put(key, statement) != null) {
        throw invalid("two statements have the Sid " + sid);
      }
    }
    if (statements.isEmpty()) {
      throw invalid("it has no Statement");
    }
    return new ResourcePolicy(statements, FunctionVersion.newRevision(), head);
  }

  private static String head(String member, JsonNode value) {
    boolean known =
        switch (member) {
          case "Version" -> List.of("2012-10-17", "2008-10-17").contains(value.asText());
          case "Id" -> value.isTextual();
          default -> false;
        };
    if (!known) {
      throw invalid("its member " + member + " cannot be " + value);
    }
    return value.asText();
  }

  private static void requireStatement(JsonNode statement) {
    if (!List.of("Allow", "Deny").contains(statement.path("Effect").asText())) {
      throw invalid("the Effect of a statement must be Allow or Deny: " + statement);
    }
    requireOneOf(statement, "Principal", "NotPrincipal");
    requireOneOf(statement, "Action", "NotAction");
    requireOneOf(statement, "Resource", "NotResource");
    JsonNode conditions = statement.path("Condition");
    boolean shaped = conditions.isMissingNode() || conditions.isObject();
    for (JsonNode operator : conditions) {
      shaped &= operator.isObject();
    }
    if (!shaped) {
      throw invalid("the Condition of a statement must be an object of objects: " + statement);
    }
  }

  private static void requireOneOf(JsonNode statement, String member, String opposite) {
    if (statement.has(member) == statement.has(opposite)) {
      throw invalid("a statement must have " + member + " or " + opposite + ": " + statement);
    }
  }

  private static ApiError.Refusal invalid(String reason) {
    return ApiError.invalidParameter("The provided policy document is not valid: " + reason)
        .refusal();
  }

  private Response delete(ApiRequest request) {
    Optional<String> revision = request.queried("RevisionId");
    FunctionReference function = function(request);
    platform
        .attachments()
        .deletePolicy(function.name(), function.qualifierOrEmpty(), revision.orElse(null));
    return Response.nothing();
  }
}
