package thaw.platform.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A resource policy: kept and given back. Nothing is decided by it, except at function URLs.
 *
 * @param statements by Sid, in the order in which they came
 */
public record ResourcePolicy(Map<String, JsonNode> statements, String revisionId) {
  /** AWS's limit for a function's policy. */
  private static final int LARGEST_BYTES = 20 * 1024;

  public static final ResourcePolicy EMPTY = new ResourcePolicy(Map.of(), "");

  public ResourcePolicy with(String sid, JsonNode statement) {
    if (statements.containsKey(sid)) {
      throw Refused.conflict(
          "The statement id ("
              + sid
              + ") provided already exists. Please provide a new statement id, or remove the"
              + " existing statement.");
    }
    Map<String, JsonNode> more = new LinkedHashMap<>(statements);
    more.put(sid, statement);
    if (more.values().toString().length() > LARGEST_BYTES) {
      throw new Refused(
          Refused.Reason.POLICY_LENGTH_EXCEEDED,
          "The final policy size is bigger than the limit (" + LARGEST_BYTES + ").");
    }
    return new ResourcePolicy(more, FunctionVersion.newRevision());
  }

  public ResourcePolicy without(String sid) {
    if (!statements.containsKey(sid)) {
      throw Refused.notFound("Statement " + sid + " is not found in resource policy.");
    }
    Map<String, JsonNode> fewer = new LinkedHashMap<>(statements);
    fewer.remove(sid);
    return new ResourcePolicy(fewer, FunctionVersion.newRevision());
  }
}
