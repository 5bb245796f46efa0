package thaw.gateway;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import thaw.http.Answer;

/**
 * One page of a list. The marker names the page's last entry.
 *
 * @param name of the list's member
 * @param largest a page has no more, whatever MaxItems says
 * @param mostItems what MaxItems may be
 */
record Page(String name, int largest, int mostItems) {
  static Page of(String name) {
    return new Page(name, 50, 10_000);
  }

  /** Of lists whose MaxItems may be at most 50. */
  static Page small(String name) {
    return new Page(name, 50, 50);
  }

  /** Reads MaxItems and Marker of the request's query. */
  <T> Answer answer(
      ApiRequest request, List<T> all, Function<T, String> key, Function<T, ObjectNode> shape) {
    int size = Math.min(largest, request.queried("MaxItems").map(this::maxItems).orElse(largest));
    int from = request.queried("Marker").map(marker -> after(all, key, marker)).orElse(0);
    int to = Math.min(all.size(), from + size);
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    var entries = page.putArray(name);
    all.subList(from, to).forEach(entry -> entries.add(shape.apply(entry)));
    if (to < all.size()) {
      page.put("NextMarker", encoded(key.apply(all.get(to - 1))));
    }
    return Answer.json(page);
  }

  private static String encoded(String key) {
    return Base64.getUrlEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
  }

  private static <T> int after(List<T> all, Function<T, String> key, String marker) {
    for (int i = 0; i < all.size(); i++) {
      if (encoded(key.apply(all.get(i))).equals(marker)) {
        return i + 1;
      }
    }
    throw ApiError.invalidParameter("Invalid Marker").refusal();
  }

  private int maxItems(String text) {
    boolean number = text.matches("-?\\d{1,9}");
    int value = number ? Integer.parseInt(text) : 0;
    if (value < 1) {
      throw ApiError.validation(
              text, "maxItems", "Member must have value greater than or equal to 1")
          .refusal();
    }
    if (value > mostItems) {
      throw ApiError.validation(
              text, "maxItems", "Member must have value less than or equal to " + mostItems)
          .refusal();
    }
    return value;
  }
}
