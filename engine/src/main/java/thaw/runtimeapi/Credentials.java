package thaw.runtimeapi;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import thaw.http.Response;

/**
 * The credentials that functions find. A restored function gets them from an endpoint instead of
 * from its variables, as on Lambda.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/snapstart-activate.html">SnapStart and
 *     credentials</a>
 * @see <a
 *     href="https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html">
 *     Container credential provider</a>
 */
public final class Credentials {
  public static final String ID = "ASIATHAWLOCALEXAMPLE";
  public static final String SECRET = "thawlocalsecretkeythawlocalsecretkeyexam";
  public static final String TOKEN = "thawlocalsessiontoken";

  public static final Map<String, String> KEYS =
      Map.of("AWS_ACCESS_KEY_ID", ID, "AWS_SECRET_ACCESS_KEY", SECRET, "AWS_SESSION_TOKEN", TOKEN);

  /** The SDK's of its first years. */
  public static final Map<String, String> OLD_NAMES =
      Map.of("AWS_ACCESS_KEY", ID, "AWS_SECRET_KEY", SECRET);

  private static final String PATH = "/2021-04-23/credentials";
  private static final String AUTHORIZATION = "thaw-local-authorization-token";
  private static final Duration LIFE = Duration.ofHours(6);

  private Credentials() {}

  /**
   * @param runtimeApi {@code host:port} of the environment's APIs
   */
  public static Map<String, String> variables(String runtimeApi) {
    return Map.of(
        "AWS_CONTAINER_CREDENTIALS_FULL_URI",
        "http://" + runtimeApi + PATH,
        "AWS_CONTAINER_AUTHORIZATION_TOKEN",
        AUTHORIZATION);
  }

  /** Answers a request for credentials; returns false when it is none. */
  public static boolean handle(SandboxRequest request, ApiReply reply) {
    if (!request.method().equals("GET") || !request.path().equals(PATH)) {
      return false;
    }
    boolean allowed = request.field("authorization").orElse("").equals(AUTHORIZATION);
    String body =
        allowed
            ? "{\"AccessKeyId\":\"%s\",\"SecretAccessKey\":\"%s\",\"Token\":\"%s\",\"Expiration\":\"%s\"}"
                .formatted(
                    ID, SECRET, TOKEN, Instant.now().plus(LIFE).truncatedTo(ChronoUnit.SECONDS))
            : "{\"code\":\"Forbidden\",\"message\":\"the authorization token is wrong\"}";
    reply.send(
        allowed ? 200 : 403,
        List.of(new Response.Field("Content-Type", "application/json")),
        body.getBytes(StandardCharsets.UTF_8));
    return true;
  }
}
