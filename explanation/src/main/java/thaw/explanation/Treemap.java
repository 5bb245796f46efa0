package thaw.explanation;

import java.util.ArrayList;
import java.util.List;

/**
 * Rectangles of given sizes that fill a rectangle and are as nearly square as they can be: the
 * squarified treemap of Bruls, Huizing and van Wijk (2000). Refuses to know what they stand for.
 */
final class Treemap {
  private Treemap() {}

  /** A rectangle within some area, in the area's unit. */
  record Tile(double x, double y, double width, double height) {
    double area() {
      return width * height;
    }

    private double shortSide() {
      return Math.min(width, height);
    }
  }

  /**
   * A rectangle for each size, in their order.
   *
   * @param sizes above zero, the largest first
   */
  static List<Tile> of(List<Double> sizes, Tile area) {
    double sum = sizes.stream().mapToDouble(Double::doubleValue).sum();
    List<Tile> tiles = new ArrayList<>();
    Tile left = area;
    for (int from = 0; from < sizes.size(); ) {
      int to = from + 1;
      double scale = area.area() / sum;
      while (to < sizes.size()
          && worst(sizes.subList(from, to + 1), scale, left.shortSide())
              <= worst(sizes.subList(from, to), scale, left.shortSide())) {
        to++;
      }
      left = row(sizes.subList(from, to), scale, left, tiles);
      from = to;
    }
    return tiles;
  }

  /** The largest ratio of long to short sides, if these made a row along a side. */
  private static double worst(List<Double> sizes, double scale, double side) {
    double sum = scale * sizes.stream().mapToDouble(Double::doubleValue).sum();
    double largest = scale * sizes.getFirst();
    double smallest = scale * sizes.getLast();
    double square = side * side;
    return Math.max(square * largest / (sum * sum), sum * sum / (square * smallest));
  }

  /** Adds a row along the short side, and tells what is left beside it. */
  private static Tile row(List<Double> sizes, double scale, Tile left, List<Tile> tiles) {
    double sum = scale * sizes.stream().mapToDouble(Double::doubleValue).sum();
    boolean isUpright = left.width() >= left.height();
    double depth = sum / left.shortSide();
    double at = isUpright ? left.y() : left.x();
    for (double size : sizes) {
      double length = scale * size / depth;
      tiles.add(
          isUpright
              ? new Tile(left.x(), at, depth, length)
              : new Tile(at, left.y(), length, depth));
      at += length;
    }
    return isUpright
        ? new Tile(left.x() + depth, left.y(), Math.max(0, left.width() - depth), left.height())
        : new Tile(left.x(), left.y() + depth, left.width(), Math.max(0, left.height() - depth));
  }
}
