package thaw.tuning;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import thaw.files.ResourceProperties;
import thaw.problem.UserMistake;

/**
 * Has the prices that AWS has published for Lambda, in USD, in the first tier and without the free
 * one.
 *
 * @param architecture whose price of time is taken
 * @param gbSecond of a GB of memory for a second, by architecture
 * @param millionRequests beside the time
 * @param snapStart what SnapStart costs where it costs something
 * @param region for which they hold
 * @param source where they were read
 * @param read when, as {@code 2026-11-24}
 * @param initBilledSince since when the init phase is billed with every configuration
 */
public record LambdaPrices(
    @JsonIgnore String architecture,
    Map<String, Double> gbSecond,
    double millionRequests,
    OfSnapStart snapStart,
    String region,
    String source,
    String read,
    String initBilledSince) {
  public static final String X86_64 = "x86_64";
  static final String ARM64 = "arm64";

  /** The architectures that have a price. */
  public static final List<String> ARCHITECTURES = List.of(X86_64, ARM64);

  private static final String FILE = "/thaw/tuning/lambda-prices.properties";
  private static final double MILLION = 1e6;
  private static final double MIB_PER_GB = 1_024;
  private static final double MILLIS_PER_SECOND = 1_000;

  public LambdaPrices {
    gbSecond = Map.copyOf(gbSecond);
  }

  /**
   * @param cacheGbSecond of a snapshot, for a GB of the function's memory and a second
   * @param restoreGb of a restore, for a GB of it
   * @param leastCachedHours for which a snapshot is billed at least
   * @param source which says for what it is charged
   */
  public record OfSnapStart(
      double cacheGbSecond, double restoreGb, int leastCachedHours, String source) {
    private static final double SECONDS_OF_MONTH = 30.0 * 24 * 3_600;

    /** Returns what keeping the snapshot of a version costs in 30 days. */
    double cacheUsdOfMonth(int memoryMiB) {
      return cacheGbSecond * gigabytes(memoryMiB) * SECONDS_OF_MONTH;
    }

    /** Returns what a million restores cost beside their time. */
    public double usdOfMillion(int memoryMiB) {
      return MILLION * restoreGb * gigabytes(memoryMiB);
    }
  }

  /**
   * @throws UserMistake when the architecture has no price
   */
  public static LambdaPrices published(String architecture) {
    if (!ARCHITECTURES.contains(architecture)) {
      throw new UserMistake(
          "Lambda has no price for the architecture " + architecture,
          "use one of: " + String.join(", ", ARCHITECTURES));
    }
    ResourceProperties file = new ResourceProperties(LambdaPrices.class, FILE);
    return new LambdaPrices(
        architecture,
        ARCHITECTURES.stream()
            .collect(Collectors.toMap(each -> each, each -> file.number("gbSecond." + each))),
        file.number("millionRequests"),
        new OfSnapStart(
            file.number("snapStart.cacheGbSecond"),
            file.number("snapStart.restoreGb"),
            (int) file.number("snapStart.leastCachedHours"),
            file.text("snapStart.source")),
        file.text("region"),
        file.text("source"),
        file.text("read"),
        file.text("initBilledSince"));
  }

  /** Returns whether a runtime is one of AWS's for Java, which have SnapStart for nothing. */
  static boolean hasFreeSnapStart(String runtime) {
    return runtime.startsWith("java");
  }

  /** Lambda's GB are of 1,024 MB. */
  public static double gigabytes(int memoryMiB) {
    return memoryMiB / MIB_PER_GB;
  }

  /** Returns the price of a million GB-seconds on an architecture. */
  public double usdOfMillionGbSeconds(String on) {
    return MILLION * Objects.requireNonNull(gbSecond.get(on), on);
  }

  /** Returns the price of a million milliseconds with this memory. */
  public double usdOfMillionMillis(int memoryMiB) {
    return usdOfMillionGbSeconds(architecture) * gigabytes(memoryMiB) / MILLIS_PER_SECOND;
  }

  /**
   * A million requests.
   *
   * @param gbSeconds of each
   */
  public double usdOfMillion(double gbSeconds) {
    return gbSeconds * usdOfMillionGbSeconds(architecture) + millionRequests;
  }
}
