package thaw.sandbox;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * Separates the programs of sandboxes from the host, as far as the host permits it.
 *
 * @param namespaces how a sandbox gets a mount namespace
 * @param dropsPrivileges whether programs are {@link SandboxUser} instead of root
 * @param countsProcesses whether a limit of a user's processes serves as a limit of a sandbox's
 * @param observable whether programs may count performance events with kernel frames
 * @param cgroups what a sandbox sees of its own limits
 */
@RecordBuilder
record Isolation(
    MountNamespaces namespaces,
    boolean dropsPrivileges,
    boolean countsProcesses,
    boolean observable,
    List<CgroupHost.View> cgroups)
    implements IsolationBuilder.With {
  Isolation {
    cgroups = List.copyOf(cgroups);
  }

  /** Returns an isolation of namespaces alone, to try them. */
  static Isolation by(MountNamespaces namespaces, boolean dropsPrivileges) {
    return new Isolation(namespaces, dropsPrivileges, false, false, List.of());
  }
}
