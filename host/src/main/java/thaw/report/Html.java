package thaw.report;

import java.util.List;
import java.util.Locale;

/** Pieces of HTML and SVG. Every text from elsewhere passes through {@link #text}. */
final class Html {
  private Html() {}

  /** Safe between tags and in a quoted attribute. */
  static String text(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (char character : Text.clean(text).toCharArray()) {
      switch (character) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(character);
      }
    }
    return safe.toString();
  }

  /** A line of code, with the room at its beginning. */
  static String line(String line) {
    return line.replaceAll("\\S.*", "") + text(line);
  }

  /** A class, method or library, which may go on in the next line after a part of its name. */
  static String name(String name) {
    return text(name).replaceAll("([.:$])(?=[A-Za-z_$])", "$1<wbr/>");
  }

  /** Lines of a tooltip, kept apart in an attribute. */
  static String tip(String... lines) {
    StringBuilder tip = new StringBuilder();
    for (String line : lines) {
      tip.append(tip.isEmpty() ? "" : "&#10;").append(text(line));
    }
    return tip.toString();
  }

  /** A share of the width, 0..1, as SVG wants it. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.3f%%", 100 * share);
  }

  static String upright(String style, double share, int top, int bottom) {
    String x = percent(share);
    return "<line class=\""
        + style
        + "\" x1=\""
        + x
        + "\" x2=\""
        + x
        + "\" y1=\""
        + top
        + "\" y2=\""
        + bottom
        + "\"/>";
  }

  static String level(String style, double from, double to, int y) {
    return "<line class=\""
        + style
        + "\" x1=\""
        + percent(from)
        + "\" x2=\""
        + percent(to)
        + "\" y1=\""
        + y
        + "\" y2=\""
        + y
        + "\"/>";
  }

  static String box(String style, double from, double to, int top, int bottom) {
    return "<rect class=\""
        + style
        + "\" x=\""
        + percent(from)
        + "\" width=\""
        + percent(Math.max(0, to - from))
        + "\" y=\""
        + top
        + "\" height=\""
        + (bottom - top)
        + "\"/>";
  }

  /** The interval of a median: a line with a cap at each end. */
  static String interval(double low, double high, int y) {
    return level("interval", low, high, y)
        + upright("interval", low, y - 4, y + 4)
        + upright("interval", high, y - 4, y + 4);
  }

  /** A term and its meaning, within a dl. */
  static String pair(String term, String meaning) {
    return "<dt>" + text(term) + "</dt><dd>" + text(meaning) + "</dd>\n";
  }

  static String list(List<String> lines) {
    StringBuilder list = new StringBuilder("<ul>\n");
    lines.forEach(line -> list.append("<li>").append(text(line)).append("</li>\n"));
    return list.append("</ul>\n").toString();
  }
}
