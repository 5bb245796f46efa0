package thaw.model;

import java.util.stream.DoubleStream;
import thaw.stats.Quantiles;

/** Names what a figure is of several starts: on both sides it must be the same. */
public enum Statistic {
  MEDIAN("median"),
  /** It is far from the median where throttling delays some starts by whole periods. */
  MEAN("mean");

  private final String label;

  Statistic(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /**
   * @param values at least one
   */
  public double of(double... values) {
    return switch (this) {
      case MEDIAN -> Quantiles.of(values).median();
      case MEAN -> DoubleStream.of(values).average().orElseThrow();
    };
  }
}
