package thaw.service.own;

import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * Says as STS does who asks, and gives credentials of a session to whoever wants them: no local
 * service looks at any. The warm-up of the AWS SDK for Java 2 sends its one {@code GET} here, too:
 * of all services this one has the same host name in each region.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/STS/latest/APIReference/API_Operations.html">Actions</a>
 */
public final class StsHandler implements HttpHandler {
  private static final QueryProtocol PROTOCOL =
      new QueryProtocol("https://sts.amazonaws.com/doc/2011-06-15/");

  private static final int LARGEST_BODY_BYTES = 64 * 1024;
  private static final Duration LIFE = Duration.ofHours(1);

  /** To where STS sends browsers. */
  private static final String PAGE = "https://aws.amazon.com/iam";

  private static final Pattern ROLE =
      Pattern.compile("arn:(aws[a-z-]*):iam::(\\d{12}):role/(?:.+/)?([\\w+=,.@-]{1,64})");

  private final String account;
  private final Clock clock;

  public StsHandler(String account, Clock clock) {
    this.account = account;
    this.clock = clock;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) {
    if (exchange.method().equals("GET") && exchange.query("Action").isEmpty()) {
      onResponse.accept(new Response(302, Map.of("Location", PAGE), new byte[0]));
      return;
    }
    Map<String, String> form = QueryProtocol.form(exchange.body(LARGEST_BODY_BYTES));
    exchange.query("Action").ifPresent(asked -> form.putIfAbsent("Action", asked)); // presigned
    String action = form.getOrDefault("Action", "");
    try {
      String result =
          switch (action) {
            case "GetCallerIdentity" -> identity();
            case "GetSessionToken" -> credentials();
            case "AssumeRole", "AssumeRoleWithWebIdentity" -> credentials() + assumed(form);
            default ->
                throw new AwsError(
                    "InvalidAction", "Thaw's STS does not provide '%s'".formatted(action));
          };
      onResponse.accept(PROTOCOL.answer(action, result, exchange.requestId()));
    } catch (AwsError e) {
      onResponse.accept(PROTOCOL.error(400, e.code(), e.message()));
    }
  }

  private String identity() {
    return QueryProtocol.element("Arn", "arn:aws:iam::" + account + ":root")
        + QueryProtocol.element("UserId", account)
        + QueryProtocol.element("Account", account);
  }

  private String credentials() {
    return "<Credentials>"
        + QueryProtocol.element("AccessKeyId", "ASIATHAWLOCALEXAMPLE")
        + QueryProtocol.element("SecretAccessKey", "thawlocalsecretkeythawlocalsecretkeyexam")
        + QueryProtocol.element("SessionToken", "thawlocalsessiontoken")
        + QueryProtocol.element(
            "Expiration", clock.instant().plus(LIFE).truncatedTo(ChronoUnit.SECONDS).toString())
        + "</Credentials>";
  }

  private static String assumed(Map<String, String> form) throws AwsError {
    String role = form.getOrDefault("RoleArn", "");
    String session = form.getOrDefault("RoleSessionName", "");
    Matcher parts = ROLE.matcher(role);
    if (!parts.matches() || session.isEmpty()) {
      throw new AwsError(
          "ValidationError",
          session.isEmpty() ? "RoleSessionName is missing" : role + " is invalid");
    }
    return "<AssumedRoleUser>"
        + QueryProtocol.element("AssumedRoleId", "AROATHAWLOCALEXAMPLE1:" + session)
        + QueryProtocol.element(
            "Arn",
            "arn:%s:sts::%s:assumed-role/%s/%s"
                .formatted(parts.group(1), parts.group(2), parts.group(3), session))
        + "</AssumedRoleUser>";
  }

  @Override
  public Response failed(Exception reason) {
    return PROTOCOL.error(500, "InternalFailure", "Thaw could not do it: " + reason);
  }
}
