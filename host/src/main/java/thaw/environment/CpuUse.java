package thaw.environment;

/**
 * How much of its CPUs an environment has used between two looks. Refuses to know what follows from
 * it.
 */
record CpuUse(Look from, Look to) {
  /**
   * @param nanos on the monotonic clock
   * @param cpuNanos CPU time that the environment's processes have had until then
   */
  record Look(long nanos, long cpuNanos) {}

  /** From 0 to 100, or a little more. */
  double percent(double vcpus) {
    double had = (to.nanos() - from.nanos()) * vcpus;
    return had <= 0 ? 0 : 100 * (to.cpuNanos() - from.cpuNanos()) / had;
  }
}
