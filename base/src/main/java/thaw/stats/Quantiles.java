package thaw.stats;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * A sample in order: its quantiles, extremes and mean. Refuses to know what was measured.
 *
 * <p>Quantiles follow definition 8 of Hyndman and Fan ("Sample Quantiles in Statistical Packages",
 * The American Statistician 50, 1996), which they recommend because it is about median-unbiased
 * whatever the distribution: the p-quantile of n values lies at the position (n + 1/3) p + 1/3,
 * between two values by linear interpolation. The median is the middle value, or the mean of the
 * two middle ones.
 *
 * <p>Beyond the outermost values there is no information, so the position is held within 1..n: p90
 * of up to 6 values and p99 of up to 66 values are the largest value and nothing more. {@link
 * #samplesFor} gives that limit, so that whoever shows a quantile can say so.
 */
public final class Quantiles {
  private static final Quantile DEFINITION =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF8);

  private final double[] ascending;

  private Quantiles(double[] ascending) {
    this.ascending = ascending;
  }

  /**
   * @param values at least one, all finite, in any order; copied
   */
  public static Quantiles of(double... values) {
    return new Quantiles(ValueChecks.ascending(values));
  }

  public int count() {
    return ascending.length;
  }

  public double min() {
    return ascending[0];
  }

  public double max() {
    return ascending[ascending.length - 1];
  }

  /** Arithmetic mean. */
  public double mean() {
    return Mean.of(ascending).getAsDouble();
  }

  public double median() {
    return at(0.5);
  }

  /**
   * @param p within 0..1, for example 0.99
   */
  public double at(double p) {
    return DEFINITION.evaluate(ascending.length, i -> ascending[i], p);
  }

  /**
   * The fewest values whose p-quantile is not simply the smallest or the largest of them: 2 for the
   * median, 7 for p90, 67 for p99.
   *
   * @param p above 0 and below 1
   */
  public static int samplesFor(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("must be above 0 and below 1: p=" + p);
    }
    double upper = Math.max(p, 1 - p);
    // (n + 1/3) p + 1/3 < n; the tiny term keeps a quotient that should be whole from passing it
    return (int) Math.floor((1 + upper) / (3 * (1 - upper)) + 1e-9) + 1;
  }

  /** Ascending. */
  @Override
  public String toString() {
    return Arrays.toString(ascending);
  }
}
