package thaw.escape;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of the compilation log that is an element: {@code <call method='17' count='3'/>}. The
 * JVM writes each on a line of its own; a file of a JVM that was killed is no XML as a whole.
 *
 * @param name with a slash before it where it is an end: {@code /parse}
 */
record LogElement(String name, Map<String, String> attributes) {
  /** Reads the element of a line; null when the line is something else. */
  static @Nullable LogElement parse(String line) {
    if (line.length() < 3 || line.charAt(0) != '<') {
      return null;
    }
    int end = 1;
    while (end < line.length() && " />".indexOf(line.charAt(end)) < 0 || end == 1) {
      end++;
    }
    return new LogElement(line.substring(1, end), attributes(line, end));
  }

  private static Map<String, String> attributes(String line, int from) {
    Map<String, String> attributes = new HashMap<>();
    int at = from;
    while (true) {
      int equals = line.indexOf("='", at);
      int close = equals < 0 ? -1 : line.indexOf('\'', equals + 2);
      if (close < 0) {
        return attributes;
      }
      attributes.put(
          line.substring(at, equals).strip(), unescaped(line.substring(equals + 2, close)));
      at = close + 1;
    }
  }

  private static String unescaped(String text) {
    return text.indexOf('&') < 0
        ? text
        : text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&apos;", "'")
            .replace("&quot;", "\"")
            .replace("&amp;", "&");
  }

  String get(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }

  boolean has(String attribute) {
    return attributes.containsKey(attribute);
  }

  /** -1 where there is none. */
  int number(String attribute) {
    String text = get(attribute);
    return text.matches("-?\\d{1,9}") ? Integer.parseInt(text) : -1;
  }

  /** 0 where there is none. */
  double decimal(String attribute) {
    String text = get(attribute);
    return text.matches("\\d+(\\.\\d+)?") ? Double.parseDouble(text) : 0;
  }
}
