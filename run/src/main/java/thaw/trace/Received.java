package thaw.trace;

import java.util.Map;
import java.util.Optional;

/**
 * A span that a function sent.
 *
 * @param span with the function's own ids and times
 * @param inProgress sent before its end, which another one will tell
 * @param invocationId the request that it says it is of
 * @param service the function that it says it is of
 */
record Received(
    Span span, boolean inProgress, Optional<String> invocationId, Optional<String> service) {
  /** The bytes of a span without texts: objects, table entries. */
  private static final int OWN_BYTES = 400;

  /** Returns the approximate size in memory. */
  int bytes() {
    int characters = span.name().length();
    for (Map.Entry<String, String> attribute : span.attributes().entrySet()) {
      characters += attribute.getKey().length() + attribute.getValue().length() + 48;
    }
    return OWN_BYTES + characters;
  }
}
