package thaw.lambdaapi;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.function.Region;
import thaw.http.RequestTarget;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Input;
import thaw.lambdaapi.invoke.Operation;
import thaw.lambdaapi.invoke.QueryFault;

/**
 * Answers what tools ask other services of AWS before they call a function, where {@code
 * AWS_ENDPOINT_URL} leads all of them here: who they are and which role they take (STS), which
 * resources a stack has (CloudFormation), where a function's URL is (Cloud Control); SAM CLI asks
 * all of these; and what a function has written (CloudWatch Logs). Every other action is refused in
 * the form that clients of these services read.
 *
 * @see <a href="https://smithy.io/2.0/aws/protocols/aws-query-protocol.html">AWS query protocol</a>
 */
final class QueryOperations {
  /**
   * The limit in bytes on the request of the one operation that has all actions; none of them
   * changes anything.
   */
  private static final int LIMIT_BYTES = 64 * 1024;

  private static final String FORM = "application/x-www-form-urlencoded";

  /** Itself, its text, and the text's parts. */
  private static final int COPIES = 4;

  private static final String CLOUD_FORMATION =
      "http://cloudformation.amazonaws.com/doc/2010-05-15/";
  private static final String STS = "https://sts.amazonaws.com/doc/2011-06-15/";
  private static final String CLOUD_CONTROL = "CloudApiService.GetResource";

  /** The actions by which tools begin a deployment. */
  private static final Set<String> DEPLOYING =
      Set.of(
          "CreateChangeSet",
          "CreateStack",
          "UpdateStack",
          "ExecuteChangeSet",
          "DeleteStack",
          "GetTemplateSummary",
          "ValidateTemplate");

  private final StackOperations stack;
  private final LogOperations logs;

  QueryOperations(StackOperations stack, LogOperations logs) {
    this.stack = stack;
    this.logs = logs;
  }

  List<Operation> operations() {
    return List.of(new Operation(Operation.QUERY, "POST", "/", this::answer));
  }

  private Response answer(ApiRequest request) {
    byte[] body = request.content().whole(LIMIT_BYTES, COPIES);
    if (request.header("Content-Type").filter(type -> type.startsWith(FORM)).isEmpty()) {
      String target = request.header("X-Amz-Target").orElse("");
      if (target.equals(CLOUD_CONTROL)) {
        return stack.resource(request, Input.parse(body));
      }
      if (target.equals(LogOperations.FILTER)) {
        return logs.filter(request, Input.parse(body));
      }
      throw ApiError.unknownOperation(target.isEmpty() ? "POST /" : target + " (POST /)").refusal();
    }
    Map<String, String> form = form(new String(body, StandardCharsets.UTF_8));
    String action = form.getOrDefault("Action", "");
    try {
      return switch (action) {
        case "GetCallerIdentity" -> QueryXml.of(STS, action, identity(), request.id());
        case "AssumeRole" ->
            QueryXml.of(STS, action, AssumedRole.of(form, Instant.now()).xml(), request.id());
        default -> stack(request, action, form);
      };
    } catch (QueryFault fault) {
      return QueryXml.error("ValidationError", fault.text(), request.id());
    }
  }

  private static Map<String, String> form(String body) {
    Map<String, String> form = new HashMap<>();
    RequestTarget.parameters(body).forEach((name, values) -> form.put(name, values.getFirst()));
    return form;
  }

  private static String identity() {
    String account = Region.ACCOUNT;
    return QueryXml.text("Arn", "arn:aws:iam::" + account + ":root")
        + QueryXml.text("UserId", account)
        + QueryXml.text("Account", account);
  }

  private Response stack(ApiRequest request, String action, Map<String, String> form)
      throws QueryFault {
    return stack
        .answer(action, form)
        .map(result -> QueryXml.of(CLOUD_FORMATION, action, result, request.id()))
        .orElseGet(() ->
            QueryXml.error(
                "InvalidAction",
                "Thaw does not support the action "
                    + action
                    + (DEPLOYING.contains(action) ? ": " + StackOperations.NO_TARGET : ""),
                request.id()));
  }
}
