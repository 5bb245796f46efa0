package thaw.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Durations as a histogram with three significant digits, 1 ns to 1 h. Immutable.
 *
 * <p>An interval of no values has no quantiles: ask {@link #isEmpty} first.
 */
public final class LatencyDistribution {
  static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);
  static final int DIGITS = 3;

  private static final double NANOS_PER_MILLI = 1e6;

  private final int[] buckets; // of DurationCounts, ascending
  private final long[] counts; // of each, at least 1
  private final long total;

  private LatencyDistribution(int[] buckets, long... counts) {
    this.buckets = buckets;
    this.counts = counts;
    this.total = Arrays.stream(counts).sum();
  }

  private static LatencyDistribution of(TreeMap<Integer, Long> counted) {
    counted.values().removeIf(count -> count == 0);
    return new LatencyDistribution(
        counted.keySet().stream().mapToInt(Integer::intValue).toArray(),
        counted.values().stream().mapToLong(Long::longValue).toArray());
  }

  /** Returns the distribution of what has been recorded so far. */
  static LatencyDistribution of(DurationCounts recorded) {
    int[] buckets = new int[recorded.buckets()];
    long[] counts = new long[buckets.length];
    int[] next = {0};
    recorded.visit((bucket, count) -> {
      buckets[next[0]] = bucket;
      counts[next[0]++] = count;
    });
    return new LatencyDistribution(buckets, counts);
  }

  /**
   * Makes the distribution of single durations.
   *
   * @param nanos each from 0; longer ones than 1 h count as the longest
   */
  public static LatencyDistribution ofNanos(long... nanos) {
    DurationCounts recorded = new DurationCounts();
    for (long each : nanos) {
      recorded.record(each);
    }
    return of(recorded);
  }

  public static LatencyDistribution sum(Collection<LatencyDistribution> parts) {
    TreeMap<Integer, Long> sum = new TreeMap<>();
    parts.forEach(part -> part.addTo(sum, 1));
    return of(sum);
  }

  /** Returns this distribution without the durations of another one, which must all be in here. */
  LatencyDistribution without(LatencyDistribution other) {
    TreeMap<Integer, Long> rest = new TreeMap<>();
    addTo(rest, 1);
    other.addTo(rest, -1);
    for (Map.Entry<Integer, Long> each : rest.entrySet()) {
      if (each.getValue() < 0) {
        throw new IllegalArgumentException(
            "must all be in here: " + DurationCounts.lowest(each.getKey()) + " ns");
      }
    }
    return of(rest);
  }

  private void addTo(TreeMap<Integer, Long> sum, int sign) {
    for (int i = 0; i < buckets.length; i++) {
      sum.merge(buckets[i], sign * counts[i], Long::sum);
    }
  }

  public boolean isEmpty() {
    return total == 0;
  }

  public long count() {
    return total;
  }

  /**
   * The smallest value that at least this share of all do not exceed, in milliseconds.
   *
   * @param share 0..1
   */
  public double at(double share) {
    double rank = Math.nextDown(share * total); // 0.07 * 100 is a hair more than 7
    long passed = 0;
    for (int i = 0; i < buckets.length; i++) {
      passed += counts[i];
      if (passed >= rank) {
        return longestMillis(buckets[i]);
      }
    }
    return 0;
  }

  private static double longestMillis(int bucket) {
    return (DurationCounts.lowest(bucket) + DurationCounts.width(bucket) - 1) / NANOS_PER_MILLI;
  }

  private static double middleMillis(int bucket) {
    return (DurationCounts.lowest(bucket) + DurationCounts.width(bucket) / 2) / NANOS_PER_MILLI;
  }

  /** Takes how many took about so long. */
  public interface Visitor {
    void take(double millis, long count);
  }

  /** Visits the durations from the shortest to the longest. */
  public void visit(Visitor visitor) {
    for (int i = 0; i < buckets.length; i++) {
      visitor.take(middleMillis(buckets[i]), counts[i]);
    }
  }

  public double minMillis() {
    return isEmpty() ? 0 : DurationCounts.lowest(buckets[0]) / NANOS_PER_MILLI;
  }

  public double maxMillis() {
    return isEmpty() ? 0 : longestMillis(buckets[buckets.length - 1]);
  }

  public double meanMillis() {
    double sum = 0;
    for (int i = 0; i < buckets.length; i++) {
      sum += middleMillis(buckets[i]) * counts[i];
    }
    return isEmpty() ? 0 : sum / total;
  }

  /** Standard deviation. */
  public double deviationMillis() {
    double mean = meanMillis();
    double squares = 0;
    for (int i = 0; i < buckets.length; i++) {
      double difference = middleMillis(buckets[i]) - mean;
      squares += difference * difference * counts[i];
    }
    return isEmpty() ? 0 : Math.sqrt(squares / total);
  }

  private Histogram histogram() {
    Histogram histogram = new Histogram(1, HIGHEST_NANOS, DIGITS);
    for (int i = 0; i < buckets.length; i++) {
      histogram.recordValueWithCount(DurationCounts.lowest(buckets[i]), counts[i]);
    }
    return histogram;
  }

  /** Returns the distribution in HdrHistogram's compressed form (V2), as its log format has it. */
  public String encoded() {
    Histogram histogram = histogram();
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  /** Its values in milliseconds, by HdrHistogram's own writer ({@code .hgrm}). */
  public void writeHgrm(java.io.PrintStream out) {
    histogram().outputPercentileDistribution(out, 5, NANOS_PER_MILLI);
  }
}
