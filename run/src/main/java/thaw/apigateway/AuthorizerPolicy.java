package thaw.apigateway;

import com.fasterxml.jackson.databind.JsonNode;
import thaw.platform.record.PolicyPattern;

/**
 * A policy that an authorizer gives: whether it lets a request in. Statements with conditions or
 * with {@code NotAction} and {@code NotResource} are about what is not known here, and say nothing.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html">
 *     Output from a Lambda authorizer</a>
 */
final class AuthorizerPolicy {
  private static final String ACTION = "execute-api:Invoke";

  private AuthorizerPolicy() {}

  enum Decision {
    ALLOWED,
    DENIED,
    NOT_MENTIONED
  }

  /** Returns whether it has the form of a policy. */
  static boolean isOne(JsonNode policy) {
    JsonNode statements = policy.path("Statement");
    if (!policy.isObject() || !(statements.isArray() || statements.isObject())) {
      return false;
    }
    if (statements.isObject()) {
      return statements.path("Effect").isTextual();
    }
    for (JsonNode statement : statements) {
      if (!statement.path("Effect").isTextual()) {
        return false;
      }
    }
    return true;
  }

  static Decision decide(JsonNode policy, String methodArn) {
    JsonNode statements = policy.path("Statement");
    if (statements.isObject()) {
      return decision(statements, methodArn);
    }
    Decision decision = Decision.NOT_MENTIONED;
    for (JsonNode statement : statements) {
      Decision one = decision(statement, methodArn);
      if (one == Decision.DENIED) {
        return one;
      }
      decision = one == Decision.ALLOWED ? one : decision;
    }
    return decision;
  }

  private static Decision decision(JsonNode statement, String methodArn) {
    boolean applies =
        PolicyPattern.anyMatches(statement.path("Action"), ACTION)
            && PolicyPattern.anyMatches(statement.path("Resource"), methodArn)
            && statement.path("Condition").isEmpty();
    if (!applies) {
      return Decision.NOT_MENTIONED;
    }
    return switch (statement.path("Effect").asText()) {
      case "Allow" -> Decision.ALLOWED;
      case "Deny" -> Decision.DENIED;
      default -> Decision.NOT_MENTIONED;
    };
  }
}
