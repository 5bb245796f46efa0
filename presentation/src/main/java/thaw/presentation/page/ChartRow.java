package thaw.presentation.page;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.presentation.text.Figures;

/**
 * A row of a chart: name, drawing and figure over an axis that all rows share. Horizontal positions
 * are shares of the width, so a drawing fits any width while lines and letters keep their size.
 *
 * @param lines what the row says, for people who do not see it, and under the pointer
 * @param marks from the back to the front
 * @param over those that lie over the dots
 * @param labels what is written into the drawing
 * @param depth how far the name is indented, which stands at the left then; negative for a row
 *     among equals, whose name stands at its drawing
 */
public record ChartRow(
    String name,
    List<String> lines,
    int height,
    List<Mark> marks,
    @Nullable Dots dots,
    List<Mark> over,
    List<Label> labels,
    Figure figure,
    int depth) {
  private static final int AMONG_EQUALS = -1;

  /** The number of depths for which the style sheet has classes. */
  private static final int DEEPEST = 9;

  /** A class with its package, which has one part at least, and perhaps a method. */
  private static final Pattern JAVA_NAME =
      Pattern.compile("(?<package>(?:[a-z_][\\w]*\\.)+)[A-Z_$][\\w$]*(?:\\.[\\w$<>]+)?");

  public static final Figure NO_FIGURE = new Figure("", "no figure", "");

  /** Makes a row among equals. Nothing lies over the dots, and nothing is written. */
  ChartRow(
      String name,
      List<String> lines,
      int height,
      List<Mark> marks,
      @Nullable Dots dots,
      Figure figure) {
    this(name, lines, height, marks, dots, List.of(), figure);
  }

  /** Makes a row among equals, in which nothing is written. */
  public ChartRow(
      String name,
      List<String> lines,
      int height,
      List<Mark> marks,
      @Nullable Dots dots,
      List<Mark> over,
      Figure figure) {
    this(name, lines, height, marks, dots, over, List.of(), figure, AMONG_EQUALS);
  }

  /** Returns the row with this written into the drawing. */
  public ChartRow labelled(List<Label> written) {
    return new ChartRow(name, lines, height, marks, dots, over, written, figure, depth);
  }

  /**
   * A line or a box, of a class of the style sheet.
   *
   * @param from share of the width
   * @param top pixels
   */
  public record Mark(String style, boolean isBox, double from, double to, int top, int bottom) {
    public static Mark upright(String style, double share, int top, int bottom) {
      return new Mark(style, false, share, share, top, bottom);
    }

    public static Mark box(String style, double from, double to, int top, int bottom) {
      return new Mark(style, true, from, Math.max(from, to), top, bottom);
    }

    /** The interval of a median: a line with a cap at each end. */
    public static Stream<Mark> interval(double low, double high, int y) {
      return Stream.of(
          new Mark("interval", false, low, high, y, y),
          upright("interval", low, y - 4, y + 4),
          upright("interval", high, y - 4, y + 4));
    }
  }

  /**
   * A short text of a class of the style sheet.
   *
   * @param from share of the width; the text begins a little right of it
   * @param y pixels, of its base line
   */
  public record Label(String style, double from, int y, String text) {}

  /**
   * Samples of a variant, which the page's script knows by their numbers.
   *
   * @param metric its name in the page's data
   */
  public record Dots(int variant, String metric, String radius, List<Dot> all) {}

  /**
   * One sample.
   *
   * @param share of the width
   */
  public record Dot(double share, double y, int number) {
    String pixels() {
      return String.format(Locale.ROOT, "%.1f", y);
    }
  }

  /** The text beside the drawing: a number in bold, its unit, and less important figures. */
  public record Figure(String number, String text, String small) {}

  /** The same below what called it, or contains it. */
  public ChartRow indented(int by) {
    return new ChartRow(
        name, lines, height, marks, dots, over, labels, figure, Math.min(by, DEEPEST));
  }

  /** Classes of the style sheet. */
  String nameStyle() {
    return depth < 0 ? "name" : "name nested depth-" + depth;
  }

  /** The package of a row that is named by a Java class or method, or nothing. */
  String qualifier() {
    Matcher java = JAVA_NAME.matcher(name);
    return java.matches() ? java.group("package") : "";
  }

  /** The name without its {@link #qualifier()}. */
  String simpleName() {
    return name.substring(qualifier().length());
  }

  /** Makes a row with the axis's grid behind the drawing. */
  public static ChartRow of(
      String name, List<String> lines, Axis axis, int height, Stream<Mark> marks, Figure figure) {
    return new ChartRow(name, lines, height, overGrid(axis, height, marks), null, figure);
  }

  public static List<Mark> overGrid(Axis axis, int height, Stream<Mark> marks) {
    return Stream.concat(
            axis.ticks().stream().map(tick -> Mark.upright("grid", axis.share(tick), 0, height)),
            marks)
        .toList();
  }

  /** A share of the width as SVG wants it. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.3f%%", 100 * share);
  }

  /** Returns the text below a tick of the axis. */
  static String tick(String unit, double value) {
    double scaled = Figures.scaled(unit, value);
    return scaled == Math.rint(scaled)
        ? Figures.whole(scaled)
        : String.format(Locale.ROOT, "%.4f", scaled).replaceAll("0+$", "");
  }

  /** Returns the anchor of a text at a share of the width, so that no number leaves the drawing. */
  static String anchor(double share) {
    return share < 0.03 ? "start" : share > 0.97 ? "end" : "middle";
  }
}
