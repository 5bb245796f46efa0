package thaw.api;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The percent-encoding of requests' paths and queries, as API Gateway decodes it. */
final class QueryString {
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

  static String decoded(String text) {
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
  static String decodedPath(String text) {
    return text.indexOf('%') < 0 ? text : decoded(text.replace("+", "%2B"));
  }
}
