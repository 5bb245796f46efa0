package thaw.snapshot;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A TCP connection that was open when a process was dumped. In its clones it is closed.
 *
 * @param address of the other side, in numbers
 * @param port of the other side
 * @param localPort of this side
 */
public record OpenConnection(String address, int port, int localPort) {
  /**
   * The field numbers of a file's entry: {@code inet_sk_entry}, from CRIU's {@code fdinfo.proto}.
   */
  private static final int SOCKET = 4;

  private static final int PROTOCOL = 5;
  private static final int STATE = 6;
  private static final int LOCAL_PORT = 7;
  private static final int PORT = 8;
  private static final int ADDRESS = 12;
  private static final long TCP = 6;

  /** {@code TCP_ESTABLISHED} of Linux. */
  private static final long ESTABLISHED = 1;

  /**
   * Those of a dump, in the order of its files.
   *
   * @param images the folder of the dump
   */
  public static List<OpenConnection> in(Path images) throws IOException {
    Path file = images.resolve(ImageFiles.NAME);
    List<OpenConnection> open = new ArrayList<>();
    try {
      for (WireMessage entry : CriuImageFile.read(file, CriuImageFile.FILES).messages()) {
        Optional<WireMessage> socket = entry.message(SOCKET);
        if (socket.isPresent()
            && socket.get().required(PROTOCOL) == TCP
            && socket.get().required(STATE) == ESTABLISHED) {
          open.add(
              new OpenConnection(
                  address(socket.get().numbers(ADDRESS)),
                  (int) socket.get().required(PORT),
                  (int) socket.get().required(LOCAL_PORT)));
        }
      }
      return open;
    } catch (WireMessage.Malformed e) {
      throw new BadImage(file, String.valueOf(e.getMessage()));
    }
  }

  /** One word for IPv4, four for IPv6, each as it lies in memory. */
  private static String address(List<Long> words) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(words.size() * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    words.forEach(word -> bytes.putInt(word.intValue()));
    return InetAddress.getByAddress(bytes.array()).getHostAddress(); // IPv4 for a mapped one
  }
}
