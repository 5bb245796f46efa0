package thaw.load;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Durations as a histogram with three significant digits, 1 ns to 1 h. Immutable.
 *
 * <p>An interval of no values has no quantiles: ask {@link #isEmpty} first.
 */
public final class Distribution {
  static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);
  static final int DIGITS = 3;

  private static final double NANOS_PER_MILLI = 1e6;

  private final AbstractHistogram histogram;

  private Distribution(AbstractHistogram histogram) {
    this.histogram = histogram;
  }

  /** An empty histogram to record into: small where few different values come. */
  static PackedHistogram recorder() {
    return new PackedHistogram(1, HIGHEST_NANOS, DIGITS);
  }

  /** Longer ones count as the longest. */
  static void record(PackedHistogram into, long nanos) {
    into.recordValue(Math.clamp(nanos, 0, HIGHEST_NANOS));
  }

  static Distribution of(PackedHistogram recorded) {
    return new Distribution(recorded.copy());
  }

  /**
   * Of single durations.
   *
   * @param nanos each from 0; longer ones than 1 h count as the longest
   */
  public static Distribution ofNanos(long... nanos) {
    PackedHistogram recorded = recorder();
    for (long each : nanos) {
      record(recorded, each);
    }
    return new Distribution(recorded);
  }

  public static Distribution sum(Collection<Distribution> parts) {
    PackedHistogram sum = recorder();
    parts.forEach(part -> sum.add(part.histogram));
    return new Distribution(sum);
  }

  /** Without those of another one, which must all be in here. */
  public Distribution without(Distribution other) {
    AbstractHistogram rest = histogram.copy();
    rest.subtract(other.histogram);
    return new Distribution(rest);
  }

  public boolean isEmpty() {
    return histogram.getTotalCount() == 0;
  }

  public long count() {
    return histogram.getTotalCount();
  }

  /**
   * The smallest value that at least this share of all do not exceed, in milliseconds.
   *
   * @param share 0..1
   */
  public double at(double share) {
    return histogram.getValueAtPercentile(100 * share) / NANOS_PER_MILLI;
  }

  public double minMillis() {
    return histogram.getMinValue() / NANOS_PER_MILLI;
  }

  public double maxMillis() {
    return isEmpty() ? 0 : histogram.getMaxValue() / NANOS_PER_MILLI;
  }

  public double meanMillis() {
    return histogram.getMean() / NANOS_PER_MILLI;
  }

  /** Standard deviation. */
  public double deviationMillis() {
    return histogram.getStdDeviation() / NANOS_PER_MILLI;
  }

  /** In HdrHistogram's compressed form (V2), as its log format has it. */
  public String encoded() {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(bytes);
    bytes.flip().limit(length);
    return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
  }

  /**
   * @throws IllegalArgumentException when it is none
   */
  public static Distribution decoded(String encoded) {
    try {
      return new Distribution(
          PackedHistogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), HIGHEST_NANOS));
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("no compressed HdrHistogram: " + e.getMessage(), e);
    }
  }

  /** Its values in milliseconds, by HdrHistogram's own writer ({@code .hgrm}). */
  public void writeHgrm(java.io.PrintStream out) {
    histogram.outputPercentileDistribution(out, 5, NANOS_PER_MILLI);
  }
}
