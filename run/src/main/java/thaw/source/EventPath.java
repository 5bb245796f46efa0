package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of JSONPath that EventBridge knows: {@code $}, members and indexes. */
final class EventPath {
  private static final Pattern STEP =
      Pattern.compile("\\.([^.\\[\\]]+)|\\[(\\d+)]|\\['([^']*)']|\\[\"([^\"]*)\"]");

  private EventPath() {}

  /** Missing where there is none. */
  static JsonNode read(JsonNode event, String path) {
    JsonNode node = event;
    Matcher matcher = STEP.matcher(path);
    int at = path.startsWith("$") ? 1 : 0;
    while (at < path.length()) {
      if (!matcher.find(at) || matcher.start() != at) {
        return MissingNode.getInstance();
      }
      node =
          matcher.group(2) == null
              ? node.path(member(matcher))
              : node.path(Integer.parseInt(matcher.group(2)));
      at = matcher.end();
    }
    return node;
  }

  private static String member(Matcher matcher) {
    for (int group : new int[] {1, 3, 4}) {
      if (matcher.group(group) != null) {
        return matcher.group(group);
      }
    }
    return "";
  }
}
