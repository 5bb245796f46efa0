package thaw.runtime;

import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain values as the official serializer does: no members that are null, characters of the
 * basic plane as they are, others as two escapes. Values of other classes than Java's own scalars,
 * lists, sets and maps are {@link Unlike}.
 */
final class BasicJsonWriter {
  private static final int DEEPEST = 500;
  private static final String HEX = "0123456789ABCDEF";

  private final StringBuilder json = new StringBuilder(256);

  private BasicJsonWriter() {}

  /**
   * @throws Unlike for what is written otherwise
   */
  static String write(@Nullable Object value) {
    BasicJsonWriter writer = new BasicJsonWriter();
    writer.value(value, 0);
    return writer.json.toString();
  }

  private void value(@Nullable Object value, int depth) {
    if (value == null) {
      json.append("null");
    } else if (value instanceof String text) {
      string(text);
    } else if (value instanceof Integer
        || value instanceof Long
        || value instanceof Boolean
        || value instanceof Short
        || value instanceof BigInteger) {
      json.append(value);
    } else if (value instanceof Double number && isFinite(number)) {
      json.append(number.doubleValue());
    } else if (depth < DEEPEST && value.getClass().getName().startsWith("java.util.")) {
      container(value, depth + 1);
    } else {
      throw new Unlike(value.getClass().getName());
    }
  }

  private static boolean isFinite(double value) {
    return Math.abs(value) <= Double.MAX_VALUE;
  }

  private void container(Object value, int depth) {
    if (value instanceof Map<?, ?> map) {
      map(map, depth);
    } else if (value instanceof List<?> list) {
      elements(list.iterator(), depth);
    } else if (value instanceof Set<?> set) {
      elements(set.iterator(), depth);
    } else {
      throw new Unlike(value.getClass().getName());
    }
  }

  private void map(Map<?, ?> map, int depth) {
    json.append('{');
    boolean first = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        throw new Unlike("a key that is not a string");
      }
      if (entry.getValue() == null) {
        continue;
      }
      if (!first) {
        json.append(',');
      }
      first = false;
      string(key);
      json.append(':');
      value(entry.getValue(), depth);
    }
    json.append('}');
  }

  private void elements(Iterator<?> elements, int depth) {
    json.append('[');
    boolean first = true;
    while (elements.hasNext()) {
      if (!first) {
        json.append(',');
      }
      first = false;
      value(elements.next(), depth);
    }
    json.append(']');
  }

  private void string(String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        control(c);
      } else if (c < '\ud800' || c > '\udfff') {
        json.append(c);
      } else {
        json.append("\\u").append(HEX.charAt(c >> 12)).append(HEX.charAt(c >> 8 & 15));
        json.append(HEX.charAt(c >> 4 & 15)).append(HEX.charAt(c & 15));
      }
    }
    json.append('"');
  }

  private void control(char c) {
    int index = "\b\f\n\r\t".indexOf(c);
    if (index >= 0) {
      json.append('\\').append("bfnrt".charAt(index));
    } else {
      json.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
    }
  }
}
