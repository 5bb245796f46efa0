package thaw.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import thaw.sandbox.kernel.KernelFile;

/**
 * The TCP ports of this machine that programs listen on, but for those of an instance's own
 * environments: no other environment has business there. Thread-safe.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_net.5.html">proc_pid_net(5)</a>
 */
public final class HostPorts {
  private static final String LISTEN = "0A";
  private static final int HEXADECIMAL = 16;

  private final Set<Integer> hidden = ConcurrentHashMap.newKeySet();

  /** Keeps a port from isolated sandboxes, until {@link #show}. */
  public void hide(int port) {
    hidden.add(port);
  }

  public void show(int port) {
    hidden.remove(port);
  }

  /** Those that are not hidden. */
  Set<Integer> listening() throws IOException {
    Set<Integer> ports = new TreeSet<>();
    for (String table : new String[] {"tcp", "tcp6"}) {
      Path file = Path.of("/proc/self/net", table);
      if (file.toFile().exists()) {
        for (String line : KernelFile.lines(file)) {
          String[] words = line.strip().split("\\s+");
          if (words.length > 3 && words[3].equals(LISTEN)) {
            ports.add(
                Integer.parseInt(words[1].substring(words[1].lastIndexOf(':') + 1), HEXADECIMAL));
          }
        }
      }
    }
    ports.removeAll(hidden);
    return ports;
  }
}
