package thaw.experiment;

import java.util.List;

/**
 * The machine that measured.
 *
 * @param kernel release, for example {@code 6.1.0-18-amd64}
 * @param cpuModel as /proc/cpuinfo names it
 * @param cpus logical CPUs
 * @param memoryMiB physical memory
 * @param cgroup for example {@code v2} or {@code v1 with v2 freezer}
 * @param missingGuarantees one line each: what Lambda does and this host cannot, empty when nothing
 */
public record Host(
    String kernel,
    String cpuModel,
    int cpus,
    long memoryMiB,
    String cgroup,
    List<String> missingGuarantees) {
  public Host {
    missingGuarantees = List.copyOf(missingGuarantees);
  }
}
