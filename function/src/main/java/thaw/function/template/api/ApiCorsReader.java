package thaw.function.template.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import thaw.function.ApiCors;
import thaw.function.ApiRoute;
import thaw.function.template.FunctionUrlReader;
import thaw.template.ResourceProperties;
import thaw.template.TemplateValue;

/**
 * Reads {@code Cors} and {@code CorsConfiguration}. That of a REST API becomes routes, as SAM's
 * transform makes a method {@code OPTIONS} of each path.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-api-corsconfiguration.html">CorsConfiguration</a>
 */
final class ApiCorsReader {
  private static final List<String> ALL =
      List.of("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT");

  private ApiCorsReader() {}

  /** Reads the CORS configuration of an HTTP API. */
  static Optional<ApiCors> http(ResourceProperties api) {
    Optional<TemplateValue> value =
        api.members().value("CorsConfiguration").map(api.intrinsics()::resolve);
    if (value.isEmpty() || value.get() instanceof TemplateValue.Text text && isFalse(text)) {
      return Optional.empty();
    }
    if (value.get() instanceof TemplateValue.Text) {
      return Optional.of(
          new ApiCors(false, List.of(), List.of(), List.of("*"), List.of(), OptionalInt.empty()));
    }
    return api.below("CorsConfiguration").map(ApiCorsReader::configured);
  }

  private static boolean isFalse(TemplateValue.Text text) {
    return text.kind() == TemplateValue.Kind.NULL || text.asString().equals("false");
  }

  private static ApiCors configured(ResourceProperties cors) {
    return new ApiCors(
        FunctionUrlReader.oneOf(cors, "AllowCredentials", List.of("true", "false"))
            .map(Boolean::valueOf)
            .orElse(false),
        cors.texts("AllowHeaders").orElse(List.of()),
        cors.texts("AllowMethods").orElse(List.of()),
        cors.texts("AllowOrigins").orElse(List.of()),
        cors.texts("ExposeHeaders").orElse(List.of()),
        cors.wholeNumber("MaxAge", -1, Integer.MAX_VALUE, "s"));
  }

  /**
   * Returns the {@code OPTIONS} routes of a REST API.
   *
   * @param routes those that it has, each of whose paths gets an {@code OPTIONS}
   */
  static List<ApiRoute> preflights(
      ResourceProperties api, List<ApiRoute> routes, ApiAuthReader auth) {
    Optional<Map<String, String>> headers = headers(api);
    if (headers.isEmpty()) {
      return List.of();
    }
    Map<String, Set<String>> methods = new LinkedHashMap<>();
    for (ApiRoute route : routes) {
      Set<String> ofPath = methods.computeIfAbsent(route.path(), _ -> new TreeSet<>());
      ofPath.addAll(route.method().equals(ApiRoute.ANY) ? ALL : List.of(route.method()));
    }
    List<ApiRoute> preflights = new ArrayList<>();
    methods.forEach((path, ofPath) -> {
      boolean own =
          routes.stream().anyMatch(route -> route.path().equals(path) && isOptions(route));
      if (!own) {
        ofPath.add("OPTIONS");
        Map<String, String> all = new LinkedHashMap<>(headers.get());
        all.putIfAbsent("Access-Control-Allow-Methods", String.join(",", ofPath));
        preflights.add(
            new ApiRoute(
                "OPTIONS",
                path,
                ApiRoute.Target.Fixed.preflight(all),
                auth.preflightAuthorizer(),
                auth.isPreflightKeyRequired()));
      }
    });
    return preflights;
  }

  private static boolean isOptions(ApiRoute route) {
    return route.method().equals("OPTIONS");
  }

  private static Optional<Map<String, String>> headers(ResourceProperties api) {
    Optional<TemplateValue> value = api.members().value("Cors").map(api.intrinsics()::resolve);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> headers = new LinkedHashMap<>();
    if (value.get() instanceof TemplateValue.Text) {
      headers.put("Access-Control-Allow-Origin", unquoted(api.text("Cors").orElse("")));
      return Optional.of(headers);
    }
    ResourceProperties cors = api.below("Cors").orElseThrow();
    headers.put(
        "Access-Control-Allow-Origin",
        cors.text("AllowOrigin").map(ApiCorsReader::unquoted).orElse("*"));
    cors.text("AllowMethods")
        .ifPresent(text -> headers.put("Access-Control-Allow-Methods", unquoted(text)));
    cors.text("AllowHeaders")
        .ifPresent(text -> headers.put("Access-Control-Allow-Headers", unquoted(text)));
    cors.text("MaxAge").ifPresent(text -> headers.put("Access-Control-Max-Age", unquoted(text)));
    if (cors.text("AllowCredentials").filter("true"::equals).isPresent()) {
      headers.put("Access-Control-Allow-Credentials", "true");
    }
    return Optional.of(headers);
  }

  /** API Gateway demands these texts in single quotes. */
  static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("'") && text.endsWith("'")
        ? text.substring(1, text.length() - 1)
        : text;
  }
}
