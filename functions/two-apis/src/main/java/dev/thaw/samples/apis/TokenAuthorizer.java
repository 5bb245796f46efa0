package dev.thaw.samples.apis;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.List;
import java.util.Map;

/**
 * A TOKEN authorizer of a REST API. {@code Bearer pepper} may do all but delete; {@code Bearer
 * stranger} is refused with 401, {@code Bearer broken} with 500, all others with 403.
 */
public final class TokenAuthorizer
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    String token = String.valueOf(event.get("authorizationToken"));
    System.out.println("asked about " + token);
    switch (token) {
      case "Bearer stranger":
        throw new IllegalArgumentException("Unauthorized");
      case "Bearer broken":
        throw new IllegalStateException("no authorizer today");
      case "Bearer nobody":
        return policy("nobody", List.of(statement("Allow", "arn:aws:execute-api:*:*:other/*")));
      case "Bearer pepper":
        return policy("pepper", List.of(statement("Allow", any(event))));
      default:
        return policy("somebody", List.of(statement("Deny", any(event))));
    }
  }

  /** All of the API's stage. */
  private static String any(Map<String, Object> event) {
    String[] parts = String.valueOf(event.get("methodArn")).split("/");
    return parts[0] + "/" + parts[1] + "/*";
  }

  private static Map<String, Object> statement(String effect, String resource) {
    return Map.of("Action", "execute-api:Invoke", "Effect", effect, "Resource", resource);
  }

  private static Map<String, Object> policy(String principal, List<Map<String, Object>> statements) {
    return Map.of(
        "principalId", principal,
        "policyDocument", Map.of("Version", "2012-10-17", "Statement", statements),
        "context", Map.of("floor", 3, "keeper", true));
  }
}
