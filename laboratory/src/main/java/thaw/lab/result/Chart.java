package thaw.lab.result;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;

/** A picture of figures, as data. */
public sealed interface Chart {
  String title();

  /** Returns the unit of the values. */
  String unit();

  /** Returns whether equal ratios take equal room. */
  boolean logarithmic();

  /**
   * Bars: for each category one of each series.
   *
   * @param categories for example {@code first lambda}
   * @param series each with as many values as there are categories
   */
  record Bars(
      String title, String unit, boolean logarithmic, List<String> categories, List<Series> series)
      implements Chart {
    public Bars {
      categories = List.copyOf(categories);
      series = List.copyOf(series);
      for (Series one : series) {
        if (one.values().size() != categories.size()) {
          throw new IllegalArgumentException("must have a value for each category: " + one.name());
        }
      }
    }
  }

  /** Returns bars of a value for each of some things in each of some categories. */
  static <S, C> Bars bars(
      String title,
      String unit,
      boolean logarithmic,
      List<C> categories,
      Function<C, String> category,
      List<S> series,
      Function<S, String> name,
      BiFunction<S, C, Optional<Spread>> value) {
    return new Bars(
        title,
        unit,
        logarithmic,
        categories.stream().map(category).toList(),
        series.stream()
            .map(one ->
                new Series(
                    name.apply(one),
                    categories.stream().map(each -> value.apply(one, each)).toList()))
            .toList());
  }

  /**
   * Lines over a number, such as memory sizes.
   *
   * @param across what the number is, with its unit
   */
  record Lines(String title, String unit, boolean logarithmic, String across, List<Line> lines)
      implements Chart {
    public Lines {
      lines = List.copyOf(lines);
    }
  }

  /**
   * @param values empty where nothing was measured
   */
  record Series(String name, List<Optional<Spread>> values) {
    public Series {
      values = List.copyOf(values);
    }
  }

  /**
   * @param points ascending in {@code x}
   */
  record Line(String name, List<Point> points) {
    public Line {
      points = List.copyOf(points);
    }

    /** Returns the line of the numbers that have a value. */
    public static Line of(String name, List<Integer> numbers, IntFunction<Optional<Spread>> value) {
      return new Line(
          name,
          numbers.stream()
              .flatMap(x -> value.apply(x).map(y -> new Point(x, y)).stream())
              .toList());
    }
  }

  /** One figure over one number. */
  record Point(double x, Spread y) {}
}
