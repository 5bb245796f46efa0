package thaw.runtimeapi.extensions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The body of a subscription, read.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/telemetry-api-reference.html">Telemetry
 *     API reference</a>
 */
sealed interface SubscriptionRequest {
  /** Fit to be served. */
  record Valid(Subscription subscription) implements SubscriptionRequest {}

  /** HTTP status 400. */
  record Invalid(String message) implements SubscriptionRequest {}

  /** The newest schema of the Telemetry API's events; the only one that managed instances know. */
  String NEWEST_SCHEMA = "2025-01-29";

  /** Both lead to the environment's own loopback interface. */
  Set<String> HOSTS = Set.of("sandbox.localdomain", "sandbox");

  static SubscriptionRequest read(Subscription.Api api, byte[] body) {
    try {
      JsonNode root = new ObjectMapper().readTree(body);
      return new Valid(new Reader(api).read(root));
    } catch (JsonProcessingException e) {
      return new Invalid("failed to parse JSON: " + e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      return new Invalid(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read bytes in memory: " + e, e);
    }
  }

  /** Throws {@link IllegalArgumentException} with a message for the extension. */
  record Reader(Subscription.Api api) {
    private static final Set<String> TYPES = Set.of("platform", "function", "extension");
    private static final List<String> TELEMETRY_SCHEMAS =
        List.of("2022-07-01", "2022-12-13", NEWEST_SCHEMA);
    private static final List<String> LOGS_SCHEMAS =
        List.of("2020-08-15", LogsJson.WITH_RUNTIME_DONE);

    Subscription read(JsonNode root) {
      require(root.isObject(), "the body must be a JSON object");
      return new Subscription(
          api,
          schemaVersion(root.path("schemaVersion")),
          types(root.path("types")),
          destination(root.path("destination")),
          buffering(root.path("buffering")));
    }

    private String schemaVersion(JsonNode node) {
      boolean logs = api == Subscription.Api.LOGS;
      List<String> known = logs ? LOGS_SCHEMAS : TELEMETRY_SCHEMAS;
      if (logs && node.isMissingNode()) {
        return known.getFirst();
      }
      require(
          node.isTextual() && known.contains(node.textValue()),
          "schemaVersion must be one of " + known + shown(node));
      return node.textValue();
    }

    private static List<String> types(JsonNode node) {
      require(
          node.isArray() && !node.isEmpty(),
          "types must be an array of at least one" + shown(node));
      List<String> types = new ArrayList<>();
      for (JsonNode type : node) {
        require(
            type.isTextual() && TYPES.contains(type.textValue()),
            "types must be of platform, function, extension" + shown(type));
        types.add(type.textValue());
      }
      return types.stream().distinct().toList();
    }

    private Subscription.Destination destination(JsonNode node) {
      require(node.isObject(), "destination must be an object" + shown(node));
      JsonNode protocol = node.path("protocol");
      return switch (protocol.asText("")) {
        case "HTTP" -> http(node);
        case "TCP" -> new Subscription.Destination.Tcp(port(node.path("port")));
        default ->
            throw new IllegalArgumentException(
                "destination.protocol must be HTTP or TCP" + shown(protocol));
      };
    }

    private Subscription.Destination http(JsonNode node) {
      JsonNode text = node.path("URI");
      require(text.isTextual(), "destination.URI must be a string" + shown(text));
      URI uri = URI.create(text.textValue());
      require(
          "http".equals(uri.getScheme()), "destination.URI must begin with http://" + shown(text));
      String host = uri.getHost() == null ? "" : uri.getHost();
      require(
          HOSTS.contains(host), "destination.URI host must be sandbox.localdomain" + shown(text));
      String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
      return new Subscription.Destination.Http(
          host, uri.getPort() < 0 ? 80 : uri.getPort(), path + query, method(node));
    }

    /** Returns the HTTP method of deliveries, which only the Logs API lets an extension choose. */
    private String method(JsonNode destination) {
      JsonNode method = destination.path("method");
      if (api != Subscription.Api.LOGS || method.isMissingNode()) {
        return "POST";
      }
      require(
          method.isTextual() && Set.of("PUT", "POST").contains(method.textValue()),
          "destination.method must be PUT or POST" + shown(method));
      return method.textValue();
    }

    private static int port(JsonNode node) {
      require(
          node.isInt() && node.intValue() >= 1 && node.intValue() <= 65_535,
          "destination.port must be 1..65535" + shown(node));
      return node.intValue();
    }

    private Subscription.Buffering buffering(JsonNode node) {
      require(node.isMissingNode() || node.isObject(), "buffering must be an object" + shown(node));
      int items = api == Subscription.Api.LOGS ? 10_000 : 1_000;
      return new Subscription.Buffering(
          within(node, "maxItems", 1_000, 10_000, items),
          within(node, "maxBytes", 262_144, 1_048_576, 262_144),
          Duration.ofMillis(within(node, "timeoutMs", 25, 30_000, 1_000)));
    }

    private static int within(JsonNode buffering, String name, int least, int most, int otherwise) {
      JsonNode node = buffering.path(name);
      if (node.isMissingNode()) {
        return otherwise;
      }
      require(
          node.isInt() && node.intValue() >= least && node.intValue() <= most,
          "buffering." + name + " must be " + least + ".." + most + shown(node));
      return node.intValue();
    }

    private static void require(boolean condition, String message) {
      if (!condition) {
        throw new IllegalArgumentException(message);
      }
    }

    private static String shown(JsonNode node) {
      return node.isMissingNode() ? ": it is absent" : ": " + node;
    }
  }
}
