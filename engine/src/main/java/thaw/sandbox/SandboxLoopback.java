package thaw.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.sandbox.kernel.AdoptedListener;

/** The loopback of a box: that of a network of its own, or the machine's where it has none. */
public final class SandboxLoopback implements Closeable {
  private final Dialer dialer;
  private final Map<Integer, ServerSocket> listeners = new HashMap<>();

  /** Leads one connection from a port of this machine to one of a sandbox's own. */
  interface Dialer {
    /**
     * @throws IOException when nobody listens there
     */
    int dial(int port) throws IOException;
  }

  SandboxLoopback(Dialer dialer) {
    this.dialer = dialer;
  }

  /**
   * Takes over what listens in the box's network; without it the box has none of its own.
   *
   * @param descriptors one for each port, in their order
   */
  void adopt(List<Integer> ports, List<Integer> descriptors) throws IOException {
    for (int i = 0; i < descriptors.size(); i++) {
      listeners.put(ports.get(i), AdoptedListener.of(descriptors.get(i)));
    }
  }

  /** Returns whether something listens in a network of its own. */
  public boolean isOwn() {
    return !listeners.isEmpty();
  }

  /**
   * Returns the socket that listens in the sandbox's network.
   *
   * @param port one of {@link SandboxNetwork#listens}
   * @return accepts connections of the box's processes, and of nobody else; it does not know its
   *     port
   */
  public ServerSocket listener(int port) {
    ServerSocket found = listeners.get(port);
    if (found == null) {
      throw new IllegalArgumentException("nothing was to listen on port " + port);
    }
    return found;
  }

  /**
   * A port of this machine that leads, for one connection, to what listens on the box's loopback.
   * Any thread may ask.
   *
   * @throws IOException when nobody listens there; where the box has no network of its own, that is
   *     found out by connecting
   */
  public int dial(int port) throws IOException {
    return isOwn() ? dialer.dial(port) : port;
  }

  @Override
  public void close() throws IOException {
    for (ServerSocket listener : listeners.values()) {
      listener.close();
    }
  }
}
