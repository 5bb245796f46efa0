package thaw.function;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells how a function runs on Lambda Managed Instances: its environments take many requests at a
 * time.
 *
 * @param concurrency requests that one environment takes at a time; absent for AWS's default
 * @param memoryGiBPerVCpu 2 to 8; absent for AWS's default
 * @param least environments that {@code $LATEST.PUBLISHED} is to have, as the template says it
 * @param most likewise
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/lambda-managed-instances.html">Lambda
 *     Managed Instances</a>
 */
public record ManagedInstances(
    OptionalInt concurrency, OptionalDouble memoryGiBPerVCpu, OptionalInt least, OptionalInt most) {

  /** The most requests that one environment may take at a time. */
  public static final int MOST_CONCURRENCY = 1_600;

  public static final double LEAST_GIB_PER_VCPU = 2;
  public static final double MOST_GIB_PER_VCPU = 8;

  /** Started before a version can be invoked, one for each zone. */
  public static final int DEFAULT_ENVIRONMENTS = 3;

  /** The oldest Java runtime whose client has many threads. */
  static final int OLDEST_JAVA = 21;

  private static final Pattern JAVA = Pattern.compile("java(\\d+).*");
  private static final Pattern CUSTOM = Pattern.compile("provided\\.al2023|custom|image");
  private static final int DEFAULT_CONCURRENCY_PER_VCPU = 32;
  private static final double MEBIBYTES_PER_GIB = 1024;

  /** Makes the settings of environments, where nobody says how many there are to be. */
  public ManagedInstances(OptionalInt concurrency, OptionalDouble memoryGiBPerVCpu) {
    this(concurrency, memoryGiBPerVCpu, OptionalInt.empty(), OptionalInt.empty());
  }

  /** Returns why a function cannot run there; empty when it can. */
  public static Optional<String> fault(
      String runtime, MemorySize memory, boolean snapStart, boolean isolatesTenants) {
    Matcher java = JAVA.matcher(runtime);
    boolean old = java.matches() && Integer.parseInt(java.group(1)) < OLDEST_JAVA;
    if (old || !java.matches() && !CUSTOM.matcher(runtime).matches()) {
      return Optional.of(
          "functions on Lambda Managed Instances need java"
              + OLDEST_JAVA
              + " or later: "
              + runtime);
    }
    if (memory.mebibytes() < LambdaLimits.SMALLEST_MANAGED_MEMORY_MIB) {
      return Optional.of(
          "functions on Lambda Managed Instances need at least "
              + LambdaLimits.SMALLEST_MANAGED_MEMORY_MIB
              + " MB: MemorySize is "
              + memory.mebibytes());
    }
    if (snapStart) {
      return Optional.of("SnapStart is not for functions on Lambda Managed Instances");
    }
    return isolatesTenants
        ? Optional.of("TenancyConfig is not for functions on Lambda Managed Instances")
        : Optional.empty();
  }

  /** Those of one environment. */
  double vcpus(MemorySize memory) {
    return memory.mebibytes() / MEBIBYTES_PER_GIB / memoryGiBPerVCpu.orElse(LEAST_GIB_PER_VCPU);
  }

  /** Requests that one environment takes at a time. */
  public int requestsAtOnce(MemorySize memory) {
    return concurrency.orElseGet(() ->
        Math.clamp(Math.round(DEFAULT_CONCURRENCY_PER_VCPU * vcpus(memory)), 1, MOST_CONCURRENCY));
  }
}
