package thaw.sandbox;

import java.time.Duration;

/**
 * The time that a read of storage takes for which the page cache has no answer. The kernel reads
 * ahead, up to 128 KiB, so that one read is some 80 KB of a JDK.
 *
 * @param latency before the first byte, also of reads that wait at once
 * @param bytesPerSecond of all reads together
 */
public record ReadCost(Duration latency, long bytesPerSecond) {
  public ReadCost {
    if (latency.isNegative() || bytesPerSecond <= 0) {
      throw new IllegalArgumentException(
          "must not be negative: " + latency + ", " + bytesPerSecond);
    }
  }
}
