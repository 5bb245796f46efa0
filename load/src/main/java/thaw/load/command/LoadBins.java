package thaw.load.command;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.ArrayList;
import java.util.List;
import thaw.load.LoadSecond;

/**
 * The bins of a chart: points that share their quantiles, where one alone has so few requests that
 * its p50 is its p99.
 */
final class LoadBins {
  static final int FEWEST_REQUESTS = 20;

  /** The most points of a bin; more would hide what changes. */
  private static final int MOST_POINTS = 30;

  private LoadBins() {}

  /**
   * The bin that a point belongs to.
   *
   * @param from the first point
   * @param to the one after the last
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record Bin(int from, int to) {}

  /** Returns the bin of each point; a point without an answer is alone, so that a gap stays one. */
  static List<Bin> of(List<List<LoadSecond>> points) {
    List<Bin> bins = new ArrayList<>();
    int from = 0;
    while (from < points.size()) {
      int to = from;
      long requests = 0;
      do {
        requests += answered(points.get(to++));
      } while (to < points.size()
          && requests > 0
          && requests < FEWEST_REQUESTS
          && to - from < MOST_POINTS
          && answered(points.get(to)) > 0);
      for (int i = from; i < to; i++) {
        bins.add(new Bin(from, to));
      }
      from = to;
    }
    return bins;
  }

  private static long answered(List<LoadSecond> point) {
    return point.stream().mapToLong(second -> second.response().count()).sum();
  }

  /** The seconds of each point's bin. */
  static List<List<LoadSecond>> seconds(List<List<LoadSecond>> points, List<Bin> bins) {
    return bins.stream()
        .map(bin -> points.subList(bin.from(), bin.to()).stream().flatMap(List::stream).toList())
        .toList();
  }
}
