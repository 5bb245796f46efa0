package thaw.presentation.page;

import java.util.Locale;
import thaw.presentation.text.Text;

/** A drawing whose coordinates are pixels. Every text from elsewhere is made safe. */
public final class Svg {
  /**
   * The average width of a letter as a share of the font's size; more than any usual font takes.
   */
  private static final double LETTER = 0.58;

  static final int FONT = 12;

  private final StringBuilder body = new StringBuilder();

  /** Returns the width that such a text has at most in usual fonts, in pixels. */
  public static double width(String text) {
    return Text.width(text) * LETTER * FONT;
  }

  /** Returns how many letters fit into a width, and at least 4. */
  public static int letters(double pixels) {
    return Math.max(4, (int) (pixels / (LETTER * FONT)));
  }

  public Svg text(double x, double y, String style, String anchor, String text) {
    body.append(
        "<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
            .formatted(style, pixels(x), pixels(y), anchor, Html.text(text)));
    return this;
  }

  public Svg line(String style, double x1, double y1, double x2, double y2) {
    body.append(
        "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n"
            .formatted(style, pixels(x1), pixels(y1), pixels(x2), pixels(y2)));
    return this;
  }

  /**
   * Adds a rectangle.
   *
   * @param tip shown under a pointer; none when empty
   */
  public Svg box(String style, double x, double y, double width, double height, String tip) {
    body.append(
        "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"%s\n"
            .formatted(
                style,
                pixels(x),
                pixels(y),
                pixels(width),
                pixels(height),
                tip.isEmpty() ? "/>" : "><title>" + Html.text(tip) + "</title></rect>"));
    return this;
  }

  /**
   * Adds a path.
   *
   * @param steps as SVG's path wants them
   */
  public Svg path(String style, String steps, String tip) {
    body.append(
        "<path class=\"%s\" d=\"%s\"%s\n"
            .formatted(
                style,
                steps,
                tip.isEmpty() ? "/>" : "><title>" + Html.text(tip) + "</title></path>"));
    return this;
  }

  /** Adds another drawing on top of what is there. */
  public Svg add(Svg other) {
    body.append(other.body);
    return this;
  }

  /**
   * Writes pixels with one decimal at most: enough for any screen, and the same on every machine.
   */
  public static String pixels(double value) {
    return String.format(Locale.ROOT, "%.1f", value).replace(".0", "");
  }

  public String body() {
    return body.toString();
  }
}
