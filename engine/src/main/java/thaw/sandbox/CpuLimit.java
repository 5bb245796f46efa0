package thaw.sandbox;

import java.time.Duration;

/**
 * The CPU time that a sandbox gets, enforced by the kernel's bandwidth controller.
 *
 * @param vcpus CPUs' worth of time; above zero
 * @param period in which the quota is given out
 */
public record CpuLimit(double vcpus, Duration period) {
  /**
   * Throttling on AWS Lambda has been observed in periods of about 20 ms
   * (github.com/pwrdrvr/lambda-throttling).
   */
  public static final Duration LAMBDA_PERIOD = Duration.ofMillis(20);

  /**
   * The period of a limit that is to hold on average and never to be felt: a quota of whole CPUs in
   * short periods still throttles now and then, as the kernel hands it out to each CPU in slices of
   * 5 ms.
   */
  private static final Duration RELAXED_PERIOD = Duration.ofMillis(100);

  /** The kernel refuses smaller quotas: {@code min_cfs_quota_period}, 1 ms. */
  private static final long SMALLEST_QUOTA_MICROS = 1000;

  public CpuLimit {
    if (!(vcpus > 0)) {
      throw new IllegalArgumentException("must be above 0: vcpus=" + vcpus);
    }
  }

  /** A share of a CPU, given out as Lambda does. */
  public static CpuLimit share(double vcpus) {
    return new CpuLimit(vcpus, LAMBDA_PERIOD);
  }

  /** Returns a limit of so many whole CPUs, with no throttling in between. */
  public static CpuLimit whole(int vcpus) {
    return new CpuLimit(vcpus, RELAXED_PERIOD);
  }

  /** Returns whether a host with so many CPUs need not enforce it at all. */
  boolean isMet(int hostCpus) {
    return vcpus >= hostCpus;
  }

  long periodMicros() {
    return period.toNanos() / 1000;
  }

  long quotaMicros() {
    return Math.max(SMALLEST_QUOTA_MICROS, Math.round(vcpus * periodMicros()));
  }
}
