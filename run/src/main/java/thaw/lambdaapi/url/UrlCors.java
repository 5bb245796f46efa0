package thaw.lambdaapi.url;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import thaw.http.Response;

/**
 * The CORS headers of a function URL, which come from its configuration in place of what the
 * function says.
 *
 * @see <a href="https://fetch.spec.whatwg.org/#http-cors-protocol">CORS protocol</a>
 */
final class UrlCors {
  private static final String ANY = "*";

  private final @Nullable JsonNode config;

  /**
   * @param config as the API has it; null for none, which leaves all to the function
   */
  UrlCors(@Nullable JsonNode config) {
    this.config = config;
  }

  /** Returns whether the HTTP handler answers, and the function never learns of it. */
  boolean isPreflight(UrlRequest request) {
    return config != null
        && request.method().equals("OPTIONS")
        && request.header("origin").isPresent()
        && request.header("access-control-request-method").isPresent();
  }

  Response preflight(UrlRequest request) {
    Map<String, String> headers = origin(request);
    if (config != null && headers.containsKey("Access-Control-Allow-Origin")) {
      put(headers, "Access-Control-Allow-Methods", texts("AllowMethods"));
      put(headers, "Access-Control-Allow-Headers", texts("AllowHeaders"));
      if (config.has("MaxAge")) {
        headers.put("Access-Control-Max-Age", config.get("MaxAge").asText());
      }
    }
    return new Response(200, headers, new byte[0]);
  }

  /** The answer with the configuration's headers instead of the function's. */
  Response applied(UrlRequest request, Response answer) {
    if (config == null) {
      return answer;
    }
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    answer
        .headers()
        .forEach((name, value) -> {
          if (!name.toLowerCase(Locale.ROOT).startsWith("access-control-")) {
            headers.put(name, value);
          }
        });
    Map<String, String> ours = origin(request);
    if (headers.containsKey("Vary") && ours.containsKey("Vary")) {
      ours.put("Vary", headers.get("Vary") + ", Origin");
    }
    headers.putAll(ours);
    return new Response(answer.status(), headers, answer.fields(), answer.body(), answer.stream());
  }

  private Map<String, String> origin(UrlRequest request) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    String origin = request.header("origin").orElse("");
    List<String> allowed = texts("AllowOrigins");
    if (config == null || origin.isEmpty()) {
      return headers;
    }
    boolean credentials = config.path("AllowCredentials").asBoolean();
    if (allowed.contains(ANY) && !credentials) {
      headers.put("Access-Control-Allow-Origin", ANY);
    } else {
      headers.put("Vary", "Origin");
      if (!allowed.contains(ANY) && allowed.stream().noneMatch(origin::equalsIgnoreCase)) {
        return headers;
      }
      headers.put("Access-Control-Allow-Origin", origin);
    }
    if (credentials) {
      headers.put("Access-Control-Allow-Credentials", "true");
    }
    put(headers, "Access-Control-Expose-Headers", texts("ExposeHeaders"));
    return headers;
  }

  private List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    if (config != null) {
      config.path(name).forEach(text -> texts.add(text.asText()));
    }
    return texts;
  }

  private static void put(Map<String, String> headers, String name, List<String> values) {
    if (!values.isEmpty()) {
      headers.put(name, String.join(",", values));
    }
  }
}
