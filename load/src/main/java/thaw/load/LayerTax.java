package thaw.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.stats.MedianInterval;

/**
 * The cost of one layer: the difference between two runs of one schedule that took turns, block by
 * block, of which one went through the layer and the other did not.
 *
 * @param name of the layer
 * @param with by its name, the run that goes through it
 * @param without the run that does not
 * @param atMillis the difference of the quantiles {@link #SHARES}, in milliseconds
 * @param median 95 % confidence interval of the difference at p50, from the blocks' differences;
 *     empty with fewer than {@link #LEAST_BLOCKS}
 */
public record LayerTax(
    String name,
    String with,
    String without,
    List<Double> atMillis,
    Optional<MedianInterval> median) {
  public static final List<Double> SHARES = List.of(0.5, 0.9, 0.99, 0.999);

  /** An interval of fewer says nothing at 95 %. */
  static final int LEAST_BLOCKS = 6;

  public LayerTax {
    atMillis = List.copyOf(atMillis);
  }

  /**
   * @param block how long the runs' turns were
   */
  public static LayerTax of(String name, LoadResult with, LoadResult without, Duration block) {
    List<Double> at = new ArrayList<>();
    LatencyDistribution dear = with.response();
    LatencyDistribution cheap = without.response();
    for (double share : SHARES) {
      at.add(dear.isEmpty() || cheap.isEmpty() ? Double.NaN : dear.at(share) - cheap.at(share));
    }
    double[] differences = differences(with, without, (int) Math.max(1, block.toSeconds()));
    return new LayerTax(
        name,
        with.plan().name(),
        without.plan().name(),
        at,
        differences.length < LEAST_BLOCKS
            ? Optional.empty()
            : Optional.of(MedianInterval.of(differences)));
  }

  /** Returns the differences at p50 in milliseconds, of each block in which both have answers. */
  private static double[] differences(LoadResult with, LoadResult without, int seconds) {
    int blocks = Math.min(with.seconds().size(), without.seconds().size()) / seconds;
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      LatencyDistribution dear = block(with, i * seconds, seconds);
      LatencyDistribution cheap = block(without, i * seconds, seconds);
      if (!dear.isEmpty() && !cheap.isEmpty()) {
        all.add(dear.at(0.5) - cheap.at(0.5));
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static LatencyDistribution block(LoadResult result, int from, int seconds) {
    return LatencyDistribution.sum(
        result.seconds().subList(from, from + seconds).stream().map(LoadSecond::response).toList());
  }
}
