package thaw.model;

import java.util.stream.DoubleStream;
import thaw.stats.Quantiles;

/** What a figure is of several starts: on both sides it must be the same. */
public enum Statistic {
  MEDIAN("median"),
  /** Of starts that throttling delays by whole periods it is far from the median. */
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
