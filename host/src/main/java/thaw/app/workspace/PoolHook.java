package thaw.app.workspace;

import java.util.List;
import thaw.heap.HeldConnection;
import thaw.heap.HeldConnections;

/** The hook of Thaw's that closes pools before a snapshot and opens them after it. */
public final class PoolHook {
  private PoolHook() {}

  /** Returns the fields with pools that the hook can close, {@code com.example.Handler.DATA}. */
  public static List<String> fields(HeldConnections held) {
    return held.connections().stream()
        .filter(PoolHook::fits)
        .map(HeldConnection::place)
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns whether the hook can close the pool that has this connection. */
  public static boolean fits(HeldConnection connection) {
    return connection.pool().equals("HikariCP") && connection.isField() && !connection.library();
  }

  static List<String> options(List<String> fields) {
    return List.of("-Dthaw.pools=" + String.join(",", fields), GeneratedPrimings.OPEN);
  }
}
