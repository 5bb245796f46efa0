package thaw.pool.managed;

/**
 * The use from which on an environment on managed instances takes no further request beside those
 * that it has. AWS does so too, and does not publish from which use on.
 *
 * @param cpuPercent of its vCPUs over a second; 0 for never
 * @param memoryPercent of its memory; 0 for never
 */
public record ThrottlePoints(double cpuPercent, double memoryPercent) {
  public static final int CPU_PERCENT = 90;
  public static final int MEMORY_PERCENT = 98;
  public static final ThrottlePoints DEFAULT = new ThrottlePoints(CPU_PERCENT, MEMORY_PERCENT);

  /** The memory in MiB that stays free at least. Of more than 3,200 MB, 2 % are more than this. */
  private static final int LEAST_LEFT_MIB = 64;

  public static final int MOST_PERCENT = 100;

  public static final ThrottlePoints NEVER = new ThrottlePoints(0, 0);

  public ThrottlePoints {
    require(cpuPercent);
    require(memoryPercent);
  }

  private static void require(double percent) {
    if (percent < 0 || percent > MOST_PERCENT) {
      throw new IllegalArgumentException("must be 0.." + MOST_PERCENT + ": " + percent);
    }
  }

  /**
   * The same for an environment of that size. A Java heap may have all of its memory but 240 MB: of
   * a large one, 98 % would be less than a full heap and what a JVM has beside it.
   */
  public ThrottlePoints in(int memoryMiB) {
    double allButThat = 100.0 * (memoryMiB - LEAST_LEFT_MIB) / memoryMiB;
    return memoryPercent < MEMORY_PERCENT
        ? this
        : new ThrottlePoints(cpuPercent, Math.max(memoryPercent, allButThat));
  }

  boolean isCpuReached(double percent) {
    return cpuPercent > 0 && percent >= cpuPercent;
  }

  boolean isMemoryReached(double percent) {
    return memoryPercent > 0 && percent >= memoryPercent;
  }
}
