package thaw.sandbox;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.sandbox.kernel.KernelFile;
import thaw.sandbox.kernel.TcpTable;

/**
 * The user whose program is at the other end of a TCP connection on this machine. Refuses to know
 * which program that is, and what its user may do.
 */
public record PeerUser(int uid) {
  /** A row may be missed while others come and go: the kernel does not hold the table still. */
  private static final int LOOKS = 3;

  /**
   * @param peer the other end's address, as this end sees it
   * @param here this end's
   * @return empty when it cannot be told: the other end is on another machine or in another network
   *     namespace, no program has it any more, or the kernel does not let us look
   */
  public static Optional<PeerUser> of(InetSocketAddress peer, InetSocketAddress here) {
    try {
      for (int i = 0; i < LOOKS; i++) {
        List<TcpTable.Row> rows = TcpTable.between(peer, here);
        if (!rows.isEmpty()) {
          return of(rows);
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * @param rows of one connection's end: only one that a process has says who that is, of all
   *     others the user is 0
   */
  static Optional<PeerUser> of(List<TcpTable.Row> rows) {
    return rows.stream().allMatch(TcpTable.Row::isHeld)
            && rows.stream().distinct().count() == 1 // a look may come by a row twice
        ? Optional.of(new PeerUser(rows.getFirst().uid()))
        : Optional.empty();
  }

  /** This program's. */
  public static PeerUser own() {
    try {
      return KernelFile.lines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("Uid:"))
          .map(line -> new PeerUser(Integer.parseUnsignedInt(line.split("\\s+")[2]))) // effective
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new IllegalStateException("could not read /proc/self/status: " + e, e);
    }
  }

  public boolean isRoot() {
    return uid == 0;
  }

  /** Returns whether it is the user that programs in boxes have when this program is root. */
  public boolean isOfBoxes() {
    return uid == SandboxUser.UID && own().isRoot();
  }
}
