package thaw.lambdaapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Pattern;
import thaw.lambdaapi.invoke.ApiError;
import thaw.platform.record.ResourcePolicy;

/** Resource policies and their statements, as recorded on AWS (2024-11, test_lambda_api). */
final class PolicyShapes {
  /** Alexa's services have names of their own. */
  private static final Pattern SERVICE =
      Pattern.compile(
          "[a-z0-9.-]+\\.amazonaws\\.com(\\.cn)?|alexa-(appkit|connectedhome)\\.amazon\\.com");

  private static final Pattern ACCOUNT = Pattern.compile("\\d{12}");
  private static final Pattern IDENTITY = Pattern.compile("arn:(aws[a-zA-Z-]*):(iam|sts)::.+");

  private PolicyShapes() {}

  /** An Allow without conditions. */
  static ObjectNode statement(String sid, String principal, String action, String resource) {
    ObjectNode statement = JsonNodeFactory.instance.objectNode();
    statement.put("Sid", sid).put("Effect", "Allow");
    if (principal.equals("*")) {
      statement.put("Principal", "*");
    } else if (SERVICE.matcher(principal).matches()) {
      statement.putObject("Principal").put("Service", principal);
    } else if (ACCOUNT.matcher(principal).matches()) {
      statement.putObject("Principal").put("AWS", "arn:aws:iam::" + principal + ":root");
    } else if (IDENTITY.matcher(principal).matches()) {
      statement.putObject("Principal").put("AWS", principal);
    } else {
      throw ApiError.invalidParameter(
              "The provided principal was invalid. Please check the principal and try again.")
          .refusal();
    }
    return statement.put("Action", action).put("Resource", resource);
  }

  static void condition(ObjectNode statement, String operator, String key, Optional<String> value) {
    value.ifPresent(
        text -> statement.withObject("/Condition").withObject("/" + operator).put(key, text));
  }

  /** The policy's document as a text inside of JSON, as the API has it. */
  static ObjectNode document(ResourcePolicy policy) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    policy.head().forEach(document::put);
    document.putArray("Statement").addAll(policy.statements().values());
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    return node.put("Policy", document.toString()).put("RevisionId", policy.revisionId());
  }
}
