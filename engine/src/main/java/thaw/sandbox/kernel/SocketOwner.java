package thaw.sandbox.kernel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the process at the other end of a TCP connection on this machine, by {@code /proc/net/tcp}
 * and the descriptors of processes (proc_pid_net(5), proc_pid_fd(5)).
 */
public final class SocketOwner {
  private static final Path PROC = Path.of("/proc");

  private SocketOwner() {}

  /**
   * @param connection this end
   * @return whether one of the processes has the other end; false also when the kernel does not let
   *     us look
   */
  public static boolean isAmong(Collection<Long> pids, Socket connection) {
    if (!(connection.getRemoteSocketAddress() instanceof InetSocketAddress theirs)
        || !(connection.getLocalSocketAddress() instanceof InetSocketAddress ours)) {
      return false;
    }
    // Of addresses and ports both ends: 127.0.0.0/8 has many addresses, and each of them all ports.
    try {
      List<TcpTable.Row> rows = TcpTable.between(theirs, ours).stream().distinct().toList();
      if (rows.size() != 1 || !rows.getFirst().isHeld()) {
        return false; // closed already, or on another machine
      }
      String target = "socket:[" + rows.getFirst().inode() + "]";
      return pids.stream().anyMatch(pid -> has(pid, target));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean has(long pid, String socket) {
    Path descriptors = PROC.resolve(Long.toString(pid)).resolve("fd");
    try (Stream<Path> all = Files.list(descriptors)) {
      return all.anyMatch(descriptor -> leadsTo(descriptor, socket));
    } catch (IOException e) {
      return false; // it has ended, or is another user's
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
