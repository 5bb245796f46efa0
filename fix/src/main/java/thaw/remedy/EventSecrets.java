package thaw.remedy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Set;

/**
 * Removes from an event of API Gateway what nobody may keep in sources. Bodies and queries stay as
 * they are: only their owner knows what is in them.
 */
public final class EventSecrets {
  private static final Set<String> HEADERS =
      Set.of(
          "authorization",
          "proxy-authorization",
          "cookie",
          "x-api-key",
          "x-amz-security-token",
          "x-amzn-oidc-accesstoken",
          "x-amzn-oidc-data");

  private EventSecrets() {}

  /** Removes credentials, cookies and keys, and what an authorizer said of the caller. */
  public static void remove(ObjectNode event) {
    event.remove(Set.of("cookies", "authorizationToken", "identitySource"));
    for (String headers : Set.of("headers", "multiValueHeaders")) {
      if (event.path(headers) instanceof ObjectNode of) {
        of.properties().removeIf(each -> HEADERS.contains(each.getKey().toLowerCase(Locale.ROOT)));
      }
    }
    if (event.path("requestContext") instanceof ObjectNode context) {
      context.remove("authorizer");
      if (context.path("identity") instanceof ObjectNode identity) {
        identity.remove(Set.of("apiKey", "apiKeyId", "accessKey"));
      }
    }
  }
}
