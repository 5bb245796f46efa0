package thaw.cluster;

import java.util.List;
import java.util.Optional;
import thaw.app.run.NodeMemory;
import thaw.function.FunctionDefinition;

/**
 * The CPU and memory that a worker requests of a node, by Lambda's rule: an environment has its
 * function's memory size, and a vCPU for each 1,769 MB of it.
 *
 * @param memoryMiB for Thaw itself and that many environments of each function
 * @param cpuMillis of the largest function, as often as requests may run at once
 * @param oneCpuMillis of one environment of it
 */
record WorkerSize(long memoryMiB, long cpuMillis, long oneCpuMillis) {
  private static final long MIB = 1024 * 1024;
  private static final double MILLIS = 1000.0;

  /**
   * @param memoryMiB another limit, when it is wanted
   */
  static WorkerSize of(
      List<FunctionDefinition> functions, int environments, Optional<Long> memoryMiB) {
    double most =
        functions.stream().mapToDouble(each -> each.memory().vcpus()).max().orElse(1) * MILLIS;
    return new WorkerSize(
        memoryMiB.orElseGet(() -> NodeMemory.bytesFor(functions, environments) / MIB),
        (long) Math.ceil(most * environments),
        (long) Math.ceil(most));
  }
}
