package thaw.apigateway;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.Api;
import thaw.function.ApiRoute;

/**
 * The routes of one API, in the order of their precedence.
 *
 * <p>REST APIs: segment by segment a text before a parameter before a greedy parameter; the method
 * counts, so that a less specific path with the method is found, as recorded on AWS (LocalStack's
 * test_apigateway_common, TestApigatewayRouting). HTTP APIs: paths without a greedy parameter
 * first.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html">
 *     Routing API requests</a>
 */
final class Router {
  private final List<Entry> entries = new ArrayList<>();
  private final boolean slashesCount;
  private final Optional<ApiRoute> otherwise;

  private record Entry(ApiRoute route, List<String> segments, boolean greedy) {
    boolean takes(String method) {
      return route.method().equals(method) || route.method().equals(ApiRoute.ANY);
    }
  }

  /**
   * A route that takes a request.
   *
   * @param parameters of the path
   */
  record Match(ApiRoute route, Map<String, String> parameters) {}

  Router(Api.Kind kind, List<ApiRoute> routes) {
    boolean http = kind == Api.Kind.HTTP;
    this.slashesCount = http;
    this.otherwise =
        routes.stream().filter(route -> route.path().equals(ApiRoute.OTHERWISE)).findFirst();
    for (ApiRoute route : routes) {
      if (!route.path().equals(ApiRoute.OTHERWISE)) {
        entries.add(new Entry(route, segments(route.path()), route.path().endsWith("+}")));
      }
    }
    Comparator<Entry> bySegment = Router::compareSegments;
    Comparator<Entry> byMethod =
        Comparator.comparing(entry -> entry.route().method().equals(ApiRoute.ANY));
    Comparator<Entry> order = bySegment.thenComparing(byMethod);
    entries.sort(http ? Comparator.comparing(Entry::greedy).thenComparing(order) : order);
  }

  private List<String> segments(String path) {
    int begin = 0;
    int end = path.length();
    if (slashesCount) {
      begin = Math.min(1, end);
    } else {
      while (begin < end && path.charAt(begin) == '/') {
        begin++;
      }
      while (end > begin && path.charAt(end - 1) == '/') {
        end--;
      }
    }
    List<String> segments = new ArrayList<>();
    for (int i = begin; i <= end && begin < path.length(); i++) {
      if (i == end || path.charAt(i) == '/') {
        segments.add(path.substring(begin, i));
        begin = i + 1;
      }
    }
    if (slashesCount && path.length() > 1 && path.endsWith("/")) {
      segments.add("");
    }
    return segments;
  }

  private static int compareSegments(Entry a, Entry b) {
    int common = Math.min(a.segments().size(), b.segments().size());
    for (int i = 0; i < common; i++) {
      int difference =
          Integer.compare(vagueness(a.segments().get(i)), vagueness(b.segments().get(i)));
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(b.segments().size(), a.segments().size());
  }

  private static int vagueness(String segment) {
    if (!segment.startsWith("{")) {
      return 0;
    }
    return segment.endsWith("+}") ? 2 : 1;
  }

  /**
   * @param path of the request, without its stage; percent-encoded as the API hands it on
   */
  Optional<Match> find(String method, String path) {
    List<String> segments = segments(path);
    for (Entry entry : entries) {
      if (entry.takes(method) && fits(entry, segments)) {
        return Optional.of(new Match(entry.route(), parameters(entry, segments)));
      }
    }
    return otherwise.map(route -> new Match(route, Map.of()));
  }

  private static boolean fits(Entry entry, List<String> path) {
    List<String> wanted = entry.segments();
    if (entry.greedy() ? path.size() < wanted.size() : path.size() != wanted.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      String segment = wanted.get(i);
      boolean rest = i == wanted.size() - 1 && entry.greedy() && path.size() > wanted.size();
      boolean fits =
          segment.startsWith("{") ? rest || !path.get(i).isEmpty() : segment.equals(path.get(i));
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> parameters(Entry entry, List<String> path) {
    Map<String, String> parameters = new LinkedHashMap<>();
    List<String> wanted = entry.segments();
    for (int i = 0; i < wanted.size(); i++) {
      String segment = wanted.get(i);
      if (segment.endsWith("+}")) {
        parameters.put(
            segment.substring(1, segment.length() - 2),
            String.join("/", path.subList(i, path.size())));
      } else if (segment.startsWith("{")) {
        parameters.put(segment.substring(1, segment.length() - 1), path.get(i));
      }
    }
    return parameters;
  }
}
