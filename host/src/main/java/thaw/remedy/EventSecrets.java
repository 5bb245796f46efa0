package thaw.remedy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Set;

/** What an event of API Gateway has that is nobody's to keep in sources. */
public final class EventSecrets {
  private static final Set<String> HEADERS =
      Set.of("authorization", "cookie", "x-api-key", "x-amz-security-token");

  private EventSecrets() {}

  /** Removes credentials, cookies and keys. */
  public static void remove(ObjectNode event) {
    event.remove("cookies");
    for (String headers : Set.of("headers", "multiValueHeaders")) {
      if (event.path(headers) instanceof ObjectNode of) {
        of.properties().removeIf(each -> HEADERS.contains(each.getKey().toLowerCase(Locale.ROOT)));
      }
    }
  }
}
