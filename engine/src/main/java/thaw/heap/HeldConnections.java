package thaw.heap;

import java.util.List;

/**
 * The connections of a clone, and what it logs in with. Those that its hooks have opened anew are
 * among them.
 */
public record HeldConnections(List<HeldConnection> connections, List<HeldLogin> logins) {
  /** Nothing, or nothing that is known. */
  public static final HeldConnections NONE = new HeldConnections(List.of(), List.of());

  public HeldConnections {
    connections = List.copyOf(connections);
    logins = List.copyOf(logins);
  }
}
