package thaw.app.run;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;
import thaw.trace.Tracer;

/**
 * Finds where {@code thaw run} passes traces on to: by its option, or the variables that
 * OpenTelemetry has for it.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otel/protocol/exporter/">OpenTelemetry Protocol
 *     Exporter</a>
 */
final class Tracing {
  private Tracing() {}

  /**
   * @param option what {@code --otlp} says
   * @param environment Thaw's own
   */
  static Optional<Tracer.Collector> collector(
      @Nullable String option, Map<String, String> environment) {
    String variable = environment.getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", "").strip();
    if (option == null && variable.isEmpty()) {
      return Optional.empty();
    }
    String name = option == null ? "OTEL_EXPORTER_OTLP_ENDPOINT" : "--otlp";
    return Optional.of(
        new Tracer.Collector(
            endpoint(name, option == null ? variable : option),
            headers(environment.getOrDefault("OTEL_EXPORTER_OTLP_HEADERS", ""))));
  }

  private static URI endpoint(String name, String text) {
    try {
      URI endpoint = new URI(text);
      boolean http = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
      if (http && endpoint.getHost() != null && endpoint.getQuery() == null) {
        return endpoint;
      }
    } catch (URISyntaxException e) {
      // The same remedy.
    }
    throw new UserMistake(
        name + " is not an address of a collector: " + text,
        "use the base address of OTLP over HTTP, for example http://127.0.0.1:4318");
  }

  /** {@code name=value,name=value}, percent-encoded. */
  private static Map<String, String> headers(String text) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String pair : text.split(",")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        headers.put(
            pair.substring(0, equals).strip(),
            java.net.URLDecoder.decode(
                pair.substring(equals + 1).strip().replace("+", "%2B"),
                java.nio.charset.StandardCharsets.UTF_8));
      }
    }
    return headers;
  }
}
