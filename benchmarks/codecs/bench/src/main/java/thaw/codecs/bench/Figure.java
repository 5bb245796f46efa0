package thaw.codecs.bench;

import java.util.List;
import java.util.Locale;
import thaw.codecs.bench.BenchSamples.Sample;

/** Median, least and largest of a value of some samples. */
record Figure(int count, double median, double min, double max) {
  static Figure of(List<Sample> samples, int value) {
    double[] sorted = samples.stream().mapToDouble(s -> s.value(value)).sorted().toArray();
    int n = sorted.length;
    if (n == 0) {
      return new Figure(0, Double.NaN, Double.NaN, Double.NaN);
    }
    double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    return new Figure(n, median, sorted[0], sorted[n - 1]);
  }

  Figure minus(double value) {
    return new Figure(count, median - value, min - value, max - value);
  }

  Figure dividedBy(double value) {
    return new Figure(count, median / value, min / value, max / value);
  }

  boolean missing() {
    return count == 0;
  }

  /** The median, with three digits that count. */
  String shown() {
    return missing() ? "" : shown(median);
  }

  String spread() {
    return missing() ? "" : shown(min) + "-" + shown(max);
  }

  static String shown(double value) {
    double size = Math.abs(value);
    int digits = size == 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
