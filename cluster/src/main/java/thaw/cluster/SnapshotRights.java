package thaw.cluster;

import java.util.List;

/**
 * What a worker may do beyond an ordinary container, and why: only to take and restore snapshots.
 */
final class SnapshotRights {
  /**
   * Those of the pod's user namespace with which a worker was seen to take and restore snapshots.
   * CRIU must see each function in namespaces of its own, with the process ids of the snapshot, and
   * a box needs most of root's rights to become another user. Ten of them were not enough.
   */
  static final List<String> CAPABILITIES =
      List.of(
          "SYS_ADMIN",
          "CHECKPOINT_RESTORE",
          "CHOWN",
          "DAC_OVERRIDE",
          "DAC_READ_SEARCH",
          "FOWNER",
          "FSETID",
          "KILL",
          "MKNOD",
          "NET_ADMIN",
          "NET_BIND_SERVICE",
          "SETGID",
          "SETPCAP",
          "SETUID",
          "SYS_CHROOT",
          "SYS_PTRACE",
          "SYS_RESOURCE");

  static final String WHY =
      String.join(", ", CAPABILITIES)
          + " remain, as CRIU restores each function into namespaces of its own, with the process ids"
          + " that it had";

  private SnapshotRights() {}
}
