package thaw.apigateway;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.problem.Spelling;

/** The hint in the answer to a request that no route takes, which names the API's routes. */
final class RoutesThere {
  private static final int MOST = 6;

  private RoutesThere() {}

  /** One line, with the routes that are most like the request in front. */
  static String instead(Api api, String method, String path) {
    List<ApiRoute> all =
        api.routes().stream()
            .filter(route -> !route.isPreflight())
            .sorted(
                Comparator.comparingInt((ApiRoute route) -> Spelling.distance(route.path(), path))
                    .thenComparing(route -> !route.method().equals(method)))
            .toList();
    String routes = all.stream().limit(MOST).map(ApiRoute::key).collect(Collectors.joining(", "));
    String more = all.size() > MOST ? " and " + (all.size() - MOST) + " more" : "";
    return "%s %s: the API %s has no such route; it has %s%s"
        .formatted(method, path, api.logicalId(), routes.isEmpty() ? "none" : routes, more);
  }
}
