package thaw.cluster;

import java.util.List;

/**
 * The rights that a worker needs beyond an ordinary container, each with its reason; all are for
 * taking and restoring snapshots. {@code packaging/cluster/rights} has found the least set, by
 * taking one capability after the other from a worker in a pod.
 */
final class SnapshotRights {
  /** Those of the pod's user namespace; {@code notes.properties} says why for each. */
  static final List<String> CAPABILITIES =
      List.of(
          "SYS_ADMIN NET_ADMIN SYS_CHROOT SETUID SETGID SETPCAP CHOWN DAC_OVERRIDE FOWNER KILL"
              .split(" "));

  /**
   * Containerd's and Docker's default filter of system calls refuses {@code pivot_root} whatever
   * the capabilities, and under any filter CRIU cannot read those of a process that it dumps.
   */
  static final String SECCOMP = "Unconfined";

  private SnapshotRights() {}
}
