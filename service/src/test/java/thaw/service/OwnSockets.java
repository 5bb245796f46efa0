package thaw.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells which sockets are this program's, by the kernel's tables. */
final class OwnSockets {
  private static final String LISTENING = "0A";

  private OwnSockets() {}

  /** Returns whether this program listens on a port. */
  static boolean listenOn(int port) throws IOException {
    Set<String> own;
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      own = descriptors.map(OwnSockets::target).collect(Collectors.toSet());
    }
    String suffix = ":%04X".formatted(port);
    for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] columns = line.strip().split("\\s+");
        if (columns[1].endsWith(suffix)
            && columns[3].equals(LISTENING)
            && own.contains("socket:[" + columns[9] + "]")) {
          return true;
        }
      }
    }
    return false;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }
}
