package thaw.model;

/**
 * Tells what Lambda is expected to show.
 *
 * @param low lower end of the interval of a new figure
 * @param high upper end of it
 */
public record LambdaEstimate(double millis, double low, double high) {
  /** Returns the factor by which the estimate and Lambda's figure differ, at least 1. */
  double error(double lambdaMillis) {
    return Math.max(lambdaMillis / millis, millis / lambdaMillis);
  }

  boolean holds(double lambdaMillis) {
    return low <= lambdaMillis && lambdaMillis <= high;
  }
}
