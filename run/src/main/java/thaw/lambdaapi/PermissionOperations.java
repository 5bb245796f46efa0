package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.FunctionReference;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.Platform;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;

/** Resource policies of functions, versions and aliases: accepted and given back. */
final class PermissionOperations {
  private static final String POLICY = "/2015-03-31/functions/{FunctionName}/policy";
  private final Platform platform;

  PermissionOperations(Platform platform) {
    this.platform = platform;
  }

  List<Operation> operations() {
    return List.of(
        new Operation("AddPermission", "POST", POLICY, this::add),
        new Operation("GetPolicy", "GET", POLICY, this::get),
        new Operation("RemovePermission", "DELETE", POLICY + "/{StatementId}", this::remove));
  }

  private Response add(ApiRequest request) {
    Input input = request.input();
    String sid = input.required("StatementId");
    String action = input.required("Action");
    String principal = input.required("Principal");
    Optional<String> source = input.text("SourceArn");
    Optional<String> account = input.text("SourceAccount");
    Optional<String> organisation = input.text("PrincipalOrgID");
    Optional<String> token = input.text("EventSourceToken");
    Optional<String> auth = input.text("FunctionUrlAuthType");
    Optional<Boolean> viaUrl = input.flag("InvokedViaFunctionUrl");
    FunctionReference reference = request.function();
    requireQualifier(platform, reference);
    ObjectNode statement = PolicyShapes.statement(sid, principal, action, reference.arn());
    PolicyShapes.condition(statement, "StringEquals", "AWS:SourceAccount", account);
    PolicyShapes.condition(statement, "StringEquals", "lambda:EventSourceToken", token);
    PolicyShapes.condition(statement, "StringEquals", "lambda:FunctionUrlAuthType", auth);
    PolicyShapes.condition(statement, "StringEquals", "aws:PrincipalOrgID", organisation);
    PolicyShapes.condition(
        statement, "Bool", "lambda:InvokedViaFunctionUrl", viaUrl.map(String::valueOf));
    PolicyShapes.condition(statement, "ArnLike", "AWS:SourceArn", source);
    platform
        .attachments()
        .addPermission(
            reference.name(),
            reference.qualifierOrEmpty(),
            sid,
            statement,
            input.textOrNull("RevisionId"));
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    return Response.json(201, answer.put("Statement", statement.toString()));
  }

  /** A policy may belong to what is named. */
  static void requireQualifier(Platform platform, FunctionReference reference) {
    String qualifier = reference.qualifierOrEmpty();
    FunctionRecord function = platform.catalog().get(reference.name());
    if (qualifier.equals(FunctionVersion.LATEST)) {
      throw ApiError.invalidParameter("We currently do not support adding policies for $LATEST.")
          .refusal();
    }
    if (function.version(qualifier).isEmpty()) {
      boolean alias = qualifier.matches("(?!^[0-9]+$)[a-zA-Z0-9-_]+");
      throw alias
          ? Refused.notFound("Cannot find alias arn: " + Arn.function(reference.name(), qualifier))
          : Refused.functionNotFound(Arn.function(reference.name(), qualifier));
    }
  }

  private Response get(ApiRequest request) {
    FunctionReference reference = request.function();
    return Response.json(
        PolicyShapes.document(
            platform.attachments().policy(reference.name(), reference.qualifierOrEmpty())));
  }

  private Response remove(ApiRequest request) {
    FunctionReference reference = request.function();
    platform
        .attachments()
        .removePermission(
            reference.name(),
            reference.qualifierOrEmpty(),
            request.parameter("StatementId"),
            request.queried("RevisionId").orElse(null));
    return Response.nothing();
  }
}
