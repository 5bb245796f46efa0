package thaw.apigateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.function.ApiCors;
import thaw.http.Response;

/**
 * The CORS headers of an HTTP API, which come from its configuration in place of what the function
 * says.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html">CORS
 *     for HTTP APIs</a>
 */
final class HttpCors {
  private static final String ANY = "*";

  private final ApiCors config;

  HttpCors(ApiCors config) {
    this.config = config;
  }

  /** Returns whether the gateway answers, and no route is asked. */
  static boolean isPreflight(Incoming in) {
    return in.method().equals("OPTIONS")
        && in.header("origin").isPresent()
        && in.header("access-control-request-method").isPresent();
  }

  Response preflight(Incoming in, String gatewayId) {
    Map<String, String> headers = origin(in);
    if (headers.containsKey("Access-Control-Allow-Origin")) {
      put(headers, "Access-Control-Allow-Methods", config.allowMethods());
      put(headers, "Access-Control-Allow-Headers", config.allowHeaders());
      config
          .maxAgeSeconds()
          .ifPresent(age -> headers.put("Access-Control-Max-Age", Integer.toString(age)));
    }
    headers.put("apigw-requestid", gatewayId);
    return new Response(204, headers, new byte[0]);
  }

  /** The answer with the configuration's headers instead of the function's. */
  Response applied(Incoming in, Response answer) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    answer
        .headers()
        .forEach((name, value) -> {
          if (!isOfCors(name)) {
            headers.put(name, value);
          }
        });
    List<Response.Field> fields = new ArrayList<>(answer.fields());
    fields.removeIf(field -> isOfCors(field.name()));
    Map<String, String> ours = origin(in);
    if (headers.containsKey("Vary") && ours.containsKey("Vary")) {
      ours.put("Vary", headers.get("Vary") + ", Origin");
    }
    headers.putAll(ours);
    return new Response(answer.status(), headers, fields, answer.body(), answer.stream());
  }

  private static boolean isOfCors(String name) {
    return name.toLowerCase(Locale.ROOT).startsWith("access-control-");
  }

  private Map<String, String> origin(Incoming in) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Optional<String> origin = in.header("origin");
    if (origin.isEmpty()) {
      return headers;
    }
    if (config.allowOrigins().contains(ANY) && !config.allowCredentials()) {
      headers.put("Access-Control-Allow-Origin", ANY);
    } else {
      headers.put("Vary", "Origin");
      if (config.allowOrigins().stream().noneMatch(allowed -> allows(allowed, origin.get()))) {
        return headers;
      }
      headers.put("Access-Control-Allow-Origin", origin.get());
    }
    if (config.allowCredentials()) {
      headers.put("Access-Control-Allow-Credentials", "true");
    }
    put(headers, "Access-Control-Expose-Headers", config.exposeHeaders());
    return headers;
  }

  /** Returns whether scripts of this origin may read answers. */
  boolean allows(String origin) {
    return config.allowOrigins().stream().anyMatch(allowed -> allows(allowed, origin));
  }

  static boolean allows(String allowed, String origin) {
    return allowed.equals(ANY)
        || allowed.equalsIgnoreCase(origin)
        || (allowed.endsWith("://*")
            && origin.startsWith(allowed.substring(0, allowed.length() - 1)));
  }

  private static void put(Map<String, String> headers, String name, List<String> values) {
    if (!values.isEmpty()) {
      headers.put(name, String.join(",", values));
    }
  }
}
