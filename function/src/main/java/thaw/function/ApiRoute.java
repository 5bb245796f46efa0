package thaw.function;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One route of an API.
 *
 * @param method in upper case, or {@link #ANY}
 * @param path such as {@code /pets/{id}} or {@code /{proxy+}}; {@link #OTHERWISE} for the route of
 *     an HTTP API that takes what no other one does
 * @param keyRequired whether a request must bring an API key
 */
public record ApiRoute(
    String method,
    String path,
    Target target,
    Optional<ApiAuthorizer> authorizer,
    boolean keyRequired) {
  public static final String ANY = "ANY";
  public static final String OTHERWISE = "$default";

  /** The destination of requests. */
  public sealed interface Target {
    /**
     * A function.
     *
     * @param name of the function, as the Lambda API knows it
     * @param qualifier the alias that SAM makes the API call
     * @param limit the gateway waits no longer for an answer
     */
    record Function(String name, Optional<String> qualifier, PayloadFormat format, Duration limit)
        implements Target {}

    /**
     * A server elsewhere, which gets the request as it is: an integration of type {@code
     * http_proxy}.
     *
     * @param origin such as {@code https://example.com} or {@code http://127.0.0.1:8080}
     * @param path begins with a slash, or is empty; may have a query; has the route's parameters in
     *     braces, without a plus sign
     * @param method in upper case; empty for the request's own
     * @param limit the gateway waits no longer for an answer
     */
    record Http(String origin, String path, Optional<String> method, Duration limit)
        implements Target {
      /** Returns the URI that the definition has. */
      public String uri() {
        return origin + path;
      }
    }

    /**
     * An answer that is always the same: that of a mock integration, such as SAM's to {@code
     * OPTIONS} for scripts of other origins.
     *
     * @param headers of the response
     */
    record Fixed(int status, Map<String, String> headers, String body) implements Target {
      public Fixed {
        headers = Map.copyOf(headers);
      }

      /** Returns the answer of the method {@code OPTIONS} that SAM makes. */
      public static Fixed preflight(Map<String, String> headers) {
        return new Fixed(200, headers, "{}\n");
      }
    }
  }

  /** {@code GET /pets/{id}}, or {@code $default}: the route key of an HTTP API. */
  public String key() {
    return path.equals(OTHERWISE) ? OTHERWISE : method + " " + path;
  }

  /** Returns whether a function answers its requests. */
  public boolean leadsTo(String function) {
    return target instanceof Target.Function called && called.name().equals(function);
  }

  /** Returns whether it only answers scripts that ask what they may do. */
  public boolean isPreflight() {
    return method.equals("OPTIONS") && target instanceof Target.Fixed;
  }
}
