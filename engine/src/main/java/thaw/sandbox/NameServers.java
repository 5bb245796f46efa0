package thaw.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The name servers that this machine asks.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/resolv.conf.5.html">resolv.conf(5)</a>
 */
public final class NameServers {
  private static final Path FILE = Path.of("/etc/resolv.conf");
  private static final String KEYWORD = "nameserver";

  private NameServers() {}

  /**
   * Returns their literal addresses, in the order in which they are asked; none where the file
   * cannot be read.
   */
  public static List<InetAddress> ofMachine() {
    return in(FILE);
  }

  static List<InetAddress> in(Path file) {
    List<InetAddress> found = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split("\\s+", 3);
        if (words.length > 1 && words[0].equals(KEYWORD)) {
          add(words[1], found);
        }
      }
    } catch (IOException e) {
      // None, or not for us: then no names are asked for.
    }
    return found;
  }

  private static void add(String address, List<InetAddress> found) {
    try {
      found.add(InetAddress.ofLiteral(address));
    } catch (IllegalArgumentException e) {
      // No address, or one of a network that is not here: the resolver leaves it out, too.
    }
  }
}
