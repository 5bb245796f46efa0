package thaw.app.choice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request that somebody says a function serves.
 *
 * @param method in upper case, or ANY
 * @param path with parameters in braces: {@code /products/{id}}
 * @param values of parameters by name, each of the type that is wanted
 * @param origin who says so, for people
 */
record KnownRequest(String method, String path, Map<String, String> values, String origin) {
  static final String ANY = "ANY";

  /** The value of a parameter of which no type is known. */
  static final String VALUE = "1";

  /** The order in which requests are taken: reads, those without parameters, no health checks. */
  static final Comparator<KnownRequest> BEST_FIRST =
      Comparator.comparing((KnownRequest each) -> isHealth(each.path()))
          .thenComparing(each -> !each.isRead())
          .thenComparing(each -> each.path().contains("{"));

  private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");

  /** Whole words of paths that answer without any work. */
  private static final Pattern HEALTH =
      Pattern.compile(
          "(^|[/_.-])(health|healthz|healthcheck|health-check|ready|readyz|readiness|live|livez"
              + "|liveness|ping|status|actuator|metrics|info|version|error|favicon.ico|robots.txt"
              + "|swagger-ui|swagger|openapi|api-docs|v3/api-docs)([/_.-]|$)");

  KnownRequest {
    values = Map.copyOf(values);
  }

  /** Returns whether a path is that of a health check or the like, which tells of no real work. */
  static boolean isHealth(String path) {
    return HEALTH.matcher(path.toLowerCase(Locale.ROOT)).find();
  }

  boolean isRead() {
    return method.equals("GET") || method.equals(ANY);
  }

  /** Returns the path that a client would call. */
  String concrete() {
    Matcher braces = PARAMETER.matcher(path);
    return braces.replaceAll(
        each -> Matcher.quoteReplacement(values.getOrDefault(each.group(1), VALUE)));
  }

  /**
   * Returns the values of a route's parameters by which this request goes through it; empty where
   * it does not.
   *
   * @param route such as {@code /pets/{id}} or <code>/{proxy+}</code>
   */
  Optional<Map<String, String>> through(String route) {
    List<String> wanted = segments(route);
    List<String> own = segments(path);
    List<String> called = segments(concrete());
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int i = 0; i < wanted.size(); i++) {
      String segment = wanted.get(i);
      boolean isParameter = segment.startsWith("{") && segment.endsWith("}");
      if (segment.endsWith("+}")) {
        if (called.size() <= i) {
          return Optional.empty();
        }
        parameters.put(
            segment.substring(1, segment.length() - 2),
            String.join("/", called.subList(i, called.size())));
        return Optional.of(parameters);
      }
      if (i >= own.size() || isParameter != own.get(i).contains("{")) {
        return Optional.empty();
      }
      if (isParameter) {
        parameters.put(segment.substring(1, segment.length() - 1), called.get(i));
      } else if (!segment.equals(own.get(i))) {
        return Optional.empty();
      }
    }
    return wanted.size() == own.size() ? Optional.of(parameters) : Optional.empty();
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>(List.of(path.split("/")));
    segments.removeIf(String::isEmpty);
    return segments;
  }
}
