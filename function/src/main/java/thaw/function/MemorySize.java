package thaw.function;

import thaw.problem.UserMistake;

/**
 * The memory size of a function. Lambda says "MB" and means MiB; this type is the only one that
 * knows.
 *
 * @param mebibytes 128 to 10240, or to 32768 on managed instances
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html">Configure
 *     Lambda function memory</a>
 */
public record MemorySize(int mebibytes) implements Comparable<MemorySize> {
  /** Lambda's default when a template names no memory size. */
  public static final MemorySize DEFAULT = new MemorySize(128);

  /**
   * The size at which a function has the equivalent of one vCPU; the share is linear in the size.
   */
  private static final double MEBIBYTES_PER_VCPU = 1769.0;

  public MemorySize {
    if (mebibytes < LambdaLimits.SMALLEST_MEMORY_MIB
        || mebibytes > LambdaLimits.LARGEST_MANAGED_MEMORY_MIB) {
      throw mistake(
          mebibytes < LambdaLimits.SMALLEST_MEMORY_MIB
              ? LambdaLimits.LARGEST_MEMORY_MIB
              : LambdaLimits.LARGEST_MANAGED_MEMORY_MIB,
          mebibytes);
    }
  }

  /**
   * Makes the size of a function that is not on managed instances.
   *
   * @throws UserMistake when it is larger than {@link LambdaLimits#LARGEST_MEMORY_MIB}
   */
  public static MemorySize onDemand(int mebibytes) {
    if (mebibytes > LambdaLimits.LARGEST_MEMORY_MIB) {
      throw mistake(LambdaLimits.LARGEST_MEMORY_MIB, mebibytes);
    }
    return new MemorySize(mebibytes);
  }

  private static UserMistake mistake(int largest, int mebibytes) {
    return new UserMistake(
        "memory size must be "
            + LambdaLimits.SMALLEST_MEMORY_MIB
            + "..."
            + largest
            + " MB: "
            + mebibytes,
        "choose a MemorySize that Lambda offers, for example 512");
  }

  /** The CPU share outside of the init phase, in vCPUs: {@code mebibytes / 1769}. */
  public double vcpus() {
    return mebibytes / MEBIBYTES_PER_VCPU;
  }

  public long bytes() {
    return mebibytes * 1024L * 1024L;
  }

  @Override
  public int compareTo(MemorySize other) {
    return Integer.compare(mebibytes, other.mebibytes);
  }
}
