package thaw.cluster;

import java.util.List;

/**
 * What a worker may do beyond an ordinary container, and why: only to take and restore snapshots.
 */
final class SnapshotRights {
  /**
   * CRIU must see each function in namespaces of its own, with the process ids of the snapshot:
   * mounting for that, and clone3 with set_tid, are SYS_ADMIN's in the pod's user namespace.
   */
  static final List<String> CAPABILITIES = List.of("SYS_ADMIN");

  static final String WHY =
      "SYS_ADMIN remains, as CRIU restores each function into namespaces of its own, with the"
          + " process ids that it had";

  private SnapshotRights() {}
}
