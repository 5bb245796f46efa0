package thaw.apigateway;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The percent-encoding of requests' paths, as API Gateway decodes it. */
final class QueryString {
  private QueryString() {}

  /** A path, in which a plus sign is one. */
  static String decodedPath(String text) {
    return strictlyDecoded(text).orElse(text);
  }

  /**
   * The path of an HTTP API, decoded twice as published captures of live APIs have it: {@code
   * %252F} is a slash. What the first time makes is read as a path again, which ends at a question
   * mark, and is empty here where a percent sign in it begins no code.
   */
  static Optional<String> decodedTwice(String rawPath) {
    return strictlyDecoded(rawPath)
        .map(once -> once.indexOf('?') < 0 ? once : once.substring(0, once.indexOf('?')))
        .flatMap(QueryString::strictlyDecoded);
  }

  private static Optional<String> strictlyDecoded(String path) {
    if (path.indexOf('%') < 0) {
      return Optional.of(path);
    }
    try {
      return Optional.of(URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
