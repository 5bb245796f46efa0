package thaw.platform.record;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A pattern that a policy's statement names: actions or resources, in any case, with {@code *} for
 * any text and {@code ?} for one character.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_action.html">Action</a>
 */
public final class PolicyPattern {
  private PolicyPattern() {}

  /**
   * @param patterns one text or several
   */
  public static boolean anyMatches(JsonNode patterns, String text) {
    if (patterns.isTextual()) {
      return matches(patterns.textValue(), text);
    }
    for (JsonNode pattern : patterns) {
      if (matches(pattern.asText(), text)) {
        return true;
      }
    }
    return false;
  }

  /** Goes back to the last star only, so many stars take no longer. */
  static boolean matches(String pattern, String text) {
    int at = 0;
    int from = 0;
    int star = -1;
    int mark = 0;
    while (from < text.length()) {
      boolean isLeft = at < pattern.length();
      if (isLeft && pattern.charAt(at) == '*') {
        star = at++;
        mark = from;
      } else if (isLeft
          && (pattern.charAt(at) == '?' || isSame(pattern.charAt(at), text.charAt(from)))) {
        at++;
        from++;
      } else if (star >= 0) {
        at = star + 1;
        from = ++mark;
      } else {
        return false;
      }
    }
    return pattern.substring(at).chars().allMatch(character -> character == '*');
  }

  private static boolean isSame(char one, char other) {
    return Character.toLowerCase(one) == Character.toLowerCase(other);
  }
}
