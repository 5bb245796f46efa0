package thaw.api.event;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The percent-encoding of requests' paths and queries, as API Gateway decodes it. */
public final class QueryString {
  private QueryString() {}

  /** By name, in the order in which they came; a plus sign is a space, as recorded on AWS. */
  static Map<String, List<String>> parameters(String rawQuery) {
    if (rawQuery.isEmpty()) {
      return Map.of();
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : rawQuery.split("&")) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
        parameters.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
      }
    }
    return parameters;
  }

  public static String decoded(String text) {
    if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
      return text;
    }
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // a percent sign that begins no code
    }
  }

  /** A path, in which a plus sign is one. */
  public static String decodedPath(String text) {
    return strictlyDecoded(text).orElse(text);
  }

  /**
   * The path of an HTTP API, decoded twice as published captures of live APIs have it: {@code
   * %252F} is a slash. What the first time makes is read as a path again, which ends at a question
   * mark, and is empty here where a percent sign in it begins no code.
   */
  public static Optional<String> decodedTwice(String rawPath) {
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
