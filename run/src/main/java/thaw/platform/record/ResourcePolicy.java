package thaw.platform.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A resource policy: kept and given back. Nothing is decided by it, except at function URLs.
 *
 * @param statements by Sid, in the order in which they came; those that have none by their number
 * @param head members of the document besides its statements
 */
public record ResourcePolicy(
    Map<String, JsonNode> statements, String revisionId, Map<String, String> head) {
  /** AWS's limit for a function's policy. */
  private static final int LARGEST_BYTES = 20 * 1024;

  private static final Map<String, String> DEFAULT_HEAD = head("2012-10-17", "default");

  public static final ResourcePolicy EMPTY = new ResourcePolicy(Map.of(), "");

  /** Documents of before a policy was put as a whole have no head. */
  @SuppressWarnings("ConstantValue")
  public ResourcePolicy {
    head = head == null ? DEFAULT_HEAD : head;
  }

  public ResourcePolicy(Map<String, JsonNode> statements, String revisionId) {
    this(statements, revisionId, DEFAULT_HEAD);
  }

  /** Returns the head's members in the order in which AWS shows them. */
  private static Map<String, String> head(String version, String id) {
    Map<String, String> head = new LinkedHashMap<>();
    head.put("Version", version);
    head.put("Id", id);
    return head;
  }

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
    int bytes = more.values().toString().length();
    if (bytes > LARGEST_BYTES) {
      throw new Refused(
          Refused.Reason.POLICY_LENGTH_EXCEEDED,
          "The final policy size (%d) is bigger than the limit (%d)."
              .formatted(bytes, LARGEST_BYTES));
    }
    return new ResourcePolicy(more, FunctionVersion.newRevision(), head);
  }

  /** Returns the policy with a statement of the platform's own, however large the policy is. */
  public ResourcePolicy withOwn(String sid, JsonNode statement) {
    Map<String, JsonNode> more = new LinkedHashMap<>(statements);
    more.put(sid, statement);
    return new ResourcePolicy(more, FunctionVersion.newRevision(), head);
  }

  public ResourcePolicy without(String sid) {
    if (!statements.containsKey(sid)) {
      throw Refused.notFound("Statement " + sid + " is not found in resource policy.");
    }
    Map<String, JsonNode> fewer = new LinkedHashMap<>(statements);
    fewer.remove(sid);
    return new ResourcePolicy(fewer, FunctionVersion.newRevision(), head);
  }
}
