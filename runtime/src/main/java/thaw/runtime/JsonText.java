package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** Strings in JSON, for the documents that this client writes itself. */
final class JsonText {
  private static final String HEX = "0123456789abcdef";

  private JsonText() {}

  /** A member of an object, with a comma before it unless it is the first; none when null. */
  static void member(StringBuilder to, String name, @Nullable String value) {
    if (value == null) {
      return;
    }
    name(to, name);
    quote(to, value, false);
  }

  /** The name of an object's next member. */
  static void name(StringBuilder to, String name) {
    if (to.charAt(to.length() - 1) != '{') {
      to.append(',');
    }
    to.append('"').append(name).append("\":");
  }

  /**
   * @param ascii whether to escape all else, as a field of an HTTP head needs it
   */
  static void quote(StringBuilder to, String value, boolean ascii) {
    to.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        to.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7f) {
        to.append(c);
      } else if (c == '\n') {
        to.append("\\n");
      } else if (c == '\t') {
        to.append("\\t");
      } else if (c == '\r') {
        to.append("\\r");
      } else if (c == '\b') {
        to.append("\\b");
      } else if (c == '\f') {
        to.append("\\f");
      } else if (c < ' ' || ascii || c == '\u2028' || c == '\u2029') {
        to.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          to.append(HEX.charAt(c >> shift & 15));
        }
      } else {
        to.append(c);
      }
    }
    to.append('"');
  }
}
