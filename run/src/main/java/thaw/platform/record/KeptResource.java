package thaw.platform.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A resource of which the API keeps what its owner says and gives it back: a code signing
 * configuration or a capacity provider.
 *
 * @param members of the API's description, as they are shown
 */
public record KeptResource(
    String arn, Map<String, JsonNode> members, Map<String, String> tags, long modifiedMillis) {
  /** Returns the last part of the ARN: its name, or the id that it was given. */
  public String id() {
    return id(arn);
  }

  public static String id(String arn) {
    return arn.substring(arn.lastIndexOf(':') + 1);
  }

  public KeptResource withTags(Map<String, String> other) {
    return new KeptResource(arn, members, other, modifiedMillis);
  }
}
