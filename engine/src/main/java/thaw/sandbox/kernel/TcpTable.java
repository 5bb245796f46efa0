package thaw.sandbox.kernel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The TCP sockets of this program's network namespace, as the kernel lists them. Refuses to know
 * which process has a socket.
 *
 * <p>For the maintainer. A row is {@code sl local remote state queues timer retransmits uid timeout
 * inode ...}. An address is written as the 32-bit words that it has in memory, each in the
 * machine's own byte order: 127.0.0.1:8080 is {@code 0100007F:1F90} on x86-64 and ARM. A socket of
 * both IP versions is in {@code tcp6}, with addresses such as ::ffff:127.0.0.1, which Java takes
 * for 127.0.0.1.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_net.5.html">proc_pid_net(5)</a>
 */
public final class TcpTable {
  private static final Path NET = Path.of("/proc/self/net");
  private static final List<String> FILES = List.of("tcp", "tcp6");
  private static final int FIELDS = 10;
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int UID = 7;
  private static final int INODE = 9;
  private static final int HEXADECIMAL = 16;
  private static final int WORD_DIGITS = 8;

  private TcpTable() {}

  /**
   * One end of a connection.
   *
   * @param state as the kernel numbers them: 1 is ESTABLISHED, 10 is LISTEN
   * @param uid of who made the socket; 0, whoever that was, for one that no process has any more
   * @param inode 0 for a socket that no process has any more: closed, with bytes on their way
   */
  public record Row(
      InetSocketAddress local, InetSocketAddress remote, int state, int uid, long inode) {
    private static final int ESTABLISHED = 1;
    private static final int FIN_WAIT_1 = 4;
    private static final int FIN_WAIT_2 = 5;
    private static final int CLOSE_WAIT = 8;

    /** Returns whether a process has it, and what it says of its owner is true. */
    public boolean isHeld() {
      return inode != 0
          && switch (state) {
            case ESTABLISHED, FIN_WAIT_1, FIN_WAIT_2, CLOSE_WAIT -> true;
            default -> false;
          };
    }
  }

  /**
   * The rows of sockets with both of these addresses; no more than one is held by a process, in one
   * of the tables. To write a table costs the kernel milliseconds on a large machine, so that the
   * second one is not asked for where the first one has it.
   *
   * @throws IOException when the kernel does not let us look
   */
  public static List<Row> between(InetSocketAddress local, InetSocketAddress remote)
      throws IOException {
    return between(NET, local, remote);
  }

  /**
   * @param net a folder with {@code tcp} and, perhaps, {@code tcp6}
   */
  static List<Row> between(Path net, InetSocketAddress local, InetSocketAddress remote)
      throws IOException {
    // Tables have thousands of rows; few have both ports.
    String ports = ".*:%04X [^ ]*:%04X .*".formatted(local.getPort(), remote.getPort());
    Pattern candidates = Pattern.compile(ports);
    List<Row> found = new ArrayList<>();
    for (String name : FILES) {
      Path file = net.resolve(name);
      if (!found.isEmpty() || name.equals("tcp6") && !Files.exists(file)) {
        break; // there, or a kernel without IPv6
      }
      for (String line : KernelFile.lines(file)) {
        if (candidates.matcher(line).matches()) {
          row(line)
              .filter(row -> row.local().equals(local) && row.remote().equals(remote))
              .ifPresent(found::add);
        }
      }
    }
    return found;
  }

  /** Returns the row of a line; empty for the heading. */
  static Optional<Row> row(String line) {
    String[] words = line.strip().split("\\s+");
    if (words.length < FIELDS || !words[0].endsWith(":")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Row(
              address(words[LOCAL]),
              address(words[REMOTE]),
              Integer.parseInt(words[STATE], HEXADECIMAL),
              Integer.parseUnsignedInt(words[UID]),
              Long.parseUnsignedLong(words[INODE])));
    } catch (NumberFormatException | UnknownHostException e) {
      throw new IllegalStateException("no row of a table of TCP sockets: " + line, e);
    }
  }

  private static InetSocketAddress address(String text) throws UnknownHostException {
    String[] parts = text.toUpperCase(Locale.ROOT).split(":", 2);
    ByteBuffer bytes = ByteBuffer.allocate(parts[0].length() / 2).order(ByteOrder.nativeOrder());
    for (int i = 0; i < parts[0].length(); i += WORD_DIGITS) {
      bytes.putInt(Integer.parseUnsignedInt(parts[0].substring(i, i + WORD_DIGITS), HEXADECIMAL));
    }
    return new InetSocketAddress(
        InetAddress.getByAddress(bytes.array()), Integer.parseInt(parts[1], HEXADECIMAL));
  }
}
