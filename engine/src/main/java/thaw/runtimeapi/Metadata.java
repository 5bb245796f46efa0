package thaw.runtimeapi;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import thaw.http.Response;

/**
 * Tells functions that ask for it where their execution environment is.
 *
 * <p>For the maintainer. Its JSON is text, as that of {@link ErrorJson} and {@link Credentials}: a
 * mapper that sees a type for the first time takes some 70 ms, within the function's time.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/configuration-metadata-endpoint.html">
 *     Lambda metadata endpoint</a>
 */
public final class Metadata {
  private static final String PATH = "/2026-01-15/metadata/execution-environment";
  private static final String TOKEN = "thaw-local-metadata-token";
  private static final Response.Field JSON = new Response.Field("Content-Type", "application/json");

  private static final Response.Field CACHING =
      new Response.Field("Cache-Control", "private, max-age=43200, immutable");

  private Metadata() {}

  /**
   * @param api {@code host:port} of the environment's APIs
   */
  public static Map<String, String> variables(String api) {
    return Map.of("AWS_LAMBDA_METADATA_API", api, "AWS_LAMBDA_METADATA_TOKEN", TOKEN);
  }

  /** Answers a request for metadata; returns false when it is none. */
  public static boolean handle(SandboxRequest request, ApiReply reply, String region) {
    if (!request.path().equals(PATH)) {
      return false;
    }
    if (!request.method().equals("GET")) {
      reply.send(
          405, List.of(JSON, new Response.Field("Allow", "GET")), message("Method not allowed"));
    } else if (!request.field("authorization").orElse("").equals("Bearer " + TOKEN)) {
      reply.send(401, List.of(JSON), message("The token is missing or wrong"));
    } else {
      StringBuilder body = new StringBuilder("{\"AvailabilityZoneID\":\"");
      JsonStringEncoder.getInstance().quoteAsString(zone(region), body);
      body.append("\"}");
      reply.send(200, List.of(JSON, CACHING), body.toString().getBytes(StandardCharsets.UTF_8));
    }
    return true;
  }

  private static byte[] message(String text) {
    return ("{\"message\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8);
  }

  /** The first zone of a region: {@code use1-az1} of {@code us-east-1}. */
  static String zone(String region) {
    StringBuilder zone = new StringBuilder();
    for (String part : region.split("-")) {
      zone.append(
          switch (part) {
            case "northeast" -> "ne";
            case "northwest" -> "nw";
            case "southeast" -> "se";
            case "southwest" -> "sw";
            case "north", "east", "south", "west", "central", "gov" -> part.substring(0, 1);
            default -> part;
          });
    }
    return zone.append("-az1").toString();
  }
}
