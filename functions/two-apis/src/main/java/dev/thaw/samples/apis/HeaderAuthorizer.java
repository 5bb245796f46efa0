package dev.thaw.samples.apis;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.List;
import java.util.Map;

/** A REQUEST authorizer of a REST API: whoever says who he is, and into which room he wants. */
public final class HeaderAuthorizer
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  @Override
  @SuppressWarnings("unchecked")
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    Map<String, String> query = (Map<String, String>) event.get("queryStringParameters");
    String effect = "cellar".equals(query.get("room")) ? "Deny" : "Allow";
    return Map.of(
        "principalId", "user",
        "policyDocument",
            Map.of(
                "Version",
                "2012-10-17",
                "Statement",
                List.of(
                    Map.of(
                        "Action",
                        "execute-api:Invoke",
                        "Effect",
                        effect,
                        "Resource",
                        event.get("methodArn")))));
  }
}
