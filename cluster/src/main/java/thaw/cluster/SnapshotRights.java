package thaw.cluster;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a worker may do beyond an ordinary container, and why: only to take and restore snapshots.
 * {@code packaging/cluster/rights} has found the least set, by taking one capability after the
 * other from a worker in a pod.
 */
final class SnapshotRights {
  private record Right(String capability, String why) {}

  private static final List<Right> ALL =
      List.of(
          new Right("SYS_ADMIN", "namespaces, mounts and process ids of each function, and CRIU"),
          new Right("NET_ADMIN", "the network of each function"),
          new Right("SYS_CHROOT", "entering a function's files"),
          new Right("SETUID", "functions run as a user without rights"),
          new Right("SETGID", "that user's groups"),
          new Right("SETPCAP", "functions can get no capability"),
          new Right("CHOWN", "giving files to that user"),
          new Right("DAC_OVERRIDE", "reading and removing that user's files"),
          new Right("FOWNER", "who may read these files"),
          new Right("KILL", "pausing and ending that user's processes"));

  /** Those of the pod's user namespace. */
  static final List<String> CAPABILITIES = ALL.stream().map(Right::capability).toList();

  static final String WHY =
      ALL.stream()
          .map(each -> each.capability() + " (" + each.why() + ")")
          .collect(Collectors.joining(", "));

  /**
   * Containerd's and Docker's default filter of system calls refuses {@code pivot_root} whatever
   * the capabilities, and under any filter CRIU cannot read those of a process that it dumps.
   */
  static final String SECCOMP = "Unconfined";

  private SnapshotRights() {}
}
