package thaw.apigateway;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.Api;

/**
 * An address that names an API and its stage by its host, as on AWS: {@code
 * http://<id>.execute-api.us-east-1.localhost:3000/Prod/pets}.
 *
 * @param label the host's first, in lower case
 * @param rawPath with the stage
 */
public record StageAddress(String label, String rawPath) {
  private static final String SERVICE = ".execute-api.";
  private static final Pattern HOST =
      Pattern.compile("([a-z0-9]+)\\.execute-api\\..+", Pattern.CASE_INSENSITIVE);

  /** Returns the address of a request; empty when the host is none of AWS's form. */
  static Optional<StageAddress> of(String host, String rawPath) {
    if (!host.toLowerCase(Locale.ROOT).contains(SERVICE)) {
      return Optional.empty();
    }
    Matcher matcher = HOST.matcher(host);
    return matcher.matches()
        ? Optional.of(new StageAddress(matcher.group(1).toLowerCase(Locale.ROOT), rawPath))
        : Optional.empty();
  }

  boolean names(Api api) {
    return label.equals(api.id());
  }

  /**
   * Returns the path without the stage; empty when it names another one. Slashes before the stage
   * count for nothing.
   */
  Optional<String> path(String stage) {
    if (stage.equals(Api.DEFAULT_STAGE)) {
      return Optional.of(rawPath);
    }
    int begin = 0;
    while (begin < rawPath.length() && rawPath.charAt(begin) == '/') {
      begin++;
    }
    if (!rawPath.startsWith(stage, begin)) {
      return Optional.empty();
    }
    String rest = rawPath.substring(begin + stage.length());
    if (rest.isEmpty()) {
      return Optional.of("/");
    }
    return rest.startsWith("/") ? Optional.of(rest) : Optional.empty();
  }

  /** The address of an API's stage, under a domain that leads to this machine (RFC 6761). */
  public static String url(Api api, String region, int port) {
    return "http://"
        + api.id()
        + SERVICE
        + region
        + ".localhost:"
        + port
        + (api.stage().equals(Api.DEFAULT_STAGE) ? "" : "/" + api.stage());
  }
}
