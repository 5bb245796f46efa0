package thaw.environment;

/**
 * A look at an environment's processes.
 *
 * @param nanos on the monotonic clock
 * @param cpuNanos CPU time that they have had until then
 * @param memoryBytes that they have resident
 */
record UseLook(long nanos, long cpuNanos, long memoryBytes) {
  /**
   * Returns the part of its CPUs, in percent, that it has used since an earlier look: from 0 to
   * 100, or a little more.
   */
  double cpuPercent(UseLook earlier, double vcpus) {
    double had = (nanos - earlier.nanos) * vcpus;
    return had <= 0 ? 0 : 100 * Math.max(0, cpuNanos - earlier.cpuNanos) / had;
  }
}
