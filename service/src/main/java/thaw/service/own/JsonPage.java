package thaw.service.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A part of a list, as {@code MaxResults} and {@code NextToken} ask for it.
 *
 * @param next where the next page begins; none when it is the list's end
 */
record JsonPage<T>(List<T> items, int next) {
  private static final int NONE = -1;

  /**
   * @param most items of a page, unless the request asks for fewer
   */
  static <T> JsonPage<T> of(List<T> all, JsonNode request, int most) throws AwsError {
    int size = request.path("MaxResults").asInt(most);
    if (size < 1 || size > most) {
      throw new AwsError(
          "ValidationException",
          "1 validation error detected: Value '%d' at 'maxResults' failed to satisfy constraint: Member must have value between 1 and %d"
              .formatted(size, most));
    }
    String token = request.path("NextToken").asText("");
    if (!token.matches("\\d{0,9}") || !token.isEmpty() && Integer.parseInt(token) > all.size()) {
      throw new AwsError("InvalidNextTokenException", "The specified token is not valid.");
    }
    int from = token.isEmpty() ? 0 : Integer.parseInt(token);
    int to = Math.min(from + size, all.size());
    return new JsonPage<>(all.subList(from, to), to < all.size() ? to : NONE);
  }

  void tellNext(ObjectNode answer) {
    if (next != NONE) {
      answer.put("NextToken", Integer.toString(next));
    }
  }
}
