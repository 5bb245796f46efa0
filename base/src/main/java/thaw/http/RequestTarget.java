package thaw.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Path and query of a request.
 *
 * @param path with its percent-encoding
 * @param query likewise, without the question mark; empty for none
 */
public record RequestTarget(String path, String query) {
  private static final String SCHEME = "http://";

  /** One that names a server as well is meant for this one (RFC 9112, 3.2.2). */
  static RequestTarget of(String target) {
    int fragment = target.indexOf('#');
    String whole = fragment < 0 ? target : target.substring(0, fragment);
    if (whole.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      int path = whole.indexOf('/', SCHEME.length());
      whole = path < 0 ? "/" : whole.substring(path);
    }
    int mark = whole.indexOf('?');
    return mark < 0
        ? new RequestTarget(whole, "")
        : new RequestTarget(whole.substring(0, mark), whole.substring(mark + 1));
  }

  /**
   * The parameters of a query or a form by name, in the order in which they came; a plus sign is a
   * space.
   */
  public static Map<String, List<String>> parameters(String rawQuery) {
    if (rawQuery.isEmpty()) {
      return Map.of();
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : rawQuery.split("&")) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
        parameters.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
      }
    }
    return parameters;
  }

  /** A part of a path, in which a plus sign stands for itself. */
  public static String decodedPath(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // a percent sign that begins no code: nothing here has it in its name
    }
  }

  /** A name or a value of a query. */
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
}
