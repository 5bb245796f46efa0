package thaw.stats;

import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A straight line through logarithms by least squares, {@code y = factor × x^slope}, for what grows
 * by factors. It tells an interval for a new value, on the assumption that the deviations of the
 * logarithms are normal and alike everywhere.
 *
 * <p>The slope is fitted only where {@link #FEWEST_FOR_SLOPE} points reach over a factor of {@link
 * #LEAST_REACH} at least. Otherwise it is 1, and the line has one parameter.
 *
 * @param intercept logarithm of the factor
 * @param slope exponent of x
 * @param count of points
 * @param freedom degrees of freedom of the spread: the points without the parameters
 * @param spread standard deviation of the logarithms around the line
 * @param meanLogX of the points
 * @param squares sum of the squared distances of the logarithms of x from their mean; infinite
 *     where the slope was not fitted
 * @param least the smallest x of the points
 * @param most the largest one
 */
public record PowerLaw(
    double intercept,
    double slope,
    int count,
    int freedom,
    double spread,
    double meanLogX,
    double squares,
    double least,
    double most) {
  /**
   * The fewest points that have a slope of their own, which with fewer would follow single ones.
   */
  public static final int FEWEST_FOR_SLOPE = 6;

  /**
   * Points that are all at about one x say nothing of a slope, and points say nothing of an x that
   * is farther than this factor from all of them.
   */
  public static final double LEAST_REACH = 4;

  /** The fewest points that give a line; fewer have no interval worth the name. */
  public static final int FEWEST = 3;

  /**
   * @param x above 0
   * @param y of each of them, above 0; at least {@link #FEWEST}
   */
  public static PowerLaw through(double[] x, double[] y) {
    if (x.length != y.length || x.length < FEWEST) {
      throw new IllegalArgumentException(
          "must be at least %d points: x=%d y=%d".formatted(FEWEST, x.length, y.length));
    }
    double[] logX = DoubleStream.of(x).map(Math::log).toArray();
    double[] logY = DoubleStream.of(y).map(Math::log).toArray();
    double meanX = DoubleStream.of(logX).average().orElseThrow();
    double meanY = DoubleStream.of(logY).average().orElseThrow();
    double squares = 0;
    double products = 0;
    for (int i = 0; i < logX.length; i++) {
      squares += (logX[i] - meanX) * (logX[i] - meanX);
      products += (logX[i] - meanX) * (logY[i] - meanY);
    }
    double least = DoubleStream.of(x).min().orElseThrow();
    double most = DoubleStream.of(x).max().orElseThrow();
    boolean fitted = x.length >= FEWEST_FOR_SLOPE && most / least >= LEAST_REACH;
    double slope = fitted ? products / squares : 1;
    double intercept = meanY - slope * meanX;
    double deviations = 0;
    for (int i = 0; i < logX.length; i++) {
      double deviation = logY[i] - intercept - slope * logX[i];
      deviations += deviation * deviation;
    }
    int freedom = x.length - (fitted ? 2 : 1);
    return new PowerLaw(
        intercept,
        slope,
        x.length,
        freedom,
        Math.sqrt(deviations / freedom),
        meanX,
        fitted ? squares : Double.POSITIVE_INFINITY,
        least,
        most);
  }

  /** The same line with another spread, such as one that its own points cannot show. */
  PowerLaw withSpread(double other, int itsFreedom) {
    return new PowerLaw(intercept, slope, count, itsFreedom, other, meanLogX, squares, least, most);
  }

  /**
   * The same line, with another spread where that makes the interval of a new value wider.
   *
   * @param confidence of the interval, above 0 and below 1
   */
  public PowerLaw widened(double other, int itsFreedom, double confidence) {
    PowerLaw wide = withSpread(other, itsFreedom);
    double middle = Math.exp(meanLogX);
    return wide.factor(middle, confidence) > factor(middle, confidence) ? wide : this;
  }

  /**
   * A line of this slope through other points: only their factor is taken from them, and from
   * {@link #FEWEST} of them on their spread.
   *
   * @param x above 0, at least one
   * @param y of each of them, above 0
   */
  public PowerLaw movedTo(double[] x, double[] y) {
    if (x.length != y.length || x.length == 0) {
      throw new IllegalArgumentException("must be points: x=%d y=%d".formatted(x.length, y.length));
    }
    double[] offsets = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      offsets[i] = Math.log(y[i]) - slope * Math.log(x[i]);
    }
    double moved = DoubleStream.of(offsets).average().orElseThrow();
    boolean ownSpread = x.length >= FEWEST;
    double deviations = DoubleStream.of(offsets).map(each -> (each - moved) * (each - moved)).sum();
    return new PowerLaw(
        moved,
        slope,
        x.length,
        ownSpread ? x.length - 1 : freedom,
        ownSpread ? Math.sqrt(deviations / (x.length - 1)) : spread,
        DoubleStream.of(x).map(Math::log).average().orElseThrow(),
        squares,
        Math.min(least, DoubleStream.of(x).min().orElseThrow()),
        Math.max(most, DoubleStream.of(x).max().orElseThrow()));
  }

  /** Returns whether x is near enough to the points for the line to tell something of it. */
  public boolean reaches(double x) {
    return least / LEAST_REACH <= x && x <= most * LEAST_REACH;
  }

  /** The line at x. */
  public double at(double x) {
    return Math.exp(intercept + slope * Math.log(x));
  }

  /**
   * Returns the factor by which a new value may lie above the line at x, or below it.
   *
   * @param confidence that it lies within, above 0 and below 1
   */
  public double factor(double x, double confidence) {
    double distance = Math.log(x) - meanLogX;
    double error = spread * Math.sqrt(1 + 1.0 / count + distance * distance / squares);
    double quantile = TDistribution.of(freedom).inverseCumulativeProbability((1 + confidence) / 2);
    return Math.exp(quantile * error);
  }
}
