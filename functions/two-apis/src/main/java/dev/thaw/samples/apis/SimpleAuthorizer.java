package dev.thaw.samples.apis;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.List;
import java.util.Map;

/** An authorizer of an HTTP API that answers yes or no. */
public final class SimpleAuthorizer
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> event, Context context) {
    List<?> identity = (List<?>) event.get("identitySource");
    if (identity.contains("broken")) {
      throw new IllegalStateException("no authorizer today");
    }
    return Map.of(
        "isAuthorized", identity.contains("pepper"), "context", Map.of("floor", 3, "keeper", true));
  }
}
