package thaw.app.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.environment.launch.LambdaPaths;
import thaw.environment.launch.Snapshot;
import thaw.heap.HeldConnection;
import thaw.snapshot.OpenConnection;

/**
 * Connections that were open when a snapshot was taken, to one peer and of one holder.
 *
 * @param peer {@code HOST:PORT}, with the variable that leads to it where there is one
 * @param holder one of them, as a clone's memory has it; absent where nothing is known
 */
record DeadConnections(String peer, Optional<HeldConnection> holder, int count) {
  /**
   * @param services variables with the addresses of local services
   */
  static List<DeadConnections> of(Snapshot snapshot, Map<String, String> services)
      throws IOException {
    List<HeldConnection> held = snapshot.heldConnections().connections();
    Map<String, DeadConnections> groups = new LinkedHashMap<>();
    for (OpenConnection each : OpenConnection.in(snapshot.imagesOnHost())) {
      if (each.port() != LambdaPaths.RUNTIME_API_PORT) { // the runtime client connects anew
        Optional<HeldConnection> holder =
            held.stream()
                .filter(one -> one.port() == each.port() && one.localPort() == each.localPort())
                .findFirst();
        DeadConnections dead = new DeadConnections(peer(each, holder, services), holder, 1);
        groups.merge(
            dead.peer() + " " + dead.owner(),
            dead,
            (one, other) -> new DeadConnections(one.peer(), one.holder(), one.count() + 1));
      }
    }
    List<DeadConnections> all = new ArrayList<>(groups.values());
    all.sort(Comparator.comparing(DeadConnections::peer));
    return all;
  }

  private static String peer(
      OpenConnection open, Optional<HeldConnection> holder, Map<String, String> services) {
    String address =
        holder.map(HeldConnection::host).filter(name -> !name.isEmpty()).orElse(open.address())
            + ":"
            + open.port();
    return services.entrySet().stream()
        .filter(each -> each.getValue().endsWith(":" + open.port()))
        .map(Map.Entry::getKey)
        .sorted()
        .findFirst()
        .map(variable -> address + " (" + variable + ")")
        .orElse(address);
  }

  /** What holds them; empty where that is not known. */
  String owner() {
    return holder.map(HeldConnection::owner).orElse("");
  }

  /**
   * Returns those of some places that are in the class with the field that leads to them; all where
   * none is.
   *
   * @param places {@code com.example.Handler.<clinit>(Handler.java:12)} and the like
   */
  List<String> ofHolder(List<String> places) {
    String place = holder.map(HeldConnection::place).orElse("");
    String type = place.substring(0, place.lastIndexOf('.') + 1);
    List<String> own =
        places.stream().filter(each -> !type.isEmpty() && each.startsWith(type)).toList();
    return own.isEmpty() ? places : own;
  }

  /** Returns whether a pool or a driver has them. */
  boolean isOfDatabase() {
    return holder.filter(each -> !each.pool().isEmpty()).isPresent();
  }
}
