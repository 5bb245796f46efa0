package thaw.lambdaapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;

/**
 * One page of a list. The marker names the page's last entry.
 *
 * @param name of the list's member
 * @param largest a page has no more, whatever MaxItems says
 */
record ListPage(String name, int largest, Words words) {
  /** The names of paging parameters in a service. */
  private record Words(String most, String marker, String next) {
    static final Words LAMBDA = new Words("MaxItems", "Marker", "NextMarker");
    static final Words LAMBDA_CORE = new Words("maxResults", "nextToken", "NextToken");
  }

  ListPage(String name, int largest) {
    this(name, largest, Words.LAMBDA);
  }

  static ListPage of(String name) {
    return new ListPage(name, 50);
  }

  /** Makes the page of a list of the service lambda-core. */
  static ListPage ofRuntimes() {
    return new ListPage("Items", 100, Words.LAMBDA_CORE);
  }

  /** Reads the page's size and marker of the request's query. */
  <T> Response answer(
      ApiRequest request,
      List<T> all,
      Function<T, String> key,
      Function<T, ? extends JsonNode> shape) {
    return answer(request, all, key, shape, _ -> {});
  }

  /**
   * Answers as {@link #answer(ApiRequest, List, Function, Function)} does.
   *
   * @param more adds members beside the list
   */
  <T> Response answer(
      ApiRequest request,
      List<T> all,
      Function<T, String> key,
      Function<T, ? extends JsonNode> shape,
      Consumer<ObjectNode> more) {
    int size =
        Math.min(largest, request.queried(words.most()).map(Integer::parseInt).orElse(largest));
    int from = request.queried(words.marker()).map(marker -> after(all, key, marker)).orElse(0);
    int to = Math.min(all.size(), from + size);
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    more.accept(page);
    var entries = page.putArray(name);
    all.subList(from, to).forEach(entry -> entries.add(shape.apply(entry)));
    if (to < all.size()) {
      page.put(words.next(), encoded(key.apply(all.get(to - 1))));
    }
    return Response.json(page);
  }

  private static String encoded(String key) {
    return Base64.getUrlEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
  }

  private <T> int after(List<T> all, Function<T, String> key, String marker) {
    for (int i = 0; i < all.size(); i++) {
      if (encoded(key.apply(all.get(i))).equals(marker)) {
        return i + 1;
      }
    }
    throw ApiError.invalidParameter("Invalid " + capital(words.marker())).refusal();
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
