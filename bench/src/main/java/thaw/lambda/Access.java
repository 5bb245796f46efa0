package thaw.lambda;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.problem.UserMistake;

/**
 * Tells how AWS is reached, where somebody has said so; all else is as AWS's SDKs find it:
 * environment variables, then the files {@code ~/.aws/config} and {@code credentials}, then the
 * machine's role.
 *
 * @param endpoint in place of AWS's own, and of {@code AWS_ENDPOINT_URL_LAMBDA} and {@code
 *     AWS_ENDPOINT_URL}
 * @param profile of these files, in place of {@code AWS_PROFILE}; its credentials go before those
 *     of environment variables, as with the AWS CLI
 * @see <a href="https://docs.aws.amazon.com/sdkref/latest/guide/settings-reference.html">settings
 *     that all SDKs share</a>
 */
public record Access(Optional<URI> endpoint, Optional<String> region, Optional<String> profile) {
  /**
   * @param endpoint a URL
   * @param region of the function, where it is written
   * @param variables of this program
   * @throws UserMistake when it is no URL
   */
  public static Access of(
      Optional<String> endpoint,
      Optional<String> region,
      Optional<String> profile,
      Map<String, String> variables) {
    // The CLI knows AWS_DEFAULT_REGION, the SDK for Java does not.
    Optional<String> named =
        region.or(() ->
            profile.isPresent()
                ? Optional.empty()
                : Stream.of("AWS_REGION", "AWS_DEFAULT_REGION")
                    .map(name -> variables.getOrDefault(name, ""))
                    .filter(value -> !value.isBlank())
                    .findFirst());
    return new Access(endpoint.map(Access::url), named.map(String::strip), profile);
  }

  private static URI url(String text) {
    UserMistake mistake =
        new UserMistake(
            "--endpoint-url must be a URL with http or https: " + text,
            "use for example --endpoint-url http://127.0.0.1:3001");
    try {
      URI uri = new URI(text);
      if (uri.getHost() == null || !String.valueOf(uri.getScheme()).matches("https?")) {
        throw mistake;
      }
      return uri;
    } catch (URISyntaxException e) {
      throw mistake;
    }
  }
}
