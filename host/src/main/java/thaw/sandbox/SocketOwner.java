package thaw.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which process is at the other end of a TCP connection on this machine, by {@code /proc/net/tcp}
 * and the descriptors of processes (proc_pid_net(5), proc_pid_fd(5)).
 */
final class SocketOwner {
  private static final Path PROC = Path.of("/proc");
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int INODE = 9;

  private SocketOwner() {}

  /**
   * @param port of the other end
   * @param ourPort of this end
   * @return whether one of the processes has the other end; true also when the kernel does not let
   *     us look
   */
  static boolean isAmong(Collection<Long> pids, int port, int ourPort) {
    Optional<String> inode =
        Stream.of("net/tcp", "net/tcp6")
            .flatMap(table -> inode(PROC.resolve(table), port, ourPort).stream())
            .findFirst();
    if (inode.isEmpty()) {
      return false; // closed already, or on another machine
    }
    String target = "socket:[" + inode.get() + "]";
    return pids.stream().anyMatch(pid -> has(pid, target));
  }

  private static Optional<String> inode(Path table, int port, int ourPort) {
    String local = hexPort(port);
    String remote = hexPort(ourPort);
    try {
      for (String line : Files.readAllLines(table, StandardCharsets.ISO_8859_1)) {
        if (line.contains(local) && line.contains(remote)) {
          String[] words = line.strip().split("\\s+");
          if (words.length > INODE
              && words[LOCAL].endsWith(local)
              && words[REMOTE].endsWith(remote)) {
            return Optional.of(words[INODE]);
          }
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String hexPort(int port) {
    return String.format(Locale.ROOT, ":%04X", port);
  }

  private static boolean has(long pid, String socket) {
    Path descriptors = PROC.resolve(Long.toString(pid)).resolve("fd");
    try (Stream<Path> all = Files.list(descriptors)) {
      return all.anyMatch(descriptor -> leadsTo(descriptor, socket));
    } catch (java.nio.file.AccessDeniedException e) {
      return true;
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  private static boolean leadsTo(Path descriptor, String socket) {
    try {
      return Files.readSymbolicLink(descriptor).toString().equals(socket);
    } catch (IOException e) {
      return false; // it was closed meanwhile
    }
  }
}
