package thaw.sandbox;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks for all boxes that reach the whole host what listens there, again and again: databases are
 * started at any time.
 */
final class EgressProxyWatch implements AutoCloseable {
  /** The longest time until a box learns of a program that begins to listen. */
  private static final Duration PERIOD = Duration.ofMillis(500);

  private final EgressProxy egress;
  private final HostPorts hostPorts;
  private final Map<Sandbox, SandboxNetwork> boxes = new ConcurrentHashMap<>();
  private final BoxWatch watch = new BoxWatch("egress", PERIOD, this::look);
  private Set<Integer> ports = Set.of(); // of the watcher

  EgressProxyWatch(EgressProxy egress, HostPorts hostPorts) {
    this.egress = egress;
    this.hostPorts = hostPorts;
  }

  void add(Sandbox box, SandboxNetwork network) {
    boxes.put(box, network);
    watch.start();
  }

  void remove(Sandbox box) {
    boxes.remove(box);
  }

  private void look() {
    try {
      Set<Integer> now = boxes.isEmpty() ? ports : hostPorts.listening();
      if (!now.equals(ports)) {
        ports = now;
        boxes.forEach(this::update);
      }
    } catch (IOException e) {
      // Next time.
    }
  }

  private void update(Sandbox box, SandboxNetwork network) {
    try {
      box.lead(egress.ways(network));
    } catch (IOException e) {
      boxes.remove(box); // it has ended meanwhile
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
